"""The map of a balance report: lanes by their heat, tickets as arcs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.balance.intervals import Figure
from ferrovia.balance.rows import LaneRow, TicketRow
from ferrovia.boards.look import Look
from ferrovia.draw.bends import lay_out
from ferrovia.draw.layout import Ground, survey
from ferrovia.draw.lettering import text_width
from ferrovia.draw.plan import BoardPlan, PlatePlan, plan_of
from ferrovia.engine.board import Board
from ferrovia.engine.game import lane_order
from ferrovia.report.balance_text import route, value
from ferrovia.text.words import Words

BOW: Final = 0.16
"""How far an arc leaves the straight line, as a share of it."""
HEATS: Final = ("claimed", "when", "lacked", "snatched")
WHOLE: Final = ("claimed", "when")
"""Heats that run from 0 to 1; the others from 0 to the hottest lane."""
SLIGHT: Final = 2.0
"""Points off its worth that make an arc no thicker …"""
FARTHEST: Final = 9.0
"""… and so many more beyond them, no thicker still: a broad one hides the map."""

READABLE: Final = 11.5
"""Pixels that the letters of names should have …"""
SHOWN: Final = (1024.0, 775.0)
"""… where a map is so wide or so high at most …"""
LARGER: Final = 1.25
"""… and how much larger than on the board they may become for it: larger ones would find no place."""
LINE: Final = 1.12
"""From one line of a name to the next, in heights of a letter."""


@dataclass(frozen=True)
class NameLine:
    """A line of a place's name. It is set to its width, for nobody knows how wide the face of a reader is."""

    text: str
    x: str
    y: str
    size: str
    width: str


@dataclass(frozen=True)
class Arc:
    path: str
    width: str
    kind: str
    """`high`, `low` or `fair`; `hard` if no number of points would help."""
    title: str


@dataclass(frozen=True)
class Heat:
    """A layer of lanes at one number of players."""

    name: str
    lanes: Sequence[tuple[int, str]]
    """(lane, from 0 to 1)."""
    low: str
    high: str
    """What the ends of the scale mean."""


@dataclass(frozen=True)
class Layer:
    players: int
    heats: Sequence[Heat]
    arcs: Sequence[Arc]
    titles: Sequence[str]
    """Of every lane, what there is to say about it."""


@dataclass(frozen=True)
class BalanceMap:
    plan: BoardPlan
    least: int
    """Pixels across from which its names can be read."""
    names: Sequence[NameLine]
    layers: Sequence[Layer]


def balance_map(
    words: Words,
    board: Board,
    look: Look,
    lanes: Mapping[int, Sequence[LaneRow]],
    tickets: Mapping[int, Sequence[TicketRow]],
) -> BalanceMap:
    """`lanes` and `tickets` by the number of players."""
    first = next(iter(lanes.values()), [])
    order = lanes_of(board, first)
    lanes_in_order = [board.lanes[place] for place in order]
    layout = lay_out(survey(board, look))
    plan = plan_of(layout.with_letters(letters_of(layout.ground)), lanes_in_order, words.language)
    layers = [
        Layer(
            players,
            [heat for name in HEATS if (heat := heat_of(words, name, rows)) is not None],
            sorted(arcs(words, board, plan, tickets[players]), key=lambda arc: float(arc.width)),
            [lane_title(words, board, row) for row in rows],
        )
        for players, rows in lanes.items()
    ]
    return BalanceMap(plan, least_width(plan), [line for plate in plan["plates"] for line in name_lines(plate)], layers)


def letters_of(ground: Ground) -> float:
    """How many times as large as on the board names are."""
    shown = ground.sizes.text * min(SHOWN[0] / ground.width, SHOWN[1] / ground.height)
    return min(max(1.0, READABLE / shown), LARGER)


def least_width(plan: BoardPlan) -> int:
    smallest = min(plate["text"] for plate in plan["plates"])
    return round(plan["width"] * min(1.0, READABLE / smallest))


def name_lines(plate: PlatePlan) -> Iterator[NameLine]:
    """Within the plate, which the drawing keeps clear of places and of other names."""
    spot, lines, size = plate["spot"], plate["lines"], plate["text"]
    for number, line in enumerate(lines):
        y = spot["y"] + size * (0.35 + LINE * (number - (len(lines) - 1) / 2))
        yield NameLine(line, f"{spot['x']:g}", f"{y:.1f}", f"{size:g}", f"{text_width(line, size):.1f}")


def lanes_of(board: Board, rows: Sequence[LaneRow]) -> list[int]:
    """The places in their file of the lanes of a game: it numbers them by colour, piece and price."""
    return [place for place, _ in zip(lane_order(board), rows, strict=True)]


def heat_of(words: Words, name: str, rows: Sequence[LaneRow]) -> Heat | None:
    figures: list[Figure | None] = [getattr(row, name) for row in rows]
    values = [None if figure is None else figure.value for figure in figures]
    known = [one for one in values if one is not None]
    if not known:
        return None
    top = 1.0 if name in WHOLE else max(*known, 1e-9)
    lanes = [(row.lane, f"{min(1.0, one / top):.2f}") for row, one in zip(rows, values, strict=True) if one is not None]
    return Heat(name, lanes, value(words, name, 0.0), value(words, name, top))


def lane_title(words: Words, board: Board, row: LaneRow) -> str:
    told = [f"{route(words, board, row.to_dict())} ({words.name('colour', row.colour)}, {row.cards})"]
    for name in (*HEATS, "cost", "detour"):
        figure = getattr(row, name)
        if figure is not None:
            told.append(f"{words.say(f'balance.col_{name}')} {value(words, name, figure.value)}")
    return " · ".join(told)


def arcs(words: Words, board: Board, plan: BoardPlan, rows: Sequence[TicketRow]) -> Iterator[Arc]:
    for row in rows:
        ticket = board.tickets[row.ticket]
        a, b = plan["places"][ticket.a], plan["places"][ticket.b]
        across, down = b["x"] - a["x"], b["y"] - a["y"]
        if down > 0 or (down == 0 and across < 0):  # all bow the same way, so that arcs of one course lie apart
            across, down = -across, -down
        middle = (a["x"] + b["x"]) / 2 - BOW * down, (a["y"] + b["y"]) / 2 + BOW * across
        path = f"M{a['x']:g} {a['y']:g}Q{middle[0]:.1f} {middle[1]:.1f} {b['x']:g} {b['y']:g}"
        off = 0.0 if row.worth is None else row.points - row.worth.value
        kind = "fair" if abs(off) <= SLIGHT else "high" if off > 0 else "low"
        if row.worth is None and row.gain is not None:
            kind = "hard"
        width = 6.0 if kind == "hard" else 2.5 + min(max(abs(off) - SLIGHT, 0.0), FARTHEST)
        worth = (
            "" if row.worth is None else f" · {words.say('balance.col_worth')} {value(words, 'worth', row.worth.value)}"
        )
        title = f"{route(words, board, row.to_dict())}: {row.points}{worth}"
        yield Arc(path, f"{width:.1f}", kind, title)
