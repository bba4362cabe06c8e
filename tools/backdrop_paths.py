"""How what is engraved is written as the data of SVG paths.

Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backdrop_scatter import noise
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from warp_look import path_data

from ferrovia.draw.geometry import Point

SMALLEST = 6.0  # an area that can be seen
TOLERANCE = 0.12


def dotted(spots: Sequence[tuple[float, float]]) -> str:
    """Lines of no length; each move says how far it is from the one before."""
    found, x, y = "", 0, 0
    for at_x, at_y in spots:
        to_x, to_y = round(10 * at_x), round(10 * at_y)
        found += f"m{short(to_x - x)}{' ' if to_y >= y else ''}{short(to_y - y)}h0"
        x, y = to_x, to_y
    return found


def short(tenths: int) -> str:
    return f"{tenths / 10:g}".replace("0.", ".") if abs(tenths) < 10 else f"{tenths / 10:g}"


def wavy(area: BaseGeometry, far: float) -> BaseGeometry:
    """With an edge that goes in and out, as that of a wood does."""
    found = []
    for part in getattr(area, "geoms", [area]):
        ring = part.exterior
        inner, outer = part.buffer(-far), part.buffer(far)
        lobes = [ring.interpolate(way).buffer(far * (0.8 + noise(way, 3))) for way in range(0, int(ring.length), 7)]
        bays = [lobe for number, lobe in enumerate(lobes) if noise(number, 9) > 0.62]
        grown = part.difference(unary_union(bays)).union(unary_union([lobe for lobe in lobes if lobe not in bays]))
        found.append(grown.intersection(outer).union(inner).buffer(-0.8).buffer(1.6).buffer(-0.8))
    return unary_union(found)


def areas_of(drawn: BaseGeometry) -> list[Polygon]:
    """The areas that a drawing consists of."""
    return [part for part in getattr(drawn, "geoms", [drawn]) if part.geom_type == "Polygon" and not part.is_empty]


def pieces(drawn: BaseGeometry) -> list[LineString]:
    """The lines that a drawing consists of."""
    return [part for part in getattr(drawn, "geoms", [drawn]) if part.geom_type == "LineString" and not part.is_empty]


def written(drawn: BaseGeometry, digits: int, smallest: float = SMALLEST) -> str:
    """As the data of an SVG path."""
    return path_data(list(outlines(drawn.simplify(TOLERANCE), smallest)), digits)


def outlines(drawn: BaseGeometry, smallest: float) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a drawing, and whether each is closed. Rings of areas turn so that holes stay open."""
    if drawn.is_empty:
        return
    if drawn.geom_type in ("LineString", "LinearRing"):
        points = [Point(*at) for at in drawn.coords]
        closed = len(points) > 3 and points[0] == points[-1]
        yield points[:-1] if closed else points, closed
    elif drawn.geom_type == "Polygon":
        if drawn.area < smallest:
            return
        ring = drawn.exterior if drawn.exterior.is_ccw else drawn.exterior.reverse()
        yield [Point(*at) for at in ring.coords][:-1], True
        for hole in drawn.interiors:
            ring = hole.reverse() if hole.is_ccw else hole
            yield [Point(*at) for at in ring.coords][:-1], True
    elif hasattr(drawn, "geoms"):
        for part in drawn.geoms:
            yield from outlines(part, smallest)
