"""A tournament as one HTML page with plots."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

import ferrovia
from ferrovia.arena import Plan, Tournament
from ferrovia.boards import load
from ferrovia.cli.arena_figures import (
    headline,
    lines_figure,
    meetings,
    numbers,
    paint,
    rate_figure,
    score_figure,
)
from ferrovia.cli.page import document, opening, tag, text
from ferrovia.text.words import Words

READING: Final = ("read_fair", "read_wins", "read_interval", "read_rating", "read_turns")


def page(words: Words, tournament: Tournament) -> str:
    plan = tournament.plan
    boards = ", ".join(words.of(load(board).names) for board in plan.boards)
    sections = [section(words, tournament, board) for board in plan.boards]
    reading = "".join(tag("li", words.say(f"arena.{key}")) for key in READING)
    body = [
        opening(words.say("arena.page_head"), boards, list(facts(words, tournament))),
        *sections,
        f"<footer>{tag('h3', words.say('arena.read_title'))}<ul>{reading}</ul>",
        tag("h3", words.say("arena.again_title")) + f"<pre><code>{again(plan)}</code></pre>",
        tag("p", words.say("arena.made_by", version=ferrovia.__version__), "note") + "</footer>",
    ]
    return document(words, words.say("arena.page_title", boards=boards), ["arena.css"], body)


def facts(words: Words, tournament: Tournament) -> Iterator[str]:
    plan = tournament.plan
    yield words.say("arena.page_games", games=len(tournament.results))
    yield words.say("arena.page_seats", seats=plan.seats)
    yield words.say(f"arena.format_{plan.format}")
    yield words.say("arena.page_seed", seed=plan.seed)
    if plan.budget.iterations is not None:
        yield words.say("arena.page_iterations", count=plan.budget.iterations)
    if plan.budget.seconds is not None:
        yield words.say("arena.page_seconds", seconds=plan.budget.seconds)
    yield from (f"{option} {words.say('word.on' if on else 'word.off')}" for option, on in plan.options)


def again(plan: Plan) -> str:
    """The command that plays this tournament again; no line ends between an option and its value."""
    options = [f"<span>--{name} {text(shlex.quote(value))}</span>" for name, value in arguments(plan)]
    return " ".join(["ferrovia arena", *options])


def arguments(plan: Plan) -> Iterator[tuple[str, str]]:
    """Bots from files are named without their folders."""
    yield from (("board", load(board).id) for board in plan.boards)
    yield "bots", ",".join(plan.names[bot] for bot in plan.bots)
    yield from (("games", str(plan.games)), ("seats", str(plan.seats)))
    yield from (("format", plan.format), ("seed", str(plan.seed)))
    yield from (("option", f"{option}={'on' if on else 'off'}") for option, on in plan.options)
    if plan.budget.iterations is not None:
        yield "iterations", str(plan.budget.iterations)
    if plan.budget.seconds is not None:
        yield "seconds", str(plan.budget.seconds)


# --- one board --------------------------------------------------------------------------------------------
def section(words: Words, tournament: Tournament, board: str) -> str:
    rows = tournament.rows(board)
    scores: dict[str, list[int]] = {}
    for result in tournament.results:
        if result.board == board:
            for seat in result.seats:
                scores.setdefault(tournament.plan.names[seat.bot], []).append(seat.score)
    colours = paint(tournament.plan)
    share = 1 / tournament.plan.seats
    name = [tag("h2", words.of(load(board).names))] if len(tournament.plan.boards) > 1 else []
    parts = [
        *name,
        headline(words, rows),
        '<div class="pair">',
        rate_figure(words, rows, colours, share),
        score_figure(words, rows, colours, scores),
        "</div>",
        lines_figure(words, rows, colours),
        *([meetings(words, rows, share)] if len(rows) > 2 else []),
        numbers(words, rows),
    ]
    return f"<section>{''.join(parts)}</section>"
