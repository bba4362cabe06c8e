"""The fonts of printed sheets: those of the page, embedded. A letter that one lacks is taken from another; a box
stands for one that none has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import as_file, files
from itertools import groupby
from typing import Any, Final

from ferrovia._extras import need

SIGNS: Final = "Barlow Condensed"
SERIF: Final = "Ferrovia Serif"
FILES: Final = {
    (SIGNS, "500", "normal"): "BarlowCondensed-Medium",
    (SIGNS, "600", "normal"): "BarlowCondensed-SemiBold",
    (SERIF, "400", "normal"): "FerroviaSerif-Regular",
    (SERIF, "400", "italic"): "FerroviaSerif-Italic",
    (SERIF, "700", "normal"): "FerroviaSerif-Bold",
}
FALLBACK: Final = "FerroviaSerif-Regular"
SUBSTITUTES: Final = {"\N{NARROW NO-BREAK SPACE}": "\N{NO-BREAK SPACE}"}
INVISIBLE: Final = "MC"
"""Categories of what has no shape of its own: accents, joiners, variants."""


@cache
def faces() -> dict[str, Any]:
    """Every face by its name, known to the PDF library from now on."""
    metrics, fonts = need("reportlab.pdfbase.pdfmetrics"), need("reportlab.pdfbase.ttfonts")
    found: dict[str, Any] = {}
    for name in FILES.values():
        with as_file(files(__package__).joinpath("fonts", f"{name}.ttf")) as file:
            font = fonts.TTFont(name, str(file))
        metrics.registerFont(font)
        found[name] = font.face
    return found


def face_of(family: str, weight: str = "400", style: str = "normal") -> str:
    """The face for what SVG says: the first family that is one of ours."""
    known = next((name for name in (SIGNS, SERIF) if name in family), SERIF)
    wanted = {SIGNS: "500" if weight in ("400", "500") else "600", SERIF: "700" if weight in ("600", "700") else "400"}
    return FILES.get((known, wanted[known], style), FALLBACK)


def letter_face(letter: str, face: str) -> str:
    """The face that has the letter; one that draws a box instead if none has."""
    return next((name for name in (face, FALLBACK) if has(name, letter)), FALLBACK)


def has(face: str, letter: str) -> bool:
    return ord(letter) in faces()[face].charToGlyph


def printable(text: str, face: str) -> str:
    """The text as it is drawn: accents and joiners that no face has are left out, any other such letter is a box."""
    said = ""
    for letter in unicodedata.normalize("NFC", text):
        tries = (letter, SUBSTITUTES.get(letter, ""), unicodedata.normalize("NFD", letter)[0])
        found = next((each for each in tries if each and has(letter_face(each, face), each)), None)
        if found is not None:
            said += found
        elif unicodedata.category(letter)[0] not in INVISIBLE:
            said += letter
    return said


def missing(text: str) -> set[str]:
    """Letters that come out as boxes."""
    return {letter for letter in printable(text, FALLBACK) if not has(FALLBACK, letter)}


def runs(text: str, face: str) -> Iterator[tuple[str, str]]:
    """(face, part of the text) in order."""
    for name, letters in groupby(printable(text, face), key=lambda letter: letter_face(letter, face)):
        yield name, "".join(letters)


def width_of(text: str, face: str, size: float) -> float:
    metrics = need("reportlab.pdfbase.pdfmetrics")
    return sum(float(metrics.stringWidth(part, name, size)) for name, part in runs(text, face))


def files_on_disk() -> list[str]:
    """For programs that read fonts by themselves."""
    return [str(files(__package__).joinpath("fonts", f"{name}.ttf")) for name in FILES.values()]
