"""What lies under a board's network, as plain data for whoever draws it. In the board's own units."""

from __future__ import annotations

from typing_extensions import TypedDict

from ferrovia.boards import Look
from ferrovia.boards.look import Backdrop, Picture, Rose, Vignette


class LayerPlan(TypedDict):
    kind: str
    path: str
    """The data of an SVG path."""
    pen: float | None
    """Its width, where the kind's own is not right."""


class RosePlan(TypedDict):
    x: float
    y: float
    radius: float
    north: float
    """Degrees clockwise."""


class Drawing(TypedDict):
    """About 120 by 100 around 0,0: what is filled below, its second colour, its dark side, its windows, pen lines, fine
    lines. Only what is below and the lines have to be there."""

    fill: str
    roof: str
    shade: str
    lamp: str
    line: str
    fine: str


class CornerPlan(TypedDict):
    """Where the board's drawing stands on its map."""

    x: float
    y: float
    scale: float
    framed: bool
    drawing: Drawing


class PicturePlan(TypedDict):
    """One that lies under all layers."""

    data: str
    """A JPEG in base64."""
    x: float
    y: float
    width: float
    height: float
    opacity: float


class BackdropPlan(TypedDict):
    tint: dict[str, str]
    """By day: `water`, `park`, `built` and `ink`."""
    layers: list[LayerPlan]
    rose: RosePlan | None
    vignette: CornerPlan | None
    picture: PicturePlan | None


class LookPlan(TypedDict):
    backdrop: BackdropPlan | None
    """None for a board nobody has drawn one for."""


def look_plan(look: Look) -> LookPlan:
    return {"backdrop": None if look.backdrop is None else backdrop_plan(look.backdrop)}


def backdrop_plan(backdrop: Backdrop) -> BackdropPlan:
    return {
        "tint": dict(backdrop.tint),
        "layers": [{"kind": layer.kind, "path": layer.path, "pen": layer.pen} for layer in backdrop.layers],
        "rose": rose_plan(backdrop.rose),
        "vignette": corner_plan(backdrop.vignette),
        "picture": picture_plan(backdrop.picture),
    }


def picture_plan(picture: Picture | None) -> PicturePlan | None:
    if picture is None:
        return None
    return {
        "data": picture.data,
        "x": picture.x,
        "y": picture.y,
        "width": picture.width,
        "height": picture.height,
        "opacity": picture.opacity,
    }


def rose_plan(rose: Rose | None) -> RosePlan | None:
    return None if rose is None else {"x": rose.x, "y": rose.y, "radius": rose.radius, "north": rose.north}


def corner_plan(corner: Vignette | None) -> CornerPlan | None:
    if corner is None:
        return None
    return {
        "x": corner.x,
        "y": corner.y,
        "scale": corner.scale,
        "framed": corner.framed,
        "drawing": {
            "fill": corner.fill,
            "roof": corner.roof,
            "shade": corner.shade,
            "lamp": corner.lamp,
            "line": corner.line,
            "fine": corner.fine,
        },
    }


def drawing_of(look: Look) -> Drawing | None:
    """The board's own small drawing, for its poster."""
    plan = look_plan(look)["backdrop"]
    return plan["vignette"]["drawing"] if plan and plan["vignette"] else None
