"""SVG as `ferrovia.draw` and this layer write it, on the canvas of the PDF library. Not all of SVG: what they use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import Any, Final
from xml.etree.ElementTree import Element, fromstring

from ferrovia.draw.geometry import Point
from ferrovia.draw.shapes import steps, target
from ferrovia.printing.fonts import face_of, runs, width_of

TRANSFORM: Final = re.compile(r"(\w+)\(([^)]*)\)")
INHERITED: Final = (
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "font-family",
    "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing",
)  # fmt: skip
FIRST: Final = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "stroke-dasharray": "", "font-family": "", "font-size": "3", "font-weight": "400", "font-style": "normal",
    "text-anchor": "start", "letter-spacing": "0", "opacity": "1",
}  # fmt: skip
CAPS: Final = {"butt": 0, "round": 1, "square": 2}
JOINS: Final = {"miter": 0, "round": 1, "bevel": 2}
ANCHORS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
KAPPA: Final = 0.5522847498
Style = Mapping[str, str]


class SvgCanvas:
    """Draws markup in the units and the place that the canvas has now, y growing downwards."""

    def __init__(self, canvas: Any, *, grey: bool) -> None:
        self.canvas = canvas
        self.grey = grey
        self.clips: dict[str, Element] = {}

    def draw(self, markup: str) -> None:
        self.clips = {}
        self.element(fromstring(f"<g>{markup}</g>"), FIRST)

    def element(self, element: Element, around: Style) -> None:
        kind = element.tag
        if kind == "clipPath":
            self.clips[element.get("id", "")] = element[0]
            return
        style = dict(around)
        style.update((key, element.attrib[key]) for key in INHERITED if key in element.attrib)
        style["opacity"] = str(float(around["opacity"]) * float(element.get("opacity", "1")))
        if kind == "g":
            self.group(element, style)
        elif kind == "use":
            self.canvas.doForm(element.attrib["href"].removeprefix("#"))
        elif kind == "text":
            self.text(element, style)
        elif kind in SHAPES:
            self.shape(element, style)

    def group(self, element: Element, style: Style) -> None:
        inner = "transform" in element.attrib or "clip-path" in element.attrib
        if inner:
            self.canvas.saveState()
            self.transform(element)
        if "clip-path" in element.attrib:
            window = self.clips[element.attrib["clip-path"][5:-1]]
            outline = self.canvas.beginPath()
            outline.rect(*(float(window.get(key, "0")) for key in ("x", "y", "width", "height")))
            self.canvas.clipPath(outline, stroke=0, fill=0)
        for child in element:
            self.element(child, style)
        if inner:
            self.canvas.restoreState()

    def transform(self, element: Element) -> None:
        for name, given in TRANSFORM.findall(element.get("transform", "")):
            numbers = [float(number) for number in given.replace(",", " ").split()]
            if name == "translate":
                self.canvas.translate(numbers[0], numbers[1] if len(numbers) > 1 else 0)
            elif name == "rotate":
                self.canvas.rotate(numbers[0])
            else:
                self.canvas.scale(numbers[0], numbers[-1])

    # --- shapes -----------------------------------------------------------------------------------------
    def shape(self, element: Element, style: Style) -> None:
        filled, stroked = style["fill"] != "none", style["stroke"] != "none"
        if not filled and not stroked:
            return
        self.canvas.saveState()
        self.transform(element)
        opacity = float(style["opacity"])
        if filled:
            self.canvas.setFillColorRGB(*self.colour(style["fill"]), alpha=opacity)
        if stroked:
            self.pen(style, opacity)
        outline = self.canvas.beginPath()
        SHAPES[element.tag](outline, element)
        rule = 0 if element.get("fill-rule") == "evenodd" else 1
        self.canvas.drawPath(outline, stroke=int(stroked), fill=int(filled), fillMode=rule)
        self.canvas.restoreState()

    def pen(self, style: Style, opacity: float) -> None:
        self.canvas.setStrokeColorRGB(*self.colour(style["stroke"]), alpha=opacity)
        self.canvas.setLineWidth(float(style["stroke-width"]))
        self.canvas.setLineCap(CAPS[style["stroke-linecap"]])
        self.canvas.setLineJoin(JOINS[style["stroke-linejoin"]])
        if style["stroke-dasharray"]:
            self.canvas.setDash([float(part) for part in style["stroke-dasharray"].split()])

    def colour(self, text: str) -> tuple[float, float, float]:
        red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
        if not self.grey:
            return red, green, blue
        light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        return light, light, light

    # --- text -------------------------------------------------------------------------------------------
    def text(self, element: Element, style: Style) -> None:
        said = element.text or ""
        size, spacing = float(style["font-size"]), float(style["letter-spacing"])
        face = face_of(style["font-family"], style["font-weight"], style["font-style"])
        natural = width_of(said, face, size) + spacing * max(len(said) - 1, 0)
        if natural <= 0:
            return
        squeeze = float(element.get("textLength", natural)) / natural
        start = float(element.get("x", "0")) - ANCHORS[style["text-anchor"]] * natural * squeeze
        canvas = self.canvas
        canvas.saveState()
        self.transform(element)
        canvas.translate(start, float(element.get("y", "0")))
        canvas.scale(1, -1)
        canvas.setFillColorRGB(*self.colour(style["fill"]), alpha=float(style["opacity"]))
        words = canvas.beginText(0, 0)
        words.setHorizScale(100 * squeeze)
        words.setCharSpace(spacing)
        for name, part in runs(said, face):
            words.setFont(name, size)
            words.textOut(part)
        canvas.drawText(words)
        canvas.restoreState()


# --- outlines -------------------------------------------------------------------------------------------
def rectangle(outline: Any, element: Element) -> None:
    x, y, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
    r = min(float(element.get("rx", "0")), width / 2, height / 2)
    if not r:
        outline.rect(x, y, width, height)
        return
    near = r * (1 - KAPPA)
    right, low = x + width, y + height
    outline.moveTo(x + r, y)
    outline.lineTo(right - r, y)
    outline.curveTo(right - near, y, right, y + near, right, y + r)
    outline.lineTo(right, low - r)
    outline.curveTo(right, low - near, right - near, low, right - r, low)
    outline.lineTo(x + r, low)
    outline.curveTo(x + near, low, x, low - near, x, low - r)
    outline.lineTo(x, y + r)
    outline.curveTo(x, y + near, x + near, y, x + r, y)
    outline.close()


def ellipse(outline: Any, element: Element) -> None:
    x, y = float(element.get("cx", "0")), float(element.get("cy", "0"))
    across = float(element.get("r") or element.attrib["rx"])
    up = float(element.get("r") or element.attrib["ry"])
    outline.ellipse(x - across, y - up, 2 * across, 2 * up)


def data_path(outline: Any, element: Element) -> None:
    at = start = handle = Point(0.0, 0.0)
    before = ""
    for command, numbers in steps(element.get("d", "")):
        name = command.upper()
        end = start if name == "Z" else target(at, command, numbers)
        if name == "M":
            outline.moveTo(*end)
            start = end
        elif name == "Z":
            outline.close()
        elif name in "CSQT":
            first, second = handles(at, command, numbers, end, handle if before in FOLLOWS[name] else at)
            handle = second if name in "CS" else first
            outline.curveTo(*(cubic(at, first, end) if name in "QT" else (*first, *second)), *end)
        elif name == "A":
            for curve in arc(at, numbers, end):
                outline.curveTo(*curve)
        else:
            outline.lineTo(*end)
        at, before = end, name


FOLLOWS: Final = {"C": "", "Q": "", "S": "CS", "T": "QT"}


def handles(at: Point, command: str, numbers: list[float], end: Point, last: Point) -> tuple[Point, Point]:
    """The two handles of a curve; a smooth one takes over the mirrored one of the curve before."""
    x, y = at if command.islower() else (0.0, 0.0)
    given = [Point(x + numbers[place], y + numbers[place + 1]) for place in range(0, len(numbers) - 2, 2)]
    mirrored = Point(2 * at.x - last.x, 2 * at.y - last.y)
    name = command.upper()
    if name == "C":
        return given[0], given[1]
    if name == "S":
        return mirrored, given[0]
    return (given[0], end) if name == "Q" else (mirrored, end)


def cubic(at: Point, handle: Point, end: Point) -> tuple[float, float, float, float]:
    """A quadratic curve's handle as two of a cubic one."""
    return (
        at.x + 2 / 3 * (handle.x - at.x),
        at.y + 2 / 3 * (handle.y - at.y),
        end.x + 2 / 3 * (handle.x - end.x),
        end.y + 2 / 3 * (handle.y - end.y),
    )


def arc(at: Point, numbers: list[float], end: Point) -> Iterator[tuple[float, ...]]:
    """An elliptic arc as curves of at most a quarter turn each (SVG 2, appendix B.2.4)."""
    rx, ry, turn = abs(numbers[0]), abs(numbers[1]), radians(numbers[2])
    if not rx or not ry or at == end:
        yield (*at, *end, *end)
        return
    lean, rise = cos(turn), sin(turn)
    across, down = (at.x - end.x) / 2, (at.y - end.y) / 2
    x, y = lean * across + rise * down, lean * down - rise * across
    stretch = max(hypot(x / rx, y / ry), 1.0)
    rx, ry = rx * stretch, ry * stretch
    far = max((rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2, 0.0) / ((rx * y) ** 2 + (ry * x) ** 2)
    side = sqrt(far) * (-1 if numbers[3] == numbers[4] else 1)
    cx, cy = side * rx * y / ry, -side * ry * x / rx
    first, last = angle((x - cx) / rx, (y - cy) / ry), angle((-x - cx) / rx, (-y - cy) / ry)
    swept = (last - first) % (2 * pi) if numbers[4] else -((first - last) % (2 * pi))
    middle = Point(lean * cx - rise * cy + (at.x + end.x) / 2, rise * cx + lean * cy + (at.y + end.y) / 2)

    def placed(u: float, v: float) -> tuple[float, float]:
        return middle.x + lean * rx * u - rise * ry * v, middle.y + rise * rx * u + lean * ry * v

    pieces = max(1, ceil(abs(swept) / (pi / 2) - 1e-9))
    piece = swept / pieces
    reach = 4 / 3 * tan(piece / 4)
    for number in range(pieces):
        a, b = first + number * piece, first + (number + 1) * piece
        one = placed(cos(a) - reach * sin(a), sin(a) + reach * cos(a))
        two = placed(cos(b) + reach * sin(b), sin(b) - reach * cos(b))
        yield (*one, *two, *(end if number == pieces - 1 else placed(cos(b), sin(b))))


def angle(u: float, v: float) -> float:
    turn = acos(max(-1.0, min(1.0, u / hypot(u, v))))
    return turn if v >= 0 else -turn


SHAPES: Final = {"rect": rectangle, "circle": ellipse, "ellipse": ellipse, "path": data_path}
