"""A board as one SVG: paper, lanes, places and their names. The same board always gives the same text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import degrees, hypot
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from ferrovia.boards.look import PLAIN, Look
from ferrovia.draw.bends import lay_out
from ferrovia.draw.geometry import Box, Path, Point
from ferrovia.draw.labels import Plate, leader, place_names
from ferrovia.draw.layout import Course, LaneShape, Layout, PlacedMark, Sizes, survey
from ferrovia.draw.lettering import text_width
from ferrovia.draw.markup import attributes, n
from ferrovia.draw.palette import BRASS, BRASS_LIGHT, FAINT_INK, INK, OPEN_EDGE, PLATE, TONES
from ferrovia.draw.scenery import mixed
from ferrovia.draw.sheet import HEADER, header, under
from ferrovia.draw.symbols import DOT, FIGURE_HEIGHT, FIGURE_WIDTH, FIGURES, SYMBOLS
from ferrovia.engine.board import GREY, Board, Lane

JUNCTION: Final = 0.8  # of a place's radius
CLOSE_MARK: Final = 0.72  # of a mark's radius
INSET: Final = 3.4  # of the fine line within an open space
SIGN: Final = 0.4  # of a tile's width: the disc under what a rule prints on it
BROKEN: Final = 0.24  # of a tile's width: how thick its edge is where it is broken
BED: Final = 9.0  # by how much the ground under a lane is wider than its spaces
STONE: Final = 0.14  # of the frame's colour in a grey space
SIGNS: Final = "'Barlow Condensed','Roboto Condensed','Liberation Sans Narrow','Arial Narrow',Arial,sans-serif"


def board_svg(board: Board, language: str = "en", look: Look = PLAIN) -> str:
    """The empty board, names in a language where the board has them."""
    layout = lay_out(survey(board, look))
    plates = place_names(layout, language)
    parts = [
        *header(layout, language),
        f'<g transform="translate(0 {n(HEADER)})">',
        *under(layout),
        *network(layout, plates, language),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def network(layout: Layout, plates: Sequence[Plate], language: str) -> Iterable[str]:
    """All that is printed on the ground: lanes with their spaces and marks, places and their names."""
    yield from beds(layout)
    yield shadows(layout)
    yield from (part for course in layout.courses for part in tracks(course))
    yield from (part for course in layout.courses for part in course_parts(layout, course, language))
    yield from (hairline(leader(layout.ground, plate)) for plate in plates if plate.far)
    yield from places(layout)
    yield from (part for plate in plates for part in plate_parts(plate))


# --- lanes ----------------------------------------------------------------------------------------------
def beds(layout: Layout) -> Iterable[str]:
    """Open ground under every lane, so that nothing of the backdrop runs into its spaces."""
    wide = layout.ground.sizes.across + BED
    data = "".join(path_data(lane.path) for course in layout.courses for lane in course.lanes if not lane.round)
    look = attributes(fill="none", stroke=layout.ground.paper, stroke_width=wide, stroke_linecap="round")
    yield f'<path class="beds" d="{data}" {look} opacity="0.72"/>'


def shadows(layout: Layout) -> str:
    """Every space lies on the board like a tile: all their shadows are one path."""
    pen = layout.ground.sizes.across
    lanes = (lane for course in layout.courses for lane in course.lanes)
    data = "".join(shadow(space, pen) for lane in lanes for space in lane.spaces)
    look = attributes(fill=INK, stroke=INK, stroke_width=pen, stroke_linecap="round")
    return (
        f'<path class="shadow" d="{data}" {look} opacity="0.3" transform="translate({n(0.1 * pen)} {n(0.17 * pen)})"/>'
    )


def shadow(box: Box, pen: float) -> str:
    half = (box.width - pen) / 2
    if box.width - box.height < 1:
        r = n(max(0.0, half))
        return (
            f"M{n(box.centre.x - half)} {n(box.centre.y)}a{r} {r} 0 1 0 {n(2 * half)} 0a{r} {r} 0 1 0 {n(-2 * half)} 0Z"
        )
    x, y = half * box.along.x, half * box.along.y
    return f"M{n(box.centre.x - x)} {n(box.centre.y - y)}L{n(box.centre.x + x)} {n(box.centre.y + y)}"


def tracks(course: Course) -> Iterable[str]:
    """Thin lines from place to place under the spaces; two of them where one round space is all there is."""
    for lane in course.lanes:
        lines = [lane.path.beside(-2.2), lane.path.beside(2.2)] if lane.round else [lane.path]
        data = "".join(path_data(line) for line in lines)
        yield f'<path d="{data}" fill="none" stroke="{FAINT_INK}" stroke-width="{"1.3" if lane.round else "1.6"}"/>'


def path_data(path: Path) -> str:
    """A smooth line: it turns at every point and runs straight halfway between them."""
    first, *turns, last = path.points
    data = f"M{n(first.x)} {n(first.y)}"
    for turn, after in zip(turns, [*turns[1:], last], strict=True):
        data += f"Q{n(turn.x)} {n(turn.y)} {n((turn.x + after.x) / 2)} {n((turn.y + after.y) / 2)}"
    return data + f"L{n(last.x)} {n(last.y)}"


def course_parts(layout: Layout, course: Course, language: str) -> Iterable[str]:
    for lane in course.lanes:
        yield from lane_parts(layout, lane, language)
    for placed in course.marks:
        yield from mark_parts(placed, mark_radius(course, placed))


def lane_parts(layout: Layout, shape: LaneShape, language: str) -> Iterable[str]:
    """A group per lane that says what it is to who asks."""
    lane = shape.lane
    places = layout.ground.board.places
    data = {"from": places[lane.a].name, "to": places[lane.b].name, "cards": str(lane.cards), "colour": lane.colour}
    told = " ".join(f"data-{key}={quoteattr(value)}" for key, value in data.items())
    yield f'<g class="lane" {told} {look_of(lane.colour, layout.ground.paper)}>'
    yield f"<title>{escape(places[lane.a].label(language))} – {escape(places[lane.b].label(language))}</title>"
    for number, space in enumerate(shape.spaces):
        if shape.round:
            yield from round_space(lane, space)
        else:
            glyph = shape.mark.glyph if shape.mark is not None and number in shape.signed else ""
            yield from tile(lane.colour, space, layout.ground.sizes, glyph)
            if shape.broken:
                yield broken_edge(space)
    yield "</g>"


def look_of(colour: str, ground: str) -> str:
    """Filled with its colour; grey lanes are framed tiles of stone, a little darker than the ground."""
    if colour == GREY:
        return attributes(fill=mixed(OPEN_EDGE, STONE, ground), stroke=OPEN_EDGE, stroke_width=2.4)
    return attributes(fill=TONES[colour].fill, stroke=TONES[colour].edge, stroke_width=1.3)


def tile(colour: str, box: Box, sizes: Sizes, glyph: str) -> Iterable[str]:
    """With its symbol, or with what a rule prints there instead."""
    turn = f"translate({n(box.centre.x)} {n(box.centre.y)}) rotate({n(degrees(box.angle))})"
    size = attributes(x=-box.width / 2, y=-box.height / 2, width=box.width, height=box.height, rx=0.3 * box.height)
    yield f'<rect {size} transform="{turn}"/>'
    if glyph:
        yield sign_on(colour, box, glyph)
        return
    if colour != GREY:
        yield symbol(colour, box.centre, min(0.34 * sizes.across, 0.4 * box.width))
        return
    inset = inset_data(box.width / 2 - INSET, box.height / 2 - INSET)
    yield f'<path class="inset" d="{inset}" fill="none" stroke-width="0.8" transform="{turn}"/>'


def sign_on(colour: str, box: Box, glyph: str) -> str:
    """A rule's drawing on a tile, on a light disc: a colour may be any."""
    at, radius = box.centre, SIGN * min(box.width, box.height)
    disc = attributes(cx=at.x, cy=at.y, r=radius, fill=PLATE, stroke=INK if colour == GREY else TONES[colour].edge)
    place = f"translate({n(at.x)} {n(at.y)}) scale({0.72 * radius:.2f})"
    pen = attributes(fill="none", stroke=INK, stroke_linecap="round")
    return f'<circle {disc} stroke-width="1"/><path d="{glyph}" transform="{place}" {pen} stroke-width=".3"/>'


def broken_edge(box: Box) -> str:
    """Around a tile, outside of it: sleepers seen from the side."""
    turn = f"translate({n(box.centre.x)} {n(box.centre.y)}) rotate({n(degrees(box.angle))})"
    pen = attributes(fill="none", stroke=INK, stroke_width=BROKEN * box.height)
    size = attributes(x=-box.width / 2, y=-box.height / 2, width=box.width, height=box.height, rx=0.3 * box.height)
    dash = f"{n(0.2 * box.height)} {n(0.2 * box.height)}"
    return f'<rect class="broken" {size} transform="{turn}" {pen} stroke-dasharray="{dash}"/>'


def inset_data(long: float, wide: float) -> str:
    """A rectangle around 0,0 with cut corners, from its half sides."""
    cut = 0.3 * wide
    upper = f"M{n(cut - long)} {n(-wide)}H{n(long - cut)}L{n(long)} {n(cut - wide)}"
    lower = f"V{n(wide - cut)}L{n(long - cut)} {n(wide)}H{n(cut - long)}L{n(-long)} {n(wide - cut)}"
    return f"{upper}{lower}V{n(cut - wide)}Z"


def round_space(lane: Lane, box: Box) -> Iterable[str]:
    """One space for one piece, with the cards it costs."""
    at, radius = box.centre, box.width / 2
    yield f"<circle {attributes(cx=at.x, cy=at.y, r=radius)}/>"
    if lane.colour == GREY:
        yield figures(lane.cards, at, 0.95 * radius, INK)
    else:
        yield symbol(lane.colour, Point(at.x, at.y - 0.48 * radius), 0.3 * radius)
        yield figures(lane.cards, Point(at.x, at.y + 0.36 * radius), 0.72 * radius, TONES[lane.colour].symbol)


def symbol(colour: str, at: Point, reach: float) -> str:
    """Always upright, so that ▲ and ▼ can be told apart."""
    place = f"translate({n(at.x)} {n(at.y)}) scale({reach:.2f})"
    look = attributes(fill=TONES[colour].symbol, stroke="none", fill_rule="evenodd")
    return f'<path d="{SYMBOLS[colour]}" transform="{place}" {look}/>'


def figures(number: int, middle: Point, height: float, ink: str) -> str:
    """A number without a font."""
    scale = height / FIGURE_HEIGHT
    digits = [int(digit) for digit in str(number)]
    step = FIGURE_WIDTH + 3
    left = middle.x - scale * (step * len(digits) - 3) / 2
    strokes = "".join(
        f'<path d="{FIGURES[digit]}" transform="translate({n(index * step)} 0)"/>' for index, digit in enumerate(digits)
    )
    place = f"translate({n(left)} {n(middle.y - height / 2)}) scale({scale:.3f})"
    pen = attributes(fill="none", stroke=ink, stroke_width=2.6, stroke_linecap="round", stroke_linejoin="round")
    return f'<g transform="{place}" {pen}>{strokes}</g>'


def mark_radius(course: Course, placed: PlacedMark) -> float:
    """Smaller where it would hide what counts: how many spaces a single row has, the symbols of twins of one space."""
    radius = placed.box.width / 2
    if len(course.lanes) > 1:
        return CLOSE_MARK * radius if all(len(lane.spaces) == 1 for lane in course.lanes) else radius
    at, spaces = placed.box.centre, course.lanes[0].spaces
    pair = sorted(spaces, key=lambda box: hypot(box.centre.x - at.x, box.centre.y - at.y))[:2]
    between = sum(hypot(box.centre.x - at.x, box.centre.y - at.y) - box.width / 2 for box in pair)
    return CLOSE_MARK * radius if len(pair) == 2 and between < radius else radius


def mark_parts(placed: PlacedMark, radius: float) -> Iterable[str]:
    """A badge with a number or a small drawing."""
    at = placed.box.centre
    yield f"<circle {attributes(cx=at.x, cy=at.y, r=radius, fill=BRASS_LIGHT, stroke=BRASS, stroke_width=1.8)}/>"
    if placed.mark.number:
        yield figures(placed.mark.number, at, 1.1 * radius, INK)
        return
    place = f"translate({n(at.x)} {n(at.y)}) scale({0.62 * radius:.2f})"
    pen = attributes(fill="none", stroke=INK)
    yield f'<path d="{placed.mark.glyph or DOT}" transform="{place}" {pen} stroke-width=".22"/>'


# --- places ---------------------------------------------------------------------------------------------
def places(layout: Layout) -> Iterable[str]:
    """A junction (R31) is smaller, and has no heart."""
    radius = layout.ground.sizes.radius
    for place, at in zip(layout.ground.board.places, layout.ground.places, strict=True):
        if place.junction:
            r = n(JUNCTION * radius)
            corners = f"M{n(at.x)} {n(at.y - JUNCTION * radius)}l{r} {r} -{r} {r} -{r} -{r}Z"
            yield f'<path class="junction" d="{corners}" {attributes(fill=INK, stroke=PLATE, stroke_width=1.4)}/>'
            continue
        yield f"<circle {attributes(cx=at.x, cy=at.y, r=radius, fill=PLATE, stroke=INK, stroke_width=2.6)}/>"
        yield f"<circle {attributes(cx=at.x, cy=at.y, r=0.42 * radius, fill=BRASS)}/>"


def hairline(box: Box) -> str:
    x, y = box.along.x * box.width / 2, box.along.y * box.width / 2
    ends = f"M{n(box.centre.x - x)} {n(box.centre.y - y)}L{n(box.centre.x + x)} {n(box.centre.y + y)}"
    return f'<path d="{ends}" stroke="{INK}" stroke-width="1.2"/>'


def plate_parts(plate: Plate) -> Iterable[str]:
    box, size = plate.box, plate.size
    left, top = box.centre.x - box.width / 2, box.centre.y - box.height / 2
    sheet = attributes(x=left, y=top, width=box.width, height=box.height, rx=3.5, fill=PLATE, stroke=INK)
    yield f'<rect {sheet} stroke-width="1.1"/>'
    for number, line in enumerate(plate.lines):
        width = text_width(line, size)
        baseline = top + 0.21 * size + (number + 0.87) * 1.12 * size
        text = attributes(x=box.centre.x - width / 2, y=baseline, font_family=SIGNS, font_size=size, fill=INK)
        fit = attributes(textLength=width, lengthAdjust="spacingAndGlyphs", font_weight="600")
        yield f"<text {text} {fit}>{escape(line)}</text>"
