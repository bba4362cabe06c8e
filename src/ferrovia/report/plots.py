"""The plots of a tournament as SVG, to stand inside an HTML page.

Positions across are percentages, so that a plot fills whatever width it gets while its texts keep their size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
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
ROOM: Final = 0.035  # of the width, for a number
ROOM_ON_A_PHONE: Final = 0.1


def svg(height: int, label: str, *parts: str) -> str:
    inside = "".join(parts)
    return f'<svg height="{height}" width="100%" role="img" aria-label="{escape(label, quote=True)}">{inside}</svg>'


def gridlines(scale: Scale) -> str:
    return "".join(upright(scale.at(tick), "grid") for tick in scale.ticks())


def upright(x: str, kind: str) -> str:
    return f'<line class="{kind}" x1="{x}" x2="{x}" y1="0" y2="100%"/>'


def axis(scale: Scale, say: Say) -> str:
    """The numbers below a plot. Every other one can be left out where there is little room, but never zero."""
    texts = []
    for tick in scale.ticks():
        kind = "tick spare" if round(tick / scale.step) % 2 else "tick"
        texts.append(f'<text class="{kind}" x="{scale.at(tick)}" y="14">{escape(say(tick))}</text>')
    return f'<svg class="axis" height="20" width="100%" aria-hidden="true">{"".join(texts)}</svg>'


def whisker(rate: float, low: float, high: float, share: float, colour: int, label: str) -> str:
    """A measured rate with its interval, beside an equal share."""
    dot = f'<circle class="b{colour}" cx="{RATES.at(rate)}" cy="50%" r="6"/>'
    reach = f'<line class="reach b{colour}" x1="{RATES.at(low)}" x2="{RATES.at(high)}" y1="50%" y2="50%"/>'
    return svg(44, label, gridlines(RATES), upright(RATES.at(share), "fair"), reach, dot)


def histogram(scores: Sequence[int], scale: Scale, bin: float, tallest: float, colour: int, label: str) -> str:
    """How often each score occurred; `tallest` is the share of the games that fills the height."""
    height = 58
    bars = []
    for start, share in sorted(shares(scores, bin).items()):
        tall = share / tallest * (height - 6)
        place = f'x="{scale.at(start)}" width="{scale.width(bin)}" y="{height - tall:.1f}" height="{tall:.1f}"'
        bars.append(f'<rect class="bar b{colour}" {place}/>')
    mean = upright(scale.at(sum(scores) / len(scores)), "mean")
    floor_line = '<line class="floor" x1="0" x2="100%" y1="100%" y2="100%"/>'
    return svg(height, label, gridlines(scale), *bars, floor_line, mean)


def shares(scores: Sequence[int], bin: float) -> dict[float, float]:
    """Start of a bin → the share of the games in it."""
    found: dict[float, float] = {}
    for score in scores:
        start = floor(score / bin) * bin
        found[start] = found.get(start, 0.0) + 1 / len(scores)
    return found


def stacked(points: Sequence[tuple[int, float]], scale: Scale, say: Say, label: str) -> str:
    """Bars end to end, each (colour, points): what was won to the right of zero, what was lost to the left."""
    return svg(34, label, gridlines(scale), *segments(points, scale, say), upright(scale.at(0), "zero"))


def segments(points: Sequence[tuple[int, float]], scale: Scale, say: Say) -> Iterator[str]:
    right = left = 0.0
    for colour, value in points:
        start = right if value >= 0 else left + value
        place = f'x="{scale.at(start)}" width="{scale.width(abs(value))}"'
        yield f'<rect class="part l{colour}" {place} y="5" height="24"/>'
        part = abs(value) / (scale.high - scale.low)
        if part > ROOM:
            kind = "inside" if part > ROOM_ON_A_PHONE else "inside spare"
            yield f'<text class="{kind}" x="{scale.at(start + abs(value) / 2)}" y="21">{escape(say(value))}</text>'
        right, left = (right + value, left) if value >= 0 else (right, left + value)
