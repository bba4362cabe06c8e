"""How far apart the colours of cards and players stay for those who see fewer hues, and pieces from free routes.

Sight without one kind of cone after Machado, Oliveira and Fernandes (2009); distances are CIE76 in Lab, where about 2
can just be seen side by side. Run: python tools/colour_blind.py"""

from __future__ import annotations

import sys
from itertools import combinations
from math import atan2, degrees, hypot
from typing import Final

from ferrovia.draw.palette import NEUTRAL, PLAYERS, TONES

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHTS: Final[dict[str, Matrix]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: Final[Matrix] = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE: Final = (0.9505, 1.0, 1.089)
LEAST: Final = 18.0
LEAST_FROM_ROUTES: Final = 30.0
"""Between a piece and a free space, in full sight."""
SAME_HUE: Final = 20.0
"""Degrees: a piece whose hue is so near a route's …"""
LEAST_OF_ONE_HUE: Final = 25.0
"""… is that much lighter, darker, paler or stronger."""
GREYISH: Final = 10.0
"""Chroma below which there is no hue to share."""


def linear(colour: str) -> Triple:
    r, g, b = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return curve(r), curve(g), curve(b)


def curve(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def lab(colour: Triple) -> Triple:
    inside: Triple = (clamp(colour[0]), clamp(colour[1]), clamp(colour[2]))
    x, y, z = (root(part / white) for part, white in zip(times(TO_XYZ, inside), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def clamp(part: float) -> float:
    return min(1.0, max(0.0, part))


def root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116


def distance(one: str, other: str, sight: str) -> float:
    a, b = (lab(times(SIGHTS[sight], linear(colour))) for colour in (one, other))
    return float(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5)


def nearest(colours: dict[str, str], sight: str) -> list[tuple[float, str, str]]:
    """All pairs, the nearest first."""
    return sorted((distance(colours[a], colours[b], sight), a, b) for a, b in combinations(colours, 2))


def player_colours() -> dict[str, str]:
    return {f"{look.pattern} {look.outline}": look.fill for look in (*PLAYERS, NEUTRAL)}


def of_one_hue() -> list[tuple[float, str, str]]:
    """Pieces that share a hue with a route: how far apart lightness or chroma are, the farther; nearest first."""
    found = []
    for player, piece in player_colours().items():
        for name, tone in TONES.items():
            (light, strong, hue), (other_light, other_strong, other_hue) = (hued(one) for one in (piece, tone.fill))
            turn = abs((hue - other_hue + 180) % 360 - 180)
            if min(strong, other_strong) > GREYISH and turn <= SAME_HUE:
                found.append((max(abs(light - other_light), abs(strong - other_strong)), player, name))
    return sorted(found)


def hued(colour: str) -> Triple:
    """Lightness, chroma and hue in degrees."""
    light, a, b = lab(linear(colour))
    return light, hypot(a, b), degrees(atan2(b, a))


def main() -> int:
    least = 1e9
    for what, colours in (
        ("cards", {name: tone.fill for name, tone in TONES.items()}),
        ("players", player_colours()),
    ):
        for sight in SIGHTS:
            pairs = nearest(colours, sight)
            told = ", ".join(f"{a} – {b} {far:.1f}" for far, a, b in pairs[:3])
            print(f"{what:8} {sight:13} {told}")
            least = min(least, pairs[0][0])
    print(f"least {least:.1f} (wanted: {LEAST:.0f})")
    from_routes = min(
        (distance(piece, tone.fill, "full"), player, name)
        for player, piece in player_colours().items()
        for name, tone in TONES.items()
    )
    print(f"pieces from routes {from_routes} (wanted: {LEAST_FROM_ROUTES:.0f})")
    shared = of_one_hue()
    print("pieces of a route's hue", ", ".join(f"{a} – {b} {far:.1f}" for far, a, b in shared))
    apart = all(far >= LEAST_OF_ONE_HUE for far, _, _ in shared)
    return 0 if least >= LEAST and from_routes[0] >= LEAST_FROM_ROUTES and apart else 1


if __name__ == "__main__":
    sys.exit(main())
