"""A board's map as plain data, for whoever draws it elsewhere: the web page draws exactly what `board_svg` draws."""

from __future__ import annotations

from math import degrees

from typing_extensions import TypedDict

from ferrovia.boards import Look
from ferrovia.draw.bends import lay_out
from ferrovia.draw.geometry import Box
from ferrovia.draw.labels import Plate, leader, place_names
from ferrovia.draw.layout import LaneShape, Layout, survey
from ferrovia.draw.svg import path_data
from ferrovia.draw.symbols import DOT
from ferrovia.engine.board import Board, Lane


class Spot(TypedDict):
    """A rectangle turned around its middle; `turn` in degrees."""

    x: float
    y: float
    width: float
    height: float
    turn: float


class LanePlan(TypedDict):
    path: str
    """From place to place, as the data of an SVG path."""
    spaces: list[Spot]
    round: bool
    """One round space, instead of one tile for each card."""
    broken: bool
    """Its spaces have a heavy, broken edge."""
    glyph: str
    """What a rule prints on some of its spaces …"""
    signed: list[int]
    """… on these, by their places in the row."""


class MarkPlan(TypedDict):
    kind: str
    number: int
    glyph: str
    """The data of an SVG path, from −1 to 1 both ways; drawn where there is no number."""
    spot: Spot
    lanes: list[int]
    """All of the connection that it is printed on, by their places in the plan."""


class PlatePlan(TypedDict):
    place: int
    lines: list[str]
    text: float
    """The size of its letters."""
    spot: Spot
    leader: list[float] | None
    """x, y, x, y of the hairline that leads to a place far away."""


class PlacePlan(TypedDict):
    x: float
    y: float


class BoardPlan(TypedDict):
    width: float
    height: float
    scale: float
    """Units of this picture to one of the board's own, in which its backdrop is drawn …"""
    origin: PlacePlan
    """… and where on the board this picture begins."""
    paper: str
    radius: float
    """Of a place."""
    across: float
    """The width of a tile, across its lane."""
    places: list[PlacePlan]
    plates: list[PlatePlan]
    lanes: list[LanePlan]
    """In the order asked for."""
    marks: list[MarkPlan]


def board_plan(board: Board, look: Look, lanes: list[Lane], language: str) -> BoardPlan:
    """The map with names in a language; `lanes` say in which order they are told."""
    return plan_of(lay_out(survey(board, look)), lanes, language)


def plan_of(layout: Layout, lanes: list[Lane], language: str) -> BoardPlan:
    """The same of a board that is laid out already."""
    shapes = {id(shape.lane): shape for course in layout.courses for shape in course.lanes}
    order = {id(lane): number for number, lane in enumerate(lanes)}
    ground = layout.ground
    return {
        "width": short(ground.width),
        "height": short(ground.height),
        "scale": round(ground.scale, 5),
        "origin": {"x": round(ground.origin.x, 3), "y": round(ground.origin.y, 3)},
        "paper": ground.paper,
        "radius": short(ground.sizes.radius),
        "across": short(ground.sizes.across),
        "places": [{"x": short(at.x), "y": short(at.y)} for at in ground.places],
        "plates": [plate_plan(layout, plate) for plate in place_names(layout, language)],
        "lanes": [lane_plan(shapes[id(lane)]) for lane in lanes],
        "marks": [
            {
                "kind": placed.mark.id,
                "number": placed.mark.number,
                "glyph": placed.mark.glyph or DOT,
                "spot": spot(placed.box),
                "lanes": [order[id(shape.lane)] for shape in course.lanes],
            }
            for course in layout.courses
            for placed in course.marks
        ],
    }


def short(number: float) -> float:
    return round(number, 1)


def spot(box: Box) -> Spot:
    return {
        "x": short(box.centre.x),
        "y": short(box.centre.y),
        "width": short(box.width),
        "height": short(box.height),
        "turn": short(degrees(box.angle)),
    }


def lane_plan(shape: LaneShape) -> LanePlan:
    return {
        "path": path_data(shape.path),
        "spaces": [spot(box) for box in shape.spaces],
        "round": shape.round,
        "broken": shape.broken,
        "glyph": shape.mark.glyph if shape.mark is not None and shape.signed else "",
        "signed": list(shape.signed),
    }


def plate_plan(layout: Layout, plate: Plate) -> PlatePlan:
    line = None
    if plate.far:
        box = leader(layout.ground, plate)
        x, y = box.along.x * box.width / 2, box.along.y * box.width / 2
        line = [short(box.centre.x - x), short(box.centre.y - y), short(box.centre.x + x), short(box.centre.y + y)]
    return {
        "place": plate.place,
        "lines": list(plate.lines),
        "text": short(plate.size),
        "spot": spot(plate.box),
        "leader": line,
    }
