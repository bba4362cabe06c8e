"""How clearly free routes stand out from the ground of every board, by day and by night: python tools/contrast.py

Ratios are those of WCAG 2, from 1 (the same) to 21. A route is seen by its fill or by its edge, whichever differs more;
a grey one by its frame alone. The ground is the board's paper, water, park or built-up land, with the bed of paper that
lies under every lane."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from colour_blind import linear

from ferrovia.boards import board_ids, load, look
from ferrovia.draw.layout import survey
from ferrovia.draw.palette import OPEN_EDGE, TONES
from ferrovia.draw.scenery import mixed

CSS: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "styles" / "colours.css"
LEAST: Final = 3.0
"""What WCAG asks of parts that have to be told apart."""
LEAST_OF_FRAMES: Final = 4.5
BED: Final = 0.72
GROUNDS: Final = ("paper", "water", "park", "built")


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def night_colours() -> dict[str, str]:
    """The variables of the night, as the page's style sheet has them."""
    night = CSS.read_text(encoding="utf-8").partition('[data-theme="dark"] {')[2]
    return dict(re.findall(r"--([a-z-]+): ([^;]+);", night))


def by_day(id: str) -> dict[str, str]:
    backdrop = look(id).backdrop
    assert backdrop is not None
    tints = {"paper": survey(load(id), look(id)).paper, **backdrop.tint}
    return {name: tints[name] for name in GROUNDS}


def by_night(id: str) -> dict[str, str]:
    backdrop, night = look(id).backdrop, night_colours()
    assert backdrop is not None
    share = float(night["night-share"].rstrip("%")) / 100
    built = mixed(backdrop.tint["ink"], share, night["night-built"])
    return {"paper": night["board-night"], "water": night["night-water"], "park": night["night-park"], "built": built}


def routes(time: str) -> dict[str, tuple[str, ...]]:
    """What each colour of route shows of itself."""
    day = time == "day"
    shown = {name: (tone.fill, tone.edge if day else tone.lit) for name, tone in TONES.items()}
    return {**shown, "grey": (OPEN_EDGE if day else night_colours()["open-edge"],)}


def measured(id: str, time: str) -> Iterator[tuple[str, str, float]]:
    """Colour of route, ground, ratio."""
    grounds = by_day(id) if time == "day" else by_night(id)
    for colour, shown in routes(time).items():
        for ground, tint in grounds.items():
            under = mixed(grounds["paper"], BED, tint)
            yield colour, ground, min(max(ratio(part, on) for part in shown) for on in (tint, under))


def main() -> int:
    faults = 0
    for id in board_ids():
        for time in ("day", "night"):
            found = list(measured(id, time))
            worst = {colour: min(far for name, _, far in found if name == colour) for colour in routes(time)}
            print(f"{id:10} {time:6}", ", ".join(f"{colour} {far:.1f}" for colour, far in worst.items()))
            faults += sum(far < (LEAST_OF_FRAMES if name == "grey" else LEAST) for name, far in worst.items())
    print(f"{faults} below {LEAST} (frames of grey routes: {LEAST_OF_FRAMES})")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
