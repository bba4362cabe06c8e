"""Small pieces of SVG in millimetres, of which all sheets are made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from ferrovia.draw.cards import Part
from ferrovia.draw.palette import INK
from ferrovia.printing.fonts import SERIF, SIGNS, face_of, width_of

SOFT_INK: Final = "#5d574c"
HAIR: Final = 0.15
SPACES: Final = re.compile("[ \n\r\t]+")
"""Where a line may end: not at a hard space."""


def n(number: float) -> str:
    """To a thousandth of a millimetre."""
    text = f"{number:.3f}".rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text


def tag(name: str, /, **values: str | float | None) -> str:
    return f"<{name}{attributes(**values)}/>"


def attributes(**values: str | float | None) -> str:
    return "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else n(value))}"
        for key, value in values.items()
        if value is not None
    )


def rect(x: float, y: float, width: float, height: float, **look: str | float) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **{"fill": "none", **look})


def line(x1: float, y1: float, x2: float, y2: float, pen: float = HAIR, ink: str = INK, **look: str | float) -> str:
    return path(f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}", fill="none", stroke=ink, stroke_width=pen, **look)


def path(data: str, **look: str | float) -> str:
    return tag("path", d=data, **look)


def circle(x: float, y: float, r: float, **look: str | float) -> str:
    return tag("circle", cx=x, cy=y, r=r, **look)


def group(parts: Iterable[str], **values: str | float) -> str:
    return f"<g{attributes(**values)}>{''.join(parts)}</g>"


def moved(parts: Iterable[str], x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    place = f"translate({n(x)} {n(y)})"
    place += f" rotate({n(turn)})" if turn else ""
    place += f" scale({scale:.6g})" if scale != 1 else ""
    return group(parts, transform=place)


def clipped(name: str, x: float, y: float, width: float, height: float, parts: Iterable[str]) -> str:
    """Only what lies in the rectangle; `name` is this place's own in the whole document."""
    window = rect(x, y, width, height)
    return f'<clipPath id="{name}">{window}</clipPath>' + group(parts, clip_path=f"url(#{name})")


def used(name: str) -> str:
    """A drawing that is defined once for all sheets."""
    return f'<use href="#{name}"/>'


def drawn(parts: Iterable[Part]) -> str:
    """A card's drawing, in its own units."""
    return group((part_path(part) for part in parts), stroke_linecap="round", stroke_linejoin="round")


def part_path(part: Part) -> str:
    look: dict[str, str | float] = {"fill": part.fill or "none"}
    if part.stroke:
        look |= {"stroke": part.stroke, "stroke_width": part.pen}
    if part.opacity != 1:
        look["opacity"] = part.opacity
    return path(part.path, **look, transform=f"translate({n(part.x)} {n(part.y)}) scale({part.scale:.6g})")


# --- text -----------------------------------------------------------------------------------------------
def sign(x: float, y: float, text: str, size: float, **look: str | float) -> str:
    """In the face of signs and numbers; `y` is the line that letters stand on."""
    return write(x, y, text, size, SIGNS, **{"font_weight": "600", **look})


def prose(x: float, y: float, text: str, size: float, **look: str | float) -> str:
    return write(x, y, text, size, SERIF, **look)


def write(x: float, y: float, text: str, size: float, family: str, **look: str | float) -> str:
    told = {"fill": INK, **look}
    return f"<text{attributes(x=x, y=y, font_family=family, font_size=size, **told)}>{escape(text)}</text>"


def sign_width(text: str, size: float) -> float:
    return width_of(text, face_of(SIGNS, "600"), size)


def fitted(text: str, size: float, room: float, face: str = face_of(SIGNS, "600")) -> float:
    """The size at which a sign fits its room, at most the given one."""
    wide = width_of(text, face, size)
    return size if wide <= room else size * room / wide


def folded(text: str, size: float, room: float, face: str) -> list[str]:
    """Lines of words that fit the room. A hard space holds its words together."""
    lines: list[str] = []
    for word in SPACES.split(text.strip()):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def broken(text: str, size: float, room: float, face: str) -> list[str]:
    """A text without spaces, such as an address, in as many lines as it takes."""
    lines = [""]
    for letter in text:
        if lines[-1] and width_of(lines[-1] + letter, face, size) > room:
            lines.append("")
        lines[-1] += letter
    return lines


def balanced(text: str, size: float, room: float, face: str, most: int) -> tuple[Sequence[str], float]:
    """The lines of a text that may take so many of them, and the size at which they fit."""
    lines = folded(text, size, room, face)
    while size > 0.5 and (len(lines) > most or max(width_of(each, face, size) for each in lines) > room):
        size *= 0.95
        lines = folded(text, size, room, face)
    return lines, size
