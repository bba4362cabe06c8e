"""Writes the fonts of printed sheets anew: the page's own (web/node_modules), as TrueType files that a PDF can embed.

The subsets that the page loads one by one are merged into a file per weight. Kerning and ligatures are left out, so
that whoever measures a line and whoever draws it agree. The serif is renamed, as its licence asks of changed fonts.
    pip install fonttools brotli
    python tools/print_fonts.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT: Final = Path(__file__).resolve().parents[1]
MODULES: Final = ROOT / "web" / "node_modules"
TARGET: Final = ROOT / "src" / "ferrovia" / "printing" / "fonts"
SIGNS: Final = MODULES / "@fontsource" / "barlow-condensed"
SERIF: Final = MODULES / "@fontsource-variable" / "source-serif-4"
SUBSETS: Final = {SIGNS: ("latin", "latin-ext"), SERIF: ("latin", "latin-ext", "greek", "cyrillic")}
FAMILY: Final = {SIGNS: "Barlow Condensed", SERIF: "Ferrovia Serif"}
LAYOUT: Final = ("GSUB", "GPOS", "GDEF", "STAT", "gasp", "DSIG", "prep", "fpgm", "cvt ", "meta")
FILES: Final = {
    "BarlowCondensed-Medium.ttf": (SIGNS, 500, "normal"),
    "BarlowCondensed-SemiBold.ttf": (SIGNS, 600, "normal"),
    "FerroviaSerif-Regular.ttf": (SERIF, 400, "normal"),
    "FerroviaSerif-Italic.ttf": (SERIF, 400, "italic"),
    "FerroviaSerif-Bold.ttf": (SERIF, 700, "normal"),
}


def part(package: Path, subset: str, weight: int, slant: str) -> Any:
    """One subset at one weight, without layout tables."""
    if package is SIGNS:
        font = TTFont(package / "files" / f"barlow-condensed-{subset}-{weight}-{slant}.woff2")
    else:
        font = TTFont(package / "files" / f"source-serif-4-{subset}-wght-{slant}.woff2")
        font = instantiateVariableFont(font, {"wght": weight})
    font.flavor = None
    for table in LAYOUT:
        if table in font:
            del font[table]
    return font


def write(name: str, package: Path, weight: int, slant: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        seen: set[int] = set()
        for subset in SUBSETS[package]:
            font = part(package, subset, weight, slant)
            for table in font["cmap"].tables:  # a letter that two subsets have is the first one's
                table.cmap = {code: glyph for code, glyph in table.cmap.items() if code not in seen}
            seen |= set(font.getBestCmap())
            file = Path(folder) / f"{subset}.ttf"
            font.save(file)
            parts.append(str(file))
        merged = Merger().merge(parts)
    rename(merged, FAMILY[package], name.removesuffix(".ttf"))
    merged.save(TARGET / name)
    print(name, (TARGET / name).stat().st_size, "bytes,", len(merged.getBestCmap()), "letters")


def rename(font: Any, family: str, full: str) -> None:
    style = full.partition("-")[2]
    for record in list(font["name"].names):
        if record.nameID not in (0, 13, 14):  # copyright and licence stay
            font["name"].removeNames(nameID=record.nameID)
    for number, text in ((1, family), (2, style), (3, full), (4, f"{family} {style}"), (6, full), (16, family)):
        font["name"].setName(text, number, 3, 1, 0x409)


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, (package, weight, slant) in FILES.items():
        write(name, package, weight, slant)
    for package, name in ((SIGNS, "BarlowCondensed-OFL.txt"), (SERIF, "FerroviaSerif-OFL.txt")):
        (TARGET / name).write_text((package / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
