"""What a server tells of a measured board, and the work itself, which a process of its own does."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from typing_extensions import TypedDict

from ferrovia.balance import BalancePlan, Measurement, figures_of
from ferrovia.balance.findings import findings
from ferrovia.balance.intervals import Figure
from ferrovia.balance.plan import PLANNER
from ferrovia.balance.rows import ColourRow, Figures, LaneRow, TicketRow
from ferrovia.balance.summary import Summary, builtin_summaries, summary_of
from ferrovia.boards import known
from ferrovia.engine.board import Board
from ferrovia.text.words import LANGUAGES, Words

LEAST_BATCHES: Final = 10
"""Of a board that takes long: fewer would not tell how sure a figure is."""


@dataclass(frozen=True)
class BalanceBudget:
    """What one measurement plays, and how many of them an address may ask for in an hour."""

    planner_games: int = 4000
    computing: float = 60.0
    """Seconds of processor time after which no more games are begun. How busy the machine is makes no difference."""
    an_hour: int = 30


class FigureInfo(TypedDict):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


class SeatFigures(TypedDict):
    turn: int
    """The place in the order of play, from 1 on."""
    win: FigureInfo


class LaneFigures(TypedDict):
    lane: int
    """As in a board's `routes`."""
    claimed: FigureInfo
    when: FigureInfo | None
    lacked: FigureInfo | None
    snatched: FigureInfo | None
    cost: FigureInfo | None


class TicketFigures(TypedDict):
    ticket: int
    """As in a board's `ticket_list`."""
    points: int
    way: int
    kept: FigureInfo | None
    completed: FigureInfo | None
    gain: FigureInfo | None
    worth: FigureInfo | None


class OfferFigures(TypedDict):
    """Opening offers of a class by the sum of their points."""

    least: int | None
    most: int | None
    """None: no bound."""
    win: FigureInfo


class ColourFigures(TypedDict):
    colour: str
    cards: int
    """In the deck."""
    spaces: int
    """On lanes of this colour."""
    wilds: FigureInfo | None
    idle: FigureInfo | None
    short: FigureInfo | None
    scarce: FigureInfo | None


class FoundInfo(TypedDict):
    """Something to look at."""

    code: str
    weight: float
    """0: within what is usual; from 1 on it stands out."""
    text: dict[str, str]
    """By language."""


class BesideInfo(TypedDict):
    board: str
    summary: dict[str, FigureInfo | None]


class Balance(TypedDict):
    """What planners' games tell of a board with so many players."""

    digest: str
    players: int
    games: int
    """Between planners."""
    planned: int
    """Games that were to be played; a board that takes long is measured by fewer."""
    first: list[FoundInfo]
    """What to look at first, the weightiest first."""
    seats: list[SeatFigures]
    lanes: list[LaneFigures]
    tickets: list[TicketFigures]
    offers: list[OfferFigures]
    colours: list[ColourFigures]
    summary: dict[str, FigureInfo | None]
    beside: list[BesideInfo]
    """The boards that come with Ferrovia, with as many players."""


def measured(name: str, players: int, budget: BalanceBudget) -> Balance:
    board = known(name)
    measurement = Measurement(BalancePlan(board, (players,), 0, budget.planner_games, 0))
    games = play_within(measurement, budget.computing)
    figures = figures_of(measurement)
    return {
        "digest": board.digest,
        "players": players,
        "games": games,
        "planned": budget.planner_games,
        "first": found_things(board, figures),
        "seats": [{"turn": row.turn, "win": told(row.win)} for row in figures.seats if row.turn is not None],
        "lanes": [lane_figures(row) for row in figures.lanes],
        "tickets": [ticket_figures(row) for row in figures.tickets],
        "offers": [
            {"least": row.least, "most": row.most, "win": told(row.win)} for row in figures.offers if row.ticket is None
        ],
        "colours": [colour_figures(row) for row in figures.colours],
        "summary": summary_info(summary_of(figures, players, PLANNER)),
        "beside": [
            {"board": id, "summary": summary_info(summary)} for id, summary in builtin_summaries(players, PLANNER)
        ],
    }


def play_within(measurement: Measurement, computing: float) -> int:
    """Plays to the end, or until so many seconds have been computed; how many games that were."""
    begun, games = time.process_time(), 0
    with closing(measurement.play(jobs=1)) as playing:
        for batches, batch in enumerate(playing, 1):
            games += batch.games
            if batches >= LEAST_BATCHES and time.process_time() - begun >= computing:
                break
    return games


def found_things(board: Board, figures: Figures) -> list[FoundInfo]:
    from ferrovia.report.balance_text import finding_text  # only here: reports have words that no other answer needs

    return [
        {
            "code": finding.code,
            "weight": round(finding.weight, 2),
            "text": {language: finding_text(Words(language), board, finding) for language in LANGUAGES},
        }
        for finding in findings(figures)
    ]


def told(figure: Figure) -> FigureInfo:
    return {"value": round(figure.value, 5), "low": round(figure.low, 5), "high": round(figure.high, 5)}


def maybe(figure: Figure | None) -> FigureInfo | None:
    return None if figure is None else told(figure)


def lane_figures(row: LaneRow) -> LaneFigures:
    return {
        "lane": row.lane,
        "claimed": told(row.claimed),
        "when": maybe(row.when),
        "lacked": maybe(row.lacked),
        "snatched": maybe(row.snatched),
        "cost": maybe(row.cost),
    }


def ticket_figures(row: TicketRow) -> TicketFigures:
    return {
        "ticket": row.ticket,
        "points": row.points,
        "way": row.way,
        "kept": maybe(row.kept),
        "completed": maybe(row.completed),
        "gain": maybe(row.gain),
        "worth": maybe(row.worth),
    }


def colour_figures(row: ColourRow) -> ColourFigures:
    return {
        "colour": row.colour,
        "cards": row.cards,
        "spaces": row.spaces,
        "wilds": maybe(row.wilds),
        "idle": maybe(row.idle),
        "short": maybe(row.short),
        "scarce": maybe(row.scarce),
    }


def summary_info(summary: Summary) -> dict[str, FigureInfo | None]:
    return {key: None if figure is None else told(figure) for key, figure in summary.items()}
