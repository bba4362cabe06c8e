"""A position as environments render it, for whoever looks on: text, SVG or pixels. Nothing hidden is in it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ferrovia.draw.geometry import Point
from ferrovia.draw.layout import survey
from ferrovia.draw.palette import FAINT_INK, INK, NEUTRAL, PLAYERS, paper
from ferrovia.engine.board import Board
from ferrovia.engine.state import State
from ferrovia.view import SPECTATOR, View, observe

MODES: Final = ["human", "ansi", "svg", "rgb_array"]
WIDE: Final = 600.0
"""Pixels of the longer side."""
LANE: Final = 5.0
FREE_LANE: Final = 1.5
STATION: Final = 6.0
APART: Final = 3.5
"""From one lane of a double route to the other, half of it."""


def render(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """`human` prints the text; without a mode there is nothing."""
    view = observe(state, SPECTATOR)
    if mode == "rgb_array":
        return pixels(view)
    if mode == "svg":
        return svg(view)
    if mode == "ansi":
        return text(view)
    if mode == "human":
        print(text(view))
    return None


# --- text -----------------------------------------------------------------------------------------------
def text(view: View) -> str:
    """A line for the table, one for the row of cards, one for each seat."""
    game = view.game
    names = [place.name for place in game.board.places]
    cards = [*game.colours, "wild"]
    row = " ".join(cards[card] if card >= 0 else "-" for card in view.market)
    lines = [repr(view), f"row={row} deck={view.deck_total}"]
    for seat in range(game.seats):
        lanes = [lane for lane, owner in zip(game.lanes, view.owner, strict=True) if owner == seat]
        routes = ", ".join(f"{names[lane.a]}–{names[lane.b]}" for lane in lanes)
        numbers = f"points={view.points[seat]} cards={view.hand_sizes[seat]} tickets={len(view.held_batches[seat])}"
        lines.append(f"seat={seat} {numbers} routes={routes or '-'}")
    return "\n".join(lines)


# --- where everything lies ------------------------------------------------------------------------------
def places(board: Board) -> tuple[float, float, tuple[Point, ...]]:
    """Width, height and the places, in pixels."""
    ground = survey(board)
    scale = WIDE / max(ground.width, ground.height)
    return ground.width * scale, ground.height * scale, tuple(Point(p.x * scale, p.y * scale) for p in ground.places)


def lines(view: View) -> list[tuple[Point, Point, str, float]]:
    """From, to, colour and width of every lane; free ones first, so that they are under the others."""
    _, _, spots = places(view.game.board)
    found: list[tuple[Point, Point, str, float]] = []
    beside: dict[tuple[int, int], int] = {}
    twin_first = view.game.twin_first
    for index, (lane, owner) in enumerate(zip(view.game.lanes, view.owner, strict=True)):
        ends = (min(lane.a, lane.b), max(lane.a, lane.b))
        number = beside[ends] = beside.get(ends, -1) + 1
        a, b = spots[ends[0]], spots[ends[1]]
        length = max(1.0, ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5)
        aside = APART * (2 * number - int(twin_first[index + 1] - twin_first[index]))
        dx, dy = -(b.y - a.y) / length * aside, (b.x - a.x) / length * aside
        colour = FAINT_INK if owner < 0 else PLAYERS[owner].fill if owner < view.game.seats else NEUTRAL.fill
        found.append((Point(a.x + dx, a.y + dy), Point(b.x + dx, b.y + dy), colour, FREE_LANE if owner < 0 else LANE))
    return sorted(found, key=lambda line: line[3])


def svg(view: View) -> str:
    width, height, spots = places(view.game.board)
    ground = f'<rect width="{width:.0f}" height="{height:.0f}" fill="{paper(view.game.board.id)}"/>'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">', ground]
    for a, b, colour, wide in lines(view):
        ends = f'x1="{a.x:.1f}" y1="{a.y:.1f}" x2="{b.x:.1f}" y2="{b.y:.1f}"'
        parts.append(f'<line {ends} stroke="{colour}" stroke-width="{wide}"/>')
    parts += [f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{STATION}" fill="{INK}"/>' for spot in spots]
    return "\n".join([*parts, "</svg>"])


def pixels(view: View) -> NDArray[np.uint8]:
    """Height × width × red, green, blue."""
    width, height, spots = places(view.game.board)
    picture = np.empty((round(height), round(width), 3), np.uint8)
    picture[:] = rgb(paper(view.game.board.id))
    for a, b, colour, wide in lines(view):
        dab(picture, a, b, rgb(colour), wide / 2)
    for spot in spots:
        dab(picture, spot, spot, rgb(INK), STATION)
    return picture


def dab(picture: NDArray[np.uint8], a: Point, b: Point, colour: tuple[int, ...], reach: float) -> None:
    """Colours every pixel that is this near to the line from a to b."""
    left, top = max(0, int(min(a.x, b.x) - reach)), max(0, int(min(a.y, b.y) - reach))
    right, bottom = int(max(a.x, b.x) + reach) + 2, int(max(a.y, b.y) + reach) + 2
    part = picture[top:bottom, left:right]
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    dx, dy = b.x - a.x, b.y - a.y
    along = np.clip(((x - a.x) * dx + (y - a.y) * dy) / max(1e-9, dx * dx + dy * dy), 0, 1)
    part[(x - a.x - along * dx) ** 2 + (y - a.y - along * dy) ** 2 <= reach * reach] = colour


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
