"""look.toml → how a board is drawn, or every reason why not. docs/boards.md describes every key."""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from typing import Final

from ferrovia.boards.csv_table import NAME_JOINER
from ferrovia.boards.drawings import path_fault
from ferrovia.boards.files import read_text
from ferrovia.boards.limits import FARTHEST, MOST_LAYERS
from ferrovia.boards.look import (
    KINDS,
    PAPER,
    PLAIN,
    TINTS,
    Backdrop,
    LabelSpot,
    Layer,
    Look,
    Picture,
    Rose,
    RouteBend,
    Sheet,
    Vignette,
)
from ferrovia.boards.pictures import picture_fault
from ferrovia.boards.problems import LOOK, Problems, meant, quote
from ferrovia.boards.toml_section import Section, read_sections
from ferrovia.engine.board import Board

COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
BEND: Final = ((-0.6, 0.6), (-0.6, 0.6), (0.0, 1.0), (-1.0, 1.0))
LABEL: Final = ((-360.0, 360.0), (0.0, 1000.0))


def load_look(folder: Traversable, board: Board) -> Look:
    """How the board in this folder looks; plain if it has no look.toml. Raises a BoardError with all problems in it."""
    if not folder.joinpath(LOOK).is_file():
        return PLAIN
    problems = Problems()
    sections = read_sections(read_text(folder, LOOK, problems), problems, LOOK)
    look = Look(
        sheet=read_sheet(sections, board),
        backdrop=read_backdrop(sections),
        bends=read_bends(sections, board),
        labels=read_labels(sections, board),
    )
    sections.keep_extra()
    sections.close()
    problems.refuse(board.id)
    return look


def read_sheet(sections: Section, board: Board) -> Sheet | None:
    if not sections.has("sheet"):
        return None
    part = sections.section("sheet")
    sheet = Sheet(
        part.decimal("left", -FARTHEST, FARTHEST),
        part.decimal("top", -FARTHEST, FARTHEST),
        part.decimal("width", 1, FARTHEST),
        part.decimal("height", 1, FARTHEST),
    )
    part.close()
    for place in board.places:
        inside = 0 < place.x - sheet.left < sheet.width and 0 < place.y - sheet.top < sheet.height
        if not inside and not sections.problems.about(LOOK, "sheet"):
            sections.wrong("sheet", f"{quote(place.name)} does not lie on it")
    return sheet


# --- the backdrop -----------------------------------------------------------------------------------------
def read_backdrop(sections: Section) -> Backdrop | None:
    if not sections.has("backdrop"):
        return None
    part = sections.section("backdrop")
    backdrop = Backdrop(read_tint(part), read_layers(part), read_rose(part), read_vignette(part), read_picture(part))
    part.close()
    return backdrop


def read_tint(part: Section) -> dict[str, str]:
    tints = part.section("tint")
    names = (*TINTS, PAPER) if tints.has(PAPER) else TINTS
    found = {name: tints.text(name) for name in names}
    for name, colour in found.items():
        if colour and not COLOUR.fullmatch(colour):
            tints.wrong(name, f"{quote(colour)} is no colour such as #cfe0dd")
    tints.close()
    return found


def read_layers(part: Section) -> tuple[Layer, ...]:
    layers: list[Layer] = []
    for item in part.items("layers"):
        pen = item.decimal("pen", 0.01, 100) if item.has("pen") else None
        layers.append(Layer(item.choice("kind", KINDS), read_path(item, "path"), pen))
        item.close()
    if len(layers) > MOST_LAYERS:
        part.wrong("layers", f"there are more than {MOST_LAYERS}")
    return tuple(layers)


def read_path(part: Section, key: str) -> str:
    """Path data on one line, however many it was written on."""
    value = part.get(key)
    if not isinstance(value, str):
        part.spoil(key, f"{quote(value)} is not a text")
        return ""
    if fault := path_fault(value):
        part.spoil(key, f"this is no path: {fault}")
        return ""
    return " ".join(value.split())


def read_rose(part: Section) -> Rose | None:
    if not part.has("rose"):
        return None
    rose = part.section("rose")
    north = rose.decimal("north", -360, 360) if rose.has("north") else 0.0
    found = Rose(*read_point(rose), rose.decimal("radius", 0.1, FARTHEST), north)
    rose.close()
    return found


def read_vignette(part: Section) -> Vignette | None:
    if not part.has("vignette"):
        return None
    drawing = part.section("vignette")
    fill, line, fine = (read_path(drawing, key) for key in ("fill", "line", "fine"))
    roof, shade, lamp = (read_path(drawing, key) if drawing.has(key) else "" for key in ("roof", "shade", "lamp"))
    framed = drawing.has("framed") and drawing.flag("framed")
    size = drawing.decimal("scale", 0.01, 1000)
    found = Vignette(fill, line, fine, *read_point(drawing), size, framed, roof, shade, lamp)
    drawing.close()
    return found


def read_picture(part: Section) -> Picture | None:
    if not part.has("picture"):
        return None
    picture = part.section("picture")
    data = picture.get("data")
    if not isinstance(data, str):
        picture.spoil("data", f"{quote(data)} is not a text")
        data = ""
    elif fault := picture_fault(data):
        picture.spoil("data", f"this is no picture: {fault}")
    width, height = (picture.decimal(side, 1, FARTHEST) for side in ("width", "height"))
    found = Picture(data, *read_point(picture), width, height, picture.decimal("opacity", 0.05, 1))
    picture.close()
    return found


def read_point(part: Section) -> tuple[float, float]:
    return part.decimal("x", -FARTHEST, FARTHEST), part.decimal("y", -FARTHEST, FARTHEST)


# --- routes and names -------------------------------------------------------------------------------------
def read_bends(sections: Section, board: Board) -> dict[tuple[int, int], RouteBend]:
    if not sections.has("bends"):
        return {}
    part = sections.section("bends")
    names = [place.name for place in board.places]
    routes = {f"{names[lane.a]}{NAME_JOINER}{names[lane.b]}": (lane.a, lane.b) for lane in board.lanes}
    routes |= {f"{names[b]}{NAME_JOINER}{names[a]}": (b, a) for a, b in routes.values()}
    bends: dict[tuple[int, int], RouteBend] = {}
    for key in part.own_keys():
        if key not in routes:
            part.wrong(key, f"this is no route of the board{meant(key, routes)}")
            continue
        (a, b), bend = routes[key], RouteBend(*part.decimals(key, BEND))
        if (min(a, b), max(a, b)) in bends:
            part.wrong(key, "this route is there already")
        bends[min(a, b), max(a, b)] = bend if a < b else turned(bend)
    return bends


def turned(bend: RouteBend) -> RouteBend:
    """The same curve, seen from its other end."""
    return RouteBend(-bend.end, -bend.start, bend.spread, -bend.move)


def read_labels(sections: Section, board: Board) -> dict[int, LabelSpot]:
    if not sections.has("labels"):
        return {}
    part = sections.section("labels")
    numbers = {place.name: number for number, place in enumerate(board.places)}
    labels: dict[int, LabelSpot] = {}
    for name in part.own_keys():
        if name not in numbers:
            part.wrong(name, f"this is no place of the board{meant(name, numbers)}")
            continue
        labels[numbers[name]] = LabelSpot(*part.decimals(name, LABEL))
    return labels
