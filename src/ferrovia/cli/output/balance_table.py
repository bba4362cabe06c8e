"""What was measured of a board as text in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table as Grid

from ferrovia.balance import PLANNER, RANDOM, Figure, Figures, Measurement
from ferrovia.balance.comparison import Change
from ferrovia.balance.findings import findings
from ferrovia.balance.summary import KEYS, builtin_summaries, summary_of
from ferrovia.cli.output.console import console
from ferrovia.engine.board import Board
from ferrovia.report.balance_text import change_subject, finding_mark, finding_text, interval, route, value
from ferrovia.text.words import Words

ROWS: Final = 10
"""Tickets and lanes that are shown; JSON and the report have all."""
TICKET: Final = ("kept", "completed", "gain", "win", "worth")
LANE: Final = ("claimed", "when", "lacked", "cost", "snatched", "detour")
COLOUR: Final = ("wilds", "idle", "used", "short", "scarce")


def show(words: Words, measurement: Measurement, figures: Figures) -> None:
    out, plan = console(), measurement.plan
    title = {"board": words.of(plan.board.names), "random": plan.games, "planner": plan.planner_games}
    players = ", ".join(map(str, plan.tables))
    out.print(words.say("balance.title", **title, players=players, seed=plan.seed))
    out.print()
    out.print(words.say("balance.first_title"))
    for number, finding in enumerate(findings(figures), 1):
        out.print(f"{number}. {finding_text(words, plan.board, finding)} [{finding_mark(words, finding)}]")
    by = PLANNER if plan.planner_games else RANDOM
    for count in plan.tables:
        out.print()
        out.print(f"— {words.say('balance.players', count=count)} · {words.say(f'balance.by_{by}')} —")
        show_seats(words, out, figures, count, by)
        show_beside(words, out, plan.board, figures, count, by)
        show_things(words, out, plan.board, figures, count, by)
    show_styles(words, out, figures)


def grid_of(words: Words, first: str, columns: Iterable[str]) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(first)
    for column in columns:
        grid.add_column(words.say(f"balance.col_{column}") if column else "", justify="right")
    return grid


def cell(words: Words, key: str, figure: Figure | None) -> str:
    return "–" if figure is None else f"{value(words, key, figure.value)} ({interval(words, key, figure)})"


def show_seats(words: Words, out: Console, figures: Figures, players: int, by: str) -> None:
    grid = grid_of(words, words.say("balance.seats_title"), ("win", "score"))
    for row in figures.seats:
        if (row.players, row.by) == (players, by) and row.turn is not None:
            seat = words.say(f"balance.ordinal_{row.turn}")
            grid.add_row(seat, cell(words, "win", row.win), cell(words, "score", row.score))
    out.print(grid)


def show_beside(words: Words, out: Console, board: Board, figures: Figures, players: int, by: str) -> None:
    others = [(name, summary) for name, summary in builtin_summaries(players, by) if name != board.id]
    grid = grid_of(words, words.say("balance.beside_title"), ())
    for name in (words.say("balance.this_board"), *(name for name, _ in others)):
        grid.add_column(name, justify="right")
    own = summary_of(figures, players, by)
    for key in KEYS:
        figure = own[key]
        cells = [other[key] for _, other in others]
        texts = ["–" if one is None else value(words, key, one.value) for one in cells]
        grid.add_row(words.say(f"balance.sum_{key}"), "–" if figure is None else cell(words, key, figure), *texts)
    out.print()
    out.print(grid)


def show_things(words: Words, out: Console, board: Board, figures: Figures, players: int, by: str) -> None:
    here = (players, by)
    tickets = [row for row in figures.tickets if (row.players, row.by) == here]
    tickets.sort(key=lambda row: -abs(row.worth.value - row.points) if row.worth is not None else 0.0)
    grid = grid_of(words, words.say("balance.tickets_title"), ("points", *TICKET))
    for ticket in tickets[:ROWS]:
        cells = [cell(words, key, getattr(ticket, key)) for key in TICKET]
        grid.add_row(route(words, board, ticket.to_dict()), str(ticket.points), *cells)
    lanes = [row for row in figures.lanes if (row.players, row.by) == here]
    lanes.sort(key=lambda row: -row.lacked.value if row.lacked is not None else 0.0)
    by_lane = grid_of(words, words.say("balance.lanes_title"), ("cards", *LANE))
    for lane in lanes[:ROWS]:
        name = f"{route(words, board, lane.to_dict())}, {words.name('colour', lane.colour)}"
        by_lane.add_row(name, str(lane.cards), *(cell(words, key, getattr(lane, key)) for key in LANE))
    colours = grid_of(words, words.say("balance.colours_title"), ("cards", "spaces", *COLOUR))
    for row in figures.colours:
        if (row.players, row.by) == here:
            cells = [cell(words, key, getattr(row, key)) for key in COLOUR]
            colours.add_row(words.name("colour", row.colour), str(row.cards), str(row.spaces), *cells)
    for found in (grid, by_lane, colours):
        out.print()
        out.print(found)


def show_styles(words: Words, out: Console, figures: Figures) -> None:
    styles = list(dict.fromkeys(row.style for row in figures.styles))
    if not styles:
        return
    grid = grid_of(words, words.say("balance.styles_title"), ())
    for style in styles:
        grid.add_column(style, justify="right")
    wins = {(row.style, row.against): row.win for row in figures.styles}
    for style in styles:
        cells = [wins.get((style, other)) for other in styles]
        grid.add_row(style, *("–" if win is None else cell(words, "win", win) for win in cells))
    out.print()
    out.print(grid)


def show_changes(words: Words, here: Board, there: Board, changes: Sequence[Change], asked: str) -> None:
    """Those beyond their interval. `asked`: what the other board was asked for by, since it may have the same name."""
    out = console()
    sure = [change for change in changes if change.sure > 1]
    out.print()
    board, other = words.of(here.names), words.of(there.names)
    out.print(words.say("balance.against_title", other=asked if other == board else other, board=board))
    if not sure:
        out.print(words.say("balance.against_none"))
        return
    luck = round(len(changes) / 20)
    out.print(words.say("balance.against_note", count=len(sure), all=len(changes), luck=luck))
    grid = grid_of(words, "", ("players", "by", "figure", "here", "there", "change"))
    for change in sure[: 3 * ROWS]:
        by, figure = words.say(f"balance.by_{change.by}"), words.say(f"balance.col_{change.figure}")
        values = [value(words, change.figure, one) for one in (change.here, change.there)]
        told = cell(words, change.figure, change.change)
        grid.add_row(change_subject(words, here, change), str(change.players), by, figure, *values, told)
    out.print(grid)
