"""Tells whether the backdrops in the repository are what tools/draw_backdrop.py draws from the data beside it.

Drawing takes packages that a test should not need. So the program writes two digests into the head of each look.toml:
of all it read, and of what it drew. This compares them with what is there now: python tools/backdrop_digest.py"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from look_file import heading, read

ROOT = Path(__file__).resolve().parents[1]
BOARDS = ROOT / "src" / "ferrovia" / "boards"
TOOLS = ROOT / "tools"
PROGRAM = (
    "draw_backdrop.py", "backdrop_engraving.py", "backdrop_hills.py", "backdrop_landmarks.py", "backdrop_paths.py",
    "backdrop_quarters.py", "backdrop_relief.py", "backdrop_scatter.py", "natural_earth.py", "warp_look.py",
)  # fmt: skip
SHARED = ("drawings.toml", "package.json", "package-lock.json")
FROM = "# Drawn by `make backdrops` from "
DREW = "# and its layers are "


def sources(id: str) -> list[Path]:
    """Every file that a backdrop comes from, but for the look itself."""
    own = sorted((TOOLS / "backdrops" / id).iterdir())
    shared = [TOOLS / "backdrops" / name for name in SHARED]
    game = [BOARDS / id / name for name in ("locations.csv", "routes.csv")]
    return [*(TOOLS / name for name in PROGRAM), *shared, *own, *game]


def inputs(id: str, look: Mapping[str, Any]) -> str:
    """The digest of all that was read: also how routes and names lie, for nothing is drawn under them."""
    laid = {name: look.get(name, {}) for name in ("sheet", "bends", "labels")}
    laid |= {name: part for name, part in look["backdrop"].items() if name in ("rose", "vignette")}
    return digest([*(file.read_bytes() for file in sources(id)), json.dumps(laid, sort_keys=True).encode()])


def drawn(look: Mapping[str, Any]) -> str:
    parts = [[layer["kind"], layer.get("pen"), layer["path"].split()] for layer in look["backdrop"]["layers"]]
    return digest([json.dumps([parts, look["backdrop"]["tint"]], sort_keys=True).encode()])


def digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def signed(comment: Iterable[str], id: str, look: Mapping[str, Any]) -> list[str]:
    """The head of a look.toml, with the two digests."""
    kept = [line for line in comment if not line.startswith((FROM, DREW))]
    return [*kept, f"{FROM}{inputs(id, look)}", f"{DREW}{drawn(look)}"]


def faults(id: str) -> list[str]:
    file = BOARDS / id / "look.toml"
    comment, look = heading(file), read(file)
    found = []
    if f"{FROM}{inputs(id, look)}" not in comment:
        found.append(f"{id}: its data, its routes or the program changed since it was drawn: run `make backdrops`")
    if f"{DREW}{drawn(look)}" not in comment:
        found.append(f"{id}: its backdrop is not what the program drew: change tools/backdrops, not look.toml")
    return found


def main() -> int:
    found = [
        fault for folder in sorted((TOOLS / "backdrops").iterdir()) if folder.is_dir() for fault in faults(folder.name)
    ]
    print("\n".join(found) or "every backdrop is as it was drawn")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
