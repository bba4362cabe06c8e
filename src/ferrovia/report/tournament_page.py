"""A tournament as one HTML page with plots."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from ferrovia.arena import Tournament, TournamentPlan
from ferrovia.boards import load
from ferrovia.report.page import render
from ferrovia.report.tournament_figures import BoardFigures, paint, section
from ferrovia.text.words import DEFAULT, Words

READING: Final = ("read_fair", "read_wins", "read_interval", "read_rating", "read_turns")


def tournament_page(tournament: Tournament, language: str = DEFAULT) -> str:
    """The HTML of a tournament in which at least one game was played."""
    words, plan = Words(language), tournament.plan
    return render(
        "tournament",
        words,
        boards=", ".join(words.of(load(board).names) for board in plan.boards),
        facts=list(facts(words, tournament)),
        sections=list(sections(words, tournament)),
        reading=[words.say(f"arena.{key}") for key in READING],
        command="ferrovia arena",
        options=[f"--{name} {shlex.quote(value)}" for name, value in arguments(plan)],
    )


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


def sections(words: Words, tournament: Tournament) -> Iterator[BoardFigures]:
    """One for every board. The only one needs no heading: the page has it."""
    colours = paint(tournament.plan)
    for board in tournament.plan.boards:
        heading = words.of(load(board).names) if len(tournament.plan.boards) > 1 else ""
        yield section(words, tournament, board, colours, heading)


def arguments(plan: TournamentPlan) -> Iterator[tuple[str, str]]:
    """Of the command that plays this tournament again. Bots from files are named without their folders."""
    yield from (("board", load(board).id) for board in plan.boards)
    yield "bots", ",".join(plan.names[bot] for bot in plan.bots)
    yield from (("games", str(plan.games)), ("seats", str(plan.seats)))
    yield from (("format", plan.format), ("seed", str(plan.seed)))
    yield from (("option", f"{option}={'on' if on else 'off'}") for option, on in plan.options)
    if plan.budget.iterations is not None:
        yield "iterations", str(plan.budget.iterations)
    if plan.budget.seconds is not None:
        yield "seconds", str(plan.budget.seconds)
