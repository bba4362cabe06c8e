"""What is painted on the pages of a PDF, measured in the file: its operators, matrices and clips are followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from math import hypot
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream

POINTS = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]
EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


def times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    return matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]


def around(points: list[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def both(a: Box, b: Box) -> Box:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


@dataclass(frozen=True)
class Shape:
    """A painted path or text. `box` is what is seen of it, in millimetres from the lower left corner of the page."""

    kind: str
    box: Box
    long: float
    wide: float
    """Its two sides before it was turned, in millimetres."""
    curves: int
    fill: tuple[float, ...]
    points: tuple[tuple[float, float], ...] = ()
    """Of a path, in millimetres."""


@dataclass(frozen=True)
class Placement:
    """A drawing that is used: where its 0,0 comes to lie, its scale, and the window through which it is seen."""

    name: str
    x: float
    y: float
    scale: float
    window: Box


@dataclass
class State:
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    clip: Box = EVERYWHERE
    fill: tuple[float, ...] = (0.0,)
    stroke: tuple[float, ...] = (0.0,)


@dataclass
class PageReader:
    """Reads one page."""

    reader: PdfReader
    page: Any
    parsed: dict[str, Any]
    """Drawings that were read already, by name."""
    shapes: list[Shape] = field(default_factory=list)
    placements: list[Placement] = field(default_factory=list)
    colours: set[tuple[float, ...]] = field(default_factory=set)

    @property
    def size(self) -> tuple[float, float]:
        return float(self.page.mediabox.width) / POINTS, float(self.page.mediabox.height) / POINTS

    def read(self, *, into_forms: bool = True) -> PageReader:
        stream = ContentStream(self.page["/Contents"].get_object(), self.reader)
        self.follow(stream, self.page["/Resources"], State(), into_forms=into_forms)
        return self

    def follow(self, stream: Any, resources: Any, state: State, *, into_forms: bool) -> None:
        stack: list[State] = []
        points: list[tuple[float, float]] = []
        local: list[tuple[float, float]] = []
        curves = 0
        clipping = False
        for operands, operator in stream.operations:
            name = operator.decode()
            numbers = [float(each) for each in operands if isinstance(each, int | float)]
            if name == "q":
                stack.append(State(state.matrix, state.clip, state.fill, state.stroke))
            elif name == "Q":
                state = stack.pop()
            elif name == "cm":
                state.matrix = times((numbers[0], *numbers[1:]), state.matrix)  # type: ignore[arg-type]
            elif name in ("m", "l", "c", "re"):
                pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
                if name == "re":
                    (x, y), (w, h) = pairs
                    pairs = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
                curves += name == "c"
                local += pairs
                points += [at(state.matrix, *pair) for pair in pairs]
            elif name in ("rg", "RG"):
                self.colours.add(tuple(numbers))
                if name == "rg":
                    state.fill = tuple(numbers)
            elif name in ("W", "W*"):
                clipping = True
            elif name == "n":
                if clipping:
                    state.clip = both(state.clip, around(points))
                points, local, curves, clipping = [], [], 0, False
            elif name in ("S", "s", "f", "F", "f*", "B", "B*", "b", "b*"):
                self.paint(name, state, points, local, curves)
                points, local, curves = [], [], 0
            elif name == "Tj":
                x, y = at(state.matrix, 0, 0)
                self.see(Shape("text", (x, y, x, y), 0, 0, 0, state.fill), state.clip)
            elif name == "Do":
                self.use(operands[0], resources, state, into_forms=into_forms)

    def paint(self, name: str, state: State, points: Any, local: Any, curves: int) -> None:
        scale = hypot(state.matrix[0], state.matrix[1]) / POINTS
        left, low, right, high = around(local)
        places = tuple((x / POINTS, y / POINTS) for x, y in points)
        shape = Shape(name, around(points), (right - left) * scale, (high - low) * scale, curves, state.fill, places)
        self.see(shape, state.clip)

    def see(self, shape: Shape, clip: Box) -> None:
        seen = both(shape.box, clip)
        if seen[0] <= seen[2] and seen[1] <= seen[3]:
            box = (seen[0] / POINTS, seen[1] / POINTS, seen[2] / POINTS, seen[3] / POINTS)
            self.shapes.append(replace(shape, box=box))

    def use(self, name: Any, resources: Any, state: State, *, into_forms: bool) -> None:
        form = resources["/XObject"][name].get_object()
        x, y = at(state.matrix, 0, 0)
        window = tuple(side / POINTS for side in state.clip)
        scale = hypot(state.matrix[0], state.matrix[1]) / POINTS
        self.placements.append(
            Placement(str(name).split(".")[-1], x / POINTS, y / POINTS, scale, window)  # type: ignore[arg-type]
        )
        box = [float(side) for side in form["/BBox"]]
        seen = both(state.clip, around([at(state.matrix, px, py) for px in box[::2] for py in box[1::2]]))
        if not into_forms:
            self.see(Shape("form", seen, 0, 0, 0, state.fill), seen)
            return
        if name not in self.parsed:
            self.parsed[name] = ContentStream(form, self.reader)
        self.follow(self.parsed[name], form["/Resources"], State(state.matrix, seen), into_forms=True)


def pages_of(data: bytes) -> Iterator[PageReader]:
    reader = PdfReader(BytesIO(data))
    parsed: dict[str, Any] = {}
    return (PageReader(reader, page, parsed) for page in reader.pages)
