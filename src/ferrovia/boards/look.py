"""How a board is drawn. Nothing here changes the game or the board's digest; look.toml has it, and may be missing.

All lengths are in the units of locations.csv, so that a drawing lies where the places lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

KINDS: Final = (
    "water", "park", "built", "relief", "depth", "figure", "roof", "shade", "lamp",
    "river", "ripple", "hatch", "street", "road", "quay", "border", "shoal", "engraving", "wood",
)  # fmt: skip
"""Fills first: water, park, built (the second tint of the land), relief (a veil of ink; several make a slope), depth (a
veil of open water away from the shore; several make it deep), figure (light ground of a peak or landmark), roof (the
second colour of a landmark), shade (its dark side, and its shadow) and lamp (its windows, lit by night).
The others are pens; roads are left open in what is built, quay is a row of house fronts, engraving the clear line of
peaks and landmarks, and a line of no length in wood is a tree."""
TINTS: Final = ("water", "park", "built", "ink")
PAPER: Final = "paper"
"""A tint that a look may leave out: its board then gets a paper of its own from its id."""


@dataclass(frozen=True)
class Sheet:
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Layer:
    kind: str
    path: str
    pen: float | None
    """Its width, where the kind's own is not right."""


@dataclass(frozen=True)
class Rose:
    x: float
    y: float
    radius: float
    north: float
    """Degrees clockwise from the top."""


@dataclass(frozen=True)
class Vignette:
    """A small drawing for the board, about 120 by 100 around its 0,0."""

    fill: str
    line: str
    fine: str
    x: float
    y: float
    scale: float
    framed: bool
    """In an oval frame, where there is no open water to stand on."""
    roof: str = ""
    """These three as the kinds of layers of their names, if it has them."""
    shade: str = ""
    lamp: str = ""


@dataclass(frozen=True)
class Picture:
    """One that lies under all layers."""

    data: str
    """A plain JPEG in base64."""
    x: float
    y: float
    width: float
    height: float
    opacity: float


@dataclass(frozen=True)
class Backdrop:
    tint: Mapping[str, str]
    """By day: TINTS and, if the look has it, PAPER. By night they lend the night's colours a little of their hue."""
    layers: tuple[Layer, ...]
    """From the lowest."""
    rose: Rose | None
    vignette: Vignette | None
    picture: Picture | None = None


@dataclass(frozen=True)
class RouteBend:
    """How a route is drawn. Numbers are shares of its length, and positive to the right of who goes from a to b."""

    start: float
    end: float
    spread: float
    move: float


@dataclass(frozen=True)
class LabelSpot:
    angle: float
    """Of the plate, seen from its place: degrees clockwise, 0 to the right."""
    away: float
    """Beyond where it would touch its place."""


@dataclass(frozen=True)
class Look:
    sheet: Sheet | None = None
    backdrop: Backdrop | None = None
    bends: Mapping[tuple[int, int], RouteBend] = field(default_factory=dict)
    """By the numbers of the two places, the lower one first."""
    labels: Mapping[int, LabelSpot] = field(default_factory=dict)
    """By the number of the place."""


PLAIN: Final = Look()
