"""The faces and the back of train cards as paths, for the page and for paper: 100 wide and 140 high."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from ferrovia.draw.palette import INK, TONES, Tone
from ferrovia.draw.scenery import mixed
from ferrovia.draw.symbols import SYMBOLS
from ferrovia.draw.vehicles import VEHICLES
from ferrovia.engine.board import WILD

WIDTH: Final = 100.0
HEIGHT: Final = 140.0
PAPER: Final = "#fbf4e2"
GLASS: Final = "#fffaf0"
ON_WHEEL: Final = 8  # colours of the wild card: those of most boards
GOLD: Final = "#d9a441"
BACK: Final = "#1f4a4a"
BACK_EDGE: Final = "#0e2726"
BACK_DEEP: Final = "#143534"
BRASS: Final = Tone("#f3e2b3", "#6b4f16", "#3d2c08", "#f3e2b3")
"""Of the wild card."""
SKY: Final = (80, 82, 84, 86, 88.2, 90.6, 93.2, 96.2, 99.6, 103.4)
NAME_AT: Final = (50.0, 133.2)
NAME_SIZE: Final = 10.0
"""Where the colour's name stands on a large face; whoever draws it writes it, in a language."""
TINT: Final = 0.62  # of the card's colour in a vehicle's body
EMBLEM: Final = "M-7 12V-12H10V-6.5H-.5V-2.5H7V3H-.5V12Z"
HUB: Final = "M-.3-.08H.3M-.3.08H.3M-.2-.15V.15M-.07-.15V.15M.07-.15V.15M.2-.15V.15"


@dataclass(frozen=True)
class Part:
    """A path, moved to `x`, `y` and drawn `scale` times as large. Colours as `#rrggbb`; "" is none."""

    path: str
    fill: str = ""
    stroke: str = ""
    pen: float = 0.0
    opacity: float = 1.0
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


def tone_of(colour: str) -> Tone:
    return TONES.get(colour, BRASS)


def rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    turn = f"a{r:g} {r:g} 0 0 1"
    right, down = width - 2 * r, height - 2 * r
    upper = f"M{x + r:g} {y:g}h{right:g}{turn} {r:g} {r:g}v{down:g}{turn} {-r:g} {r:g}"
    return f"{upper}h{-right:g}{turn} {-r:g} {-r:g}v{-down:g}{turn} {r:g} {-r:g}Z"


def disc(r: float) -> str:
    return f"M{-r:g} 0a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


# --- the face -------------------------------------------------------------------------------------------
def face(colour: str) -> list[Part]:
    """As large as a card is held in the hand."""
    tone = tone_of(colour)
    return [
        Part(rounded(1.5, 1.5, 97, 137, 9), tone.fill, tone.edge, 3),
        Part(rounded(5.5, 5.5, 89, 129, 5.5), "", tone.symbol, 0.8, 0.65),
        *motif(colour),
    ]


def motif(colour: str) -> list[Part]:
    """A large face without its frame, for who frames it: symbols above, the vehicle below."""
    tone = tone_of(colour)
    return [
        *emblem(colour, tone),
        Part("M8 77H92V123H8Z", PAPER),
        Part("".join(f"M9 {y:g}H91" for y in SKY), "", tone.edge, 0.35, 0.5),
        Part("M8 119.5H92M8 121.5H92", "", tone.edge, 1),
        *vehicle(colour, tone),
        Part("M8 77H92V123H8Z", "", tone.edge, 1.3),
    ]


def emblem(colour: str, tone: Tone) -> Iterator[Part]:
    if colour == WILD:
        yield from placed(wheel(), 50, 42, 31)
        return
    for x, y, scale in ((50, 43, 27), (14.5, 15, 5.2), (85.5, 15, 5.2)):
        yield Part(SYMBOLS[colour], tone.symbol, x=x, y=y, scale=scale)


def vehicle(colour: str, tone: Tone) -> Iterator[Part]:
    drawing = VEHICLES.get(colour)
    if drawing is None:
        return
    body = mixed(tone.fill, TINT, PAPER)
    parts = [
        Part(drawing.dark, tone.edge),
        Part(drawing.body, body, tone.edge, 1),
        Part(drawing.light, GLASS, tone.edge, 0.6),
        Part(drawing.fine, "", tone.edge, 0.4),
        Part(drawing.line, "", tone.edge, 0.8),
    ]
    yield from placed(parts, 50, 119, 0.94)


def small_face(colour: str) -> list[Part]:
    """As small as a card is in a row of many: no hairlines, and the symbol lower, clear of the count."""
    tone = tone_of(colour)
    drawing = VEHICLES.get(colour)
    parts = [Part(rounded(1.5, 1.5, 97, 137, 9), tone.fill, tone.edge, 4)]
    if colour == WILD:
        parts += placed(wheel(fine=False), 46, 48, 36)
    else:
        parts.append(Part(SYMBOLS[colour], tone.symbol, x=45, y=50, scale=31))
    parts.append(Part("M6 92H94V128Q94 134 88 134H12Q6 134 6 128Z", PAPER))
    if drawing is not None:
        body = Part(drawing.body, mixed(tone.fill, TINT, PAPER), tone.edge, 2)
        parts += placed(
            [Part(drawing.dark, tone.edge), body, Part(drawing.light, GLASS, tone.edge, 0.6)], 50, 127, 1.02
        )
    parts.append(Part("M6 128.5H94", "", tone.edge, 2))
    return parts


def placed(parts: list[Part], x: float, y: float, scale: float) -> list[Part]:
    """Parts around 0,0 somewhere on the card."""
    return [
        Part(
            part.path, part.fill, part.stroke, part.pen, part.opacity,
            x + scale * part.x, y + scale * part.y, scale * part.scale,
        )
        for part in parts
    ]  # fmt: skip


def wheel(*, fine: bool = True) -> list[Part]:
    """The wild card's mark, of radius 1 around 0,0: the usual colours around a hub; `fine` with their symbols."""
    parts = [Part(disc(1.05), INK)]
    step = 2 * pi / ON_WHEEL
    for number, (colour, tone) in enumerate(list(TONES.items())[:ON_WHEEL]):
        first, last, middle = (step * (number + share) - step / 2 - pi / 2 for share in (0, 1, 0.5))
        outer = f"M{cos(first):.3f} {sin(first):.3f}A1 1 0 0 1 {cos(last):.3f} {sin(last):.3f}"
        inner = f"L{0.36 * cos(last):.3f} {0.36 * sin(last):.3f}A.36 .36 0 0 0 "
        inner += f"{0.36 * cos(first):.3f} {0.36 * sin(first):.3f}Z"
        parts.append(Part(outer + inner, tone.fill, INK, 0.05))
        if fine:
            at = round(0.7 * cos(middle), 3), round(0.7 * sin(middle), 3)
            parts.append(Part(SYMBOLS[colour], tone.symbol, x=at[0], y=at[1], scale=0.15))
    return [*parts, Part(disc(0.32), GOLD, INK, 0.07), Part(HUB, "", INK, 0.045)]


# --- the back -------------------------------------------------------------------------------------------
def back() -> list[Part]:
    """Woven bands of gold on green, and the emblem."""
    return [*back_ground(Part(bands(), "", GOLD, 0.7, 0.6)), *back_emblem()]


def bands() -> str:
    data = ""
    for ring in range(6):
        left, right, top = 10 + ring * 6, 90 - ring * 6, 24 + ring * 18
        data += f"M{left} 10C{left} 60 {right} 80 {right} 130M{right} 10C{right} 60 {left} 80 {left} 130"
        for rise in (-14, 14):
            data += f"M10 {top}C40 {top + rise} 60 {top - rise} 90 {top}"
    return data


def back_ground(woven: Part) -> list[Part]:
    frame = Part(rounded(7, 7, 86, 126, 4.5), "", GOLD, 1.2)
    return [Part(rounded(1.5, 1.5, 97, 137, 9), BACK, BACK_EDGE, 3), frame, woven]


def back_emblem() -> list[Part]:
    parts = [Part(disc(25), BACK_DEEP, GOLD, 2.4), Part(disc(20.5), "", GOLD, 0.9), Part(EMBLEM, BRASS.fill)]
    return placed(parts, 50, 70, 1)
