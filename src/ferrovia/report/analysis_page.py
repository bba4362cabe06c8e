"""An analysis as one HTML page: the chances as bands, the turning points, the mistakes, and every move."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

import ferrovia
from ferrovia.analysis import Analysis, Judged
from ferrovia.cli import analyse_plots as plots
from ferrovia.cli import analyse_words as say
from ferrovia.cli.arena_plots import Scale
from ferrovia.cli.output.tournament_table import number
from ferrovia.cli.page import document, opening, tag, text
from ferrovia.text.names import Table

READING: Final = ("read_chances", "read_expert", "read_loss", "read_sure")
READING_UNFINISHED: Final = ("unfinished",)


def page(table: Table, analysis: Analysis, file: str) -> str:
    words = table.words
    board = words.of(table.game.board.names)
    names = ", ".join(table.seat(seat) for seat in range(len(analysis.seats)))
    reading = READING if analysis.finished else READING_UNFINISHED
    hints = "".join(tag("li", words.say(f"analyse.{key}")) for key in reading)
    body = [
        opening(words.say("analyse.page_head"), board, [names, *say.facts(table, analysis)]),
        "<section>",
        *first_words(table, analysis),
        chances_figure(table, analysis),
        turns_figure(table, analysis),
        *([mistakes_figure(table, analysis)] if analysis.finished else []),
        moves_table(table, analysis),
        "</section>",
        f"<footer>{tag('h3', words.say('analyse.read_title'))}<ul>{hints}</ul>",
        tag("h3", words.say("analyse.again_title")) + f"<pre><code>{again(analysis, file)}</code></pre>",
        tag("p", words.say("arena.made_by", version=ferrovia.__version__), "note") + "</footer>",
    ]
    title = words.say("analyse.page_title", board=board, names=names)
    return document(words, title, ["arena.css", "analyse.css"], body)


def again(analysis: Analysis, file: str) -> str:
    """The command that makes this analysis again; no line ends between an option and its value."""
    options = [f"<span>--{name} {value}</span>" for name, value in arguments(analysis)]
    return " ".join(["ferrovia analyse", f"<span>{text(shlex.quote(file))}</span>", *options])


def arguments(analysis: Analysis) -> Iterator[tuple[str, str]]:
    if analysis.budget.iterations is not None:
        yield "iterations", str(analysis.budget.iterations)
    if analysis.budget.seconds is not None:
        yield "seconds", str(analysis.budget.seconds)
    yield from (("from", str(analysis.moves[0].number)), ("to", str(analysis.moves[-1].number)))


def first_words(table: Table, analysis: Analysis) -> Iterator[str]:
    """The first things anybody wants to know: who won, and when it was decided."""
    yield tag("p", say.headline(table, analysis), "headline")
    turns = analysis.turning_points()
    if turns:
        most = max(turns, key=analysis.change)
        swing = say.swing(table, analysis, most)
        yield tag("p", table.words.say("analyse.turn", move=most.number, swing=swing), "note")


def figure(table: Table, name: str, *parts: str) -> str:
    head = tag("h3", table.words.say(f"analyse.{name}_title")) + tag(
        "p", table.words.say(f"analyse.{name}_note"), "note"
    )
    return f"<figure><figcaption>{head}</figcaption>{''.join(parts)}</figure>"


# --- chances ----------------------------------------------------------------------------------------------
def chances_figure(table: Table, analysis: Analysis) -> str:
    scale = Scale(analysis.start.number, analysis.moves[-1].number, 1)
    names = [table.seat(seat) for seat in range(len(analysis.seats))]
    titles = [table.words.say("analyse.start"), *(move_title(table, move) for move in analysis.moves)]
    label, half = table.words.say("analyse.chances_label"), say.chance(table.words, 0.5)
    drawing = plots.bands([outlook.chances for outlook in analysis.outlooks], scale, names, titles, label, half)
    above, marks = plots.badges([move.number for move in analysis.turning_points()], scale)
    over = f'<svg class="marks" width="100%" height="{above + plots.HEIGHT}" aria-hidden="true">{marks}</svg>'
    inside = f'<div class="river" style="padding-top:{above}px">{over}{drawing}</div>'
    return figure(table, "chances", f'<ul class="keys">{"".join(keys(table, analysis))}</ul>', inside)


def keys(table: Table, analysis: Analysis) -> Iterator[str]:
    """Names from top to bottom, with how it ended."""
    for seat in range(len(analysis.seats)):
        told = "" if analysis.result is None else number(table.words, analysis.result[seat], 0)
        yield f'<li><i class="s{seat}"></i>{text(table.seat(seat))}<b>{told}</b></li>'


def move_title(table: Table, move: Judged) -> str:
    played = say.action(table, move, move.played)
    told = table.words.say("analyse.turn_line", move=move.number, name=table.seat(move.seat), played=played)
    stands = [f"{table.seat(seat)} {say.chance(table.words, value)}" for seat, value in enumerate(move.chances)]
    return f"{told} · {', '.join(stands)}"


# --- what mattered ----------------------------------------------------------------------------------------
def turns_figure(table: Table, analysis: Analysis) -> str:
    turns = analysis.turning_points()
    if not turns:
        return figure(table, "turns", tag("p", table.words.say("analyse.no_turns"), "nothing"))
    items = []
    for count, move in enumerate(turns, 1):
        told = move_link(table, move, table.words.say("analyse.turn_line", **named(table, move)))
        swing = tag("p", say.swing(table, analysis, move), "swing")
        items.append(f'<li><i class="badge">{count}</i><div>{told}{swing}{doubt(table, move)}</div></li>')
    return figure(table, "turns", f'<ol class="turns">{"".join(items)}</ol>')


def named(table: Table, move: Judged) -> dict[str, object]:
    return {"move": move.number, "name": table.seat(move.seat), "played": say.action(table, move, move.played)}


def move_link(table: Table, move: Judged, told: str) -> str:
    return f'<p><a href="#m{move.number}">{text(told)}</a>{question(move)}</p>'


def question(move: Judged) -> str:
    return f' <b class="mark">{say.mark(move)}</b>' if move.mistake else ""


def doubt(table: Table, move: Judged) -> str:
    return tag("p", say.instead(table, move), "note") if move.mistake else ""


def mistakes_figure(table: Table, analysis: Analysis) -> str:
    parts = [seat_mistakes(table, analysis, seat) for seat in range(len(analysis.seats))]
    return figure(table, "mistakes", f'<div class="seats">{"".join(parts)}</div>')


def seat_mistakes(table: Table, analysis: Analysis, seat: int) -> str:
    words = table.words
    head = f'<h4><i class="s{seat}"></i>{text(table.seat(seat))}</h4>' + tag(
        "p", say.record_of(table, analysis, seat), "note"
    )
    worst = analysis.mistakes(seat)
    if not worst:
        return f"<div>{head}{tag('p', words.say('analyse.no_mistakes'), 'nothing')}</div>"
    items = []
    for move in worst:
        told = move_link(table, move, words.say("analyse.mistake_line", **named(table, move)))
        items.append(f"<li>{told}{doubt(table, move)}</li>")
    return f"<div>{head}<ul>{''.join(items)}</ul></div>"


# --- every move -------------------------------------------------------------------------------------------
def moves_table(table: Table, analysis: Analysis) -> str:
    words = table.words
    names = ["move", "player", "played", *(["expert", "loss"] if analysis.finished else []), "chances"]
    head = "".join(f'<th scope="col" class="c-{name}">{text(words.say(f"analyse.{name}"))}</th>' for name in names)
    rows = "".join(move_row(table, move) for move in analysis.moves)
    return f'{tag("h3", words.say("analyse.table_title"))}<table class="moves"><tr>{head}</tr>{rows}</table>'


def move_row(table: Table, move: Judged) -> str:
    words = table.words
    cells = [
        f'<th scope="row" class="c-move">{move.number}</th>',
        f'<td class="c-player"><i class="s{move.seat}"></i>{text(table.seat(move.seat))}</td>',
        f'<td class="c-played">{text(say.action(table, move, move.played))}{question(move)}</td>',
    ]
    if move.best is not None:
        best = words.say("analyse.same") if move.agreed else say.action(table, move, move.best)
        lost = "" if move.agreed else say.loss(words, move)
        cells += [tag("td", best, "c-expert same" if move.agreed else "c-expert"), tag("td", lost, "c-loss")]
    return f'<tr id="m{move.number}">{"".join(cells)}<td class="c-chances">{split(table, move)}</td></tr>'


def split(table: Table, move: Judged) -> str:
    """The chances as one bar of parts."""
    stands = ", ".join(
        f"{table.seat(seat)} {say.chance(table.words, value)}" for seat, value in enumerate(move.chances)
    )
    parts = "".join(f'<i class="s{seat}" style="flex-grow:{value:.4f}"></i>' for seat, value in enumerate(move.chances))
    return f'<div class="split" role="img" aria-label="{text(stands)}" title="{text(stands)}">{parts}</div>'
