"""The balance of a board as one HTML page: the five things to look at first, the map, and all figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.balance.findings import findings
from ferrovia.balance.intervals import Figure
from ferrovia.balance.measurement import Measurement
from ferrovia.balance.plan import PLANNER, RANDOM
from ferrovia.balance.rows import Figures, LaneRow, OfferRow, TicketRow
from ferrovia.balance.summary import KEYS, builtin_summaries, summary_of
from ferrovia.boards import board_ids, load
from ferrovia.boards.look import PLAIN, Look
from ferrovia.engine.board import Board
from ferrovia.report.balance_map import HEATS, balance_map
from ferrovia.report.balance_text import finding_mark, finding_text, interval, route, value
from ferrovia.report.page import render
from ferrovia.report.plots import Scale, Tick, axis, round_scale
from ferrovia.text.numbers import percent
from ferrovia.text.words import DEFAULT, Words

READING: Final = ("read_kinds", "read_lot", "read_worth", "read_interval", "read_limits")
TICKET: Final = ("kept", "completed", "gain", "win", "worth")
LANE: Final = ("claimed", "when", "lacked", "lost", "cost", "snatched", "detour")
COLOUR: Final = ("wilds", "idle", "used", "short", "scarce")
LENGTH: Final = ("turns", "lead_changes", "margin", "surprises", "resets", "empty_decks", "bare", "passes")
LANES_SHOWN: Final = 25


@dataclass(frozen=True)
class Cell:
    text: str
    reach: str = ""
    """Its interval, small."""


@dataclass(frozen=True)
class Whisker:
    """A line of a plot."""

    bot: str
    at: str
    low: str
    high: str
    value: str
    detail: str
    label: str
    colour: int = 0


@dataclass(frozen=True)
class Plot:
    lines: Sequence[Whisker]
    scale: Scale
    ticks: Sequence[Tick]
    mark: str
    """Where an equal share is."""


@dataclass(frozen=True)
class Grid:
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell]]]


@dataclass(frozen=True)
class Section:
    """All that is shown at one number of players."""

    players: int
    seats: Plot
    offers: Plot
    tickets: Grid
    lanes: Grid
    colours: Grid
    beside: Grid


def balance_page(
    measurement: Measurement,
    figures: Figures,
    language: str = DEFAULT,
    look: Look = PLAIN,
    options: Sequence[str] = (),
) -> str:
    """The HTML of a measured board. `options` are those of the command that measures it again."""
    words, plan = Words(language), measurement.plan
    board, by = plan.board, PLANNER if plan.planner_games else RANDOM
    lanes = {count: lanes_of(figures, count, by) for count in plan.tables}
    tickets = {count: tickets_of(figures, count, by) for count in plan.tables}
    return render(
        "balance",
        words,
        board=words.of(board.names),
        facts=facts(words, measurement),
        first=[
            (finding_text(words, board, one), finding_mark(words, one), one.weight >= 1, one.weight > 0)
            for one in findings(figures)
        ],
        tables=plan.tables,
        heats=[name for name in HEATS if any(getattr(row, name) for rows in lanes.values() for row in rows)],
        map=balance_map(words, board, look, lanes, tickets),
        has_arcs=by == PLANNER,
        sections=[section(words, board, figures, count, by) for count in plan.tables],
        length=length_grid(words, figures),
        styles=styles_of(figures),
        wins={(row.style, row.against): meeting(words, row.win) for row in figures.styles},
        by=words.say(f"balance.by_{by}"),
        reading=[words.say(f"balance.{key}") for key in READING],
        command="ferrovia balance",
        options=list(options),
    )


def facts(words: Words, measurement: Measurement) -> list[str]:
    plan = measurement.plan
    told = [(plan.games, RANDOM), (plan.planner_games, PLANNER)]
    games = [f"{count} × {words.say(f'balance.by_{by}')}" for count, by in told if count]
    players = ", ".join(map(str, plan.tables))
    return [words.say("balance.players", count=players), *games, words.say("arena.page_seed", seed=plan.seed)]


def lanes_of(figures: Figures, players: int, by: str) -> list[LaneRow]:
    return [row for row in figures.lanes if (row.players, row.by) == (players, by)]


def tickets_of(figures: Figures, players: int, by: str) -> list[TicketRow]:
    return [row for row in figures.tickets if (row.players, row.by) == (players, by)]


def cell(words: Words, key: str, figure: Figure | None) -> Cell:
    return Cell("–") if figure is None else Cell(value(words, key, figure.value), interval(words, key, figure))


def plain(text: object) -> Cell:
    return Cell(str(text))


# --- plots ------------------------------------------------------------------------------------------------
def shares_plot(words: Words, rows: Sequence[tuple[str, Figure]], fair: float) -> Plot:
    bounds = [bound for _, win in rows for bound in (win.low, win.high)]
    scale = round_scale(100 * min([*bounds, fair]), 100 * max([*bounds, fair]), 4)
    lines = [
        Whisker(
            name,
            scale.at(100 * win.value),
            scale.at(100 * win.low),
            scale.at(100 * win.high),
            percent(words, win.value),
            interval(words, "win", win),
            f"{name}: {percent(words, win.value)} ({interval(words, 'win', win)})",
        )
        for name, win in rows
    ]
    return Plot(lines, scale, axis(scale, lambda tick: percent(words, tick / 100, 0)), scale.at(100 * fair))


def seats_plot(words: Words, figures: Figures, players: int, by: str) -> Plot:
    rows = [
        (words.say(f"balance.ordinal_{row.turn}"), row.win)
        for row in figures.seats
        if (row.players, row.by) == (players, by) and row.turn is not None
    ]
    return shares_plot(words, rows, 1 / players)


def offers_plot(words: Words, figures: Figures, players: int, by: str) -> Plot:
    rows = [
        (offer_name(words, row), row.win)
        for row in figures.offers
        if (row.players, row.by, row.ticket) == (players, by, None)
    ]
    return shares_plot(words, rows, 1 / players)


def offer_name(words: Words, row: OfferRow) -> str:
    key = "between"
    if row.least is None or row.most is None:
        key = "below" if row.least is None else "above"
    elif row.least == row.most:
        key = "one"
    return words.say(f"balance.offer_{key}", least=row.least or 0, most=row.most or 0)


# --- tables -----------------------------------------------------------------------------------------------
def section(words: Words, board: Board, figures: Figures, players: int, by: str) -> Section:
    return Section(
        players,
        seats_plot(words, figures, players, by),
        offers_plot(words, figures, players, by),
        tickets_grid(words, board, tickets_of(figures, players, by)),
        lanes_grid(words, board, lanes_of(figures, players, by)),
        colours_grid(words, figures, players, by),
        beside_grid(words, board, figures, players, by),
    )


def columns(words: Words, first: str, keys: Sequence[str]) -> list[str]:
    return [words.say(f"balance.col_{key}") for key in (first, *keys)]


def tickets_grid(words: Words, board: Board, rows: Sequence[TicketRow]) -> Grid:
    """Those furthest from their worth first."""
    ordered = sorted(rows, key=lambda row: -abs(row.worth.value - row.points) if row.worth is not None else 0.0)
    lines = [
        (
            route(words, board, row.to_dict()),
            [plain(row.points), plain(row.way), *(cell(words, key, getattr(row, key)) for key in TICKET)],
        )
        for row in ordered
    ]
    return Grid(columns(words, "ticket", ("points", "way", *TICKET)), lines)


def lanes_grid(words: Words, board: Board, rows: Sequence[LaneRow]) -> Grid:
    """Those that were lacked most."""
    ordered = sorted(rows, key=lambda row: -row.lacked.value if row.lacked is not None else 0.0)
    lines = [
        (
            route(words, board, row.to_dict()),
            [
                plain(words.name("colour", row.colour)),
                plain(row.cards),
                *(cell(words, key, getattr(row, key)) for key in LANE),
            ],
        )
        for row in ordered[:LANES_SHOWN]
    ]
    return Grid(columns(words, "lane", ("colour", "cards", *LANE)), lines)


def colours_grid(words: Words, figures: Figures, players: int, by: str) -> Grid:
    lines = [
        (
            words.name("colour", row.colour),
            [plain(row.cards), plain(row.spaces), *(cell(words, key, getattr(row, key)) for key in COLOUR)],
        )
        for row in figures.colours
        if (row.players, row.by) == (players, by)
    ]
    return Grid(columns(words, "colour", ("cards", "spaces", *COLOUR)), lines)


def beside_grid(words: Words, board: Board, figures: Figures, players: int, by: str) -> Grid:
    """A row for each number, a column for each board."""
    own = summary_of(figures, players, by)
    others = [(name, found) for name, found in builtin_summaries(players, by) if name != board.id]
    known = board_ids()
    names = [words.of(load(name).names) if name in known else name for name, _ in others]
    lines = []
    for key in KEYS:
        cells = [cell(words, key, own[key])]
        cells += [
            Cell("–") if (one := found[key]) is None else Cell(value(words, key, one.value)) for _, found in others
        ]
        lines.append((words.say(f"balance.sum_{key}"), cells))
    return Grid(["", words.say("balance.this_board"), *names], lines)


def length_grid(words: Words, figures: Figures) -> Grid:
    lines = [
        (
            f"{words.say('balance.players', count=row.players)}, {words.say(f'balance.by_{row.by}')}",
            [cell(words, key, getattr(row, key)) for key in LENGTH],
        )
        for row in figures.length
    ]
    return Grid(["", *(words.say(f"balance.col_{key}") for key in LENGTH)], lines)


def styles_of(figures: Figures) -> list[str]:
    return list(dict.fromkeys(row.style for row in figures.styles))


@dataclass(frozen=True)
class Meeting:
    rate: str
    reach: str
    depth: str
    """How blue its cell is, from 0 to 1."""


def meeting(words: Words, win: Figure) -> Meeting:
    depth = max(0.0, min(1.0, 2 * (win.value - 0.5)))
    return Meeting(percent(words, win.value, 0), interval(words, "win", win), f"{depth:.2f}")
