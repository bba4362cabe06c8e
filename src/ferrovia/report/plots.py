"""The geometry of a tournament's plots.

Positions across are percentages, so that a plot fills whatever width it gets while its texts keep their size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple

Say = Callable[[float], str]
"""A number in the user's language."""


class Scale(NamedTuple):
    """From values to percentages of the width."""

    low: float
    high: float
    step: float

    def at(self, value: float) -> str:
        return f"{100 * (value - self.low) / (self.high - self.low):.3f}%"

    def width(self, value: float) -> str:
        return f"{100 * value / (self.high - self.low):.3f}%"

    def ticks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + index * self.step for index in range(count + 1)]


def round_scale(low: float, high: float, most_steps: int) -> Scale:
    """The smallest round scale that holds both."""
    span = max(high - low, 1.0)
    power = 10.0 ** floor(log10(span / most_steps))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10, 20) if span / (power * factor) <= most_steps)
    low, high = floor(low / step) * step, ceil(high / step) * step
    return Scale(low, high if high > low else low + step, step)


RATES: Final = Scale(0.0, 1.0, 0.25)
HISTOGRAM: Final = 58
"""The height of a histogram in pixels."""
ROOM: Final = 0.035  # of the width, for a number
ROOM_ON_A_PHONE: Final = 0.1


class Tick(NamedTuple):
    """A number below a plot. A spare one is left out where there is little room."""

    x: str
    text: str
    spare: bool


def axis(scale: Scale, say: Say) -> list[Tick]:
    """Every other number is spare, but never zero."""
    return [Tick(scale.at(tick), say(tick), round(tick / scale.step) % 2 == 1) for tick in scale.ticks()]


class Bar(NamedTuple):
    x: str
    width: str
    y: str
    height: str


def histogram(scores: Sequence[int], scale: Scale, bin: float, tallest: float) -> Iterator[Bar]:
    """How often each score occurred; `tallest` is the share of the games that fills the height."""
    for start, share in sorted(shares(scores, bin).items()):
        tall = share / tallest * (HISTOGRAM - 6)
        yield Bar(scale.at(start), scale.width(bin), f"{HISTOGRAM - tall:.1f}", f"{tall:.1f}")


def shares(scores: Sequence[int], bin: float) -> dict[float, float]:
    """Start of a bin → the share of the games in it."""
    found: dict[float, float] = {}
    for score in scores:
        start = floor(score / bin) * bin
        found[start] = found.get(start, 0.0) + 1 / len(scores)
    return found


class Segment(NamedTuple):
    """A part of a bar, with its number where there is room for one; a spare number is left out on a phone."""

    colour: int
    x: str
    width: str
    middle: str
    text: str
    spare: bool


def stacked(points: Sequence[tuple[int, float]], scale: Scale, say: Say) -> Iterator[Segment]:
    """Bars end to end, each (colour, points): what was won to the right of zero, what was lost to the left."""
    right = left = 0.0
    for colour, value in points:
        start, size = right if value >= 0 else left + value, abs(value)
        part = size / (scale.high - scale.low)
        text = say(value) if part > ROOM else ""
        middle = scale.at(start + size / 2)
        yield Segment(colour, scale.at(start), scale.width(size), middle, text, part <= ROOM_ON_A_PHONE)
        right, left = (right + value, left) if value >= 0 else (right, left + value)
