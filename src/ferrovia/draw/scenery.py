"""A board's backdrop as SVG: coasts, rivers, streets, the compass rose and the vignette, by day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ferrovia.boards.look import Backdrop, Rose, Vignette
from ferrovia.draw.layout import Ground

FILLED: Final = ("water", "park", "built", "relief", "depth", "figure", "roof", "shade", "lamp")
PENS: Final = {
    "water": 0.7, **dict.fromkeys(FILLED[1:], 0.0),
    "river": 0.8, "ripple": 0.3, "hatch": 0.3, "street": 0.3, "road": 0.5, "quay": 4.0, "border": 0.4, "shoal": 0.4,
    "engraving": 0.35, "wood": 2.8,
}  # fmt: skip
"""Their widths where a layer has none of its own, in units of the board."""
DASHES: Final = {"quay": (0.08, 0.78), "border": (7.8, 3.3, 1.7, 3.3), "shoal": (0.11, 3.8)}
"""Strokes and gaps of a broken line, in widths of its pen."""
OPACITY: Final = {
    "relief": 0.07, "depth": 0.15, "shade": 0.3, "lamp": 0.75, "ripple": 0.55, "hatch": 0.6, "street": 0.4, "road": 0.9,
    "quay": 0.55, "border": 0.6, "shoal": 0.8, "engraving": 0.85,
}  # fmt: skip
AT_SEA: Final = ("water", "ripple", "shoal")
SHORE: Final = "#3d6270"
LEAF: Final = "#6d8a52"
WALL: Final = "#fffdf6"
"""What light falls on."""


def mixed(one: str, share: float, other: str) -> str:
    """So much of one colour, the rest of another."""
    parts = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in parts)


def scenery(ground: Ground) -> Iterator[str]:
    """A group in units of the picture; nothing for a board nobody has drawn one for."""
    backdrop = ground.look.backdrop
    if backdrop is None:
        return
    ground_colour = ground.paper
    hair = mixed(backdrop.tint["ink"], 0.82, ground_colour)
    place = f"scale({ground.scale:.5f}) translate({-ground.origin.x:.3f} {-ground.origin.y:.3f})"
    yield f'<g class="backdrop" transform="{place}" fill="none" stroke-linecap="round" stroke-linejoin="round">'
    yield from layers(backdrop, hair, ground_colour)
    look = f'stroke="{hair}" fill="{ground_colour}"'
    if backdrop.rose:
        yield from compass(backdrop.rose, look, hair)
    if backdrop.vignette:
        yield from corner(backdrop.vignette, hair, fills(backdrop, hair, ground_colour))
    yield "</g>"


def fills(backdrop: Backdrop, hair: str, ground_colour: str) -> dict[str, str]:
    """What each kind is filled with."""
    return {
        **{kind: backdrop.tint[kind] for kind in ("water", "park", "built")},
        **dict.fromkeys(("relief", "shade", "lamp"), hair),
        "depth": ground_colour, "figure": mixed(WALL, 0.6, ground_colour),
        "roof": mixed(backdrop.tint["ink"], 0.42, backdrop.tint["built"]),
    }  # fmt: skip


def layers(backdrop: Backdrop, hair: str, ground_colour: str) -> Iterator[str]:
    filled = fills(backdrop, hair, ground_colour)
    shore = mixed(backdrop.tint["water"], 0.62, SHORE)
    river = mixed(backdrop.tint["water"], 0.55, shore)
    strokes = {
        **dict.fromkeys(AT_SEA, shore),
        "river": river, "road": ground_colour, "wood": mixed(backdrop.tint["park"], 0.7, LEAF),
    }  # fmt: skip
    for layer in backdrop.layers:
        kind = layer.kind
        pen = layer.pen or PENS[kind]
        told = [f'class="{kind}"']
        if kind in FILLED:
            told.append(f'fill="{filled[kind]}"')
        if pen:
            told.append(f'stroke="{strokes.get(kind, hair)}" stroke-width="{pen:g}"')
        if kind in DASHES:
            dashes = " ".join(f"{part * pen:.3g}" for part in DASHES[kind])
            told.append(f'stroke-dasharray="{dashes}"')
            told += ['stroke-linecap="butt"'] * (kind == "quay")
        if kind in OPACITY:
            told.append(f'opacity="{OPACITY[kind]}"')
        yield f'<path d="{layer.path}" {" ".join(told)}/>'


def compass(rose: Rose, look: str, ink: str) -> Iterator[str]:
    """Eight points, long and short, each half in ink."""
    place = f"translate({rose.x:g} {rose.y:g}) scale({rose.radius / 50:.4f}) rotate({rose.north:g})"
    yield f'<g transform="{place}" {look} stroke-width="0.8">'
    yield from (f'<circle r="{radius}" fill="none" stroke-width="0.6"/>' for radius in (31, 28.5, 12))
    for angle in range(0, 360, 45):
        long, wide = (24, 4.5) if angle % 90 else (43, 6.5)
        sides = ((-wide, ""), (wide, f' fill="{ink}"'))
        points = "".join(f'<path d="M0 0L{side} {-wide * 1.25}L0 {-long}Z"{fill}/>' for side, fill in sides)
        yield f'<g transform="rotate({angle})">{points}</g>'
    yield '<path d="M-3.6-45.5V-54L3.6-45.5V-54" fill="none" stroke-width="1.3"/></g>'


def corner(vignette: Vignette, hair: str, filled: Mapping[str, str]) -> Iterator[str]:
    look = f'stroke="{hair}" fill="{filled["figure"]}"'
    yield f'<g transform="translate({vignette.x:g} {vignette.y:g}) scale({vignette.scale:g})" {look}>'
    if vignette.framed:
        yield '<ellipse cy="-8" rx="76" ry="54" stroke-width="0.9"/>'
        yield '<ellipse cy="-8" rx="72.5" ry="50.5" fill="none" stroke-width="0.45"/>'
    yield f'<path d="{vignette.fill}" stroke-width="0.9"/>'
    for kind, path in (("roof", vignette.roof), ("shade", vignette.shade), ("lamp", vignette.lamp)):
        if path:
            yield f'<path d="{path}" fill="{filled[kind]}" stroke="none" opacity="{OPACITY.get(kind, 1)}"/>'
    yield f'<path d="{vignette.fine}" fill="none" stroke-width="0.45"/>'
    yield f'<path d="{vignette.line}" fill="none" stroke-width="0.8"/></g>'
