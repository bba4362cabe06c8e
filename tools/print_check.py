"""Prints every board in every language on A4 and checks the files; with pictures, every page as it comes out.

    python tools/print_check.py [BOARD …] [--pictures]

It prints the tables of docs/print.md. With --pictures it draws every page in build/print, in colour and in greys, to be
looked at. Nothing may come nearer than 10 mm to an edge, backs must lie behind their cards, and another program must
read the codes for cameras.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageOps

from ferrovia.boards import board_ids, load, look
from ferrovia.printing import PrintJob, PrintOrder, print_board, read_paper
from ferrovia.printing.paper import CAPTION, FITTED, MARGIN
from ferrovia.text.words import LANGUAGES

FOLDER: Final = Path(__file__).resolve().parents[1] / "build" / "print"
MOST_BYTES: Final = 5_000_000
MOST_SECONDS: Final = 20.0
PAPERS: Final = ("a4", "a3", "letter", "tabloid")
ADDRESS: Final = "https://trains.example.org/new?board="
DPI: Final = 110
INCH: Final = 25.4
WHITE: Final = 250
"""The darkest grey that still is paper."""
COARSE: Final = 4
"""Pixels to a side of what registers are compared by: 1 mm."""
ASKEW: Final = 0.05
"""The share of a sheet's cards that may lie beside their backs: edges that fall between two pixels."""
FAINT: Final = 30
"""Of 255: what a thin frame still is of a coarse pixel."""
OUTSIDE: Final = 128
CODED: Final = {"plan", "board", "rules"}
"""Sheets with a code for cameras; so has the last part of a board."""


@dataclass(frozen=True)
class Printed:
    """A file, and what it took."""

    job: PrintJob
    file: Path
    size: int
    seconds: float

    @property
    def faults(self) -> Iterator[str]:
        if self.size >= MOST_BYTES:
            yield f"{self.file.name} has {self.size} bytes"
        if self.seconds >= MOST_SECONDS:
            yield f"{self.file.name} took {self.seconds:.1f} s"


def main() -> None:
    boards = [word for word in sys.argv[1:] if not word.startswith("--")] or board_ids()
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = {(board, language): printed(board, language) for board in boards for language in LANGUAGES}
    faults = [fault for each in made.values() for fault in each.faults]
    for row in (*sheet_table(boards), "", *file_table(boards, made)):
        print(row, flush=True)
    if "--pictures" in sys.argv:
        greys = [printed(board, LANGUAGES[0], grey=True) for board in boards]
        wholes = [printed(board, LANGUAGES[0], paper=FITTED) for board in boards]
        for each in (*made.values(), *greys, *wholes):
            found = list(seen(each))
            print(f"{each.file.name}: {len(each.job.sheets)} pages drawn, {len(found)} faults", flush=True)
            faults += found
    print("\n".join(faults) or "no faults")
    sys.exit(bool(faults))


def printed(board: str, language: str, *, paper: str = "a4", grey: bool = False) -> Printed:
    found = read_paper(paper)
    assert found is not None
    what = ("board", "track") if paper == FITTED else PrintOrder().what
    begun = time.process_time()
    order = PrintOrder(found, what, language=language, grey=grey, address=ADDRESS + board)
    job = print_board(load(board), order, look(board))
    data = job.pdf()
    seconds = time.process_time() - begun
    name = ".".join([board, language, *(["grey"] if grey else []), *([paper] if paper == FITTED else [])])
    file = FOLDER / f"{name}.pdf"
    file.write_bytes(data)
    return Printed(job, file, len(data), seconds)


# --- the tables of docs/print.md ------------------------------------------------------------------------
def sheet_table(boards: Sequence[str]) -> Iterator[str]:
    yield "| board | size | A4 | A3 | Letter | Tabloid |"
    yield "|---|---|---|---|---|---|"
    for board in boards:
        jobs = [parts_on(board, paper) for paper in PAPERS]
        wide, high = jobs[0].board_size
        counts = " | ".join(str(job.counts().get("tile", 1)) for job in jobs)
        yield f"| `{board}` | {wide:g} × {high:g} mm | {counts} |"


def parts_on(board: str, name: str) -> PrintJob:
    paper = read_paper(name)
    assert paper is not None
    return print_board(load(board), PrintOrder(paper, ("board", "track")), look(board))


def file_table(boards: Sequence[str], made: dict[tuple[str, str], Printed]) -> Iterator[str]:
    """The largest of all languages."""
    yield "| everything on A4 | sheets | size of the file | computing |"
    yield "|---|---|---|---|"
    for board in boards:
        files = [made[board, language] for language in LANGUAGES]
        sheets, size = max(len(each.job.sheets) for each in files), max(each.size for each in files)
        yield f"| `{board}` | {sheets} | {size // 1000} kB | {max(each.seconds for each in files):.1f} s |"


# --- pictures -------------------------------------------------------------------------------------------
def seen(made: Printed) -> Iterator[str]:
    """What is wrong with the pages of a file, drawn by poppler."""
    stem = made.file.with_suffix("")
    for old in FOLDER.glob(f"{stem.name}-*.png"):
        old.unlink()
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", made.file, stem], check=True)
    pages = sorted(FOLDER.glob(f"{stem.name}-*.png"))
    assert len(pages) == len(made.job.sheets)
    front: Image.Image | None = None
    for sheet, page in zip(made.job.sheets, pages, strict=True):
        ink = inked(page)
        if not margins_are_free(ink):
            yield f"{page.name}: {sheet.title} comes too near to the edge"
        if sheet.kind.endswith(".back") and front is not None and beside(front, ink) > ASKEW:
            yield f"{page.name}: {sheet.title} lie beside their cards"
        last_part = sheet.kind == "tile" and made.job.sheets[sheet.number].kind != "tile"
        if (sheet.kind in CODED or last_part) and code_of(page) != made.job.commission.order.address:
            yield f"{page.name}: the code on {sheet.title} says {code_of(page)!r}"
        front = ink


def inked(page: Path) -> Image.Image:
    """White where there is ink."""
    with Image.open(page) as picture:
        return picture.convert("L").point(lambda grey: 0 if grey > WHITE else 255)


def pixels(length: float) -> int:
    return int(length / INCH * DPI)


def margins_are_free(ink: Image.Image) -> bool:
    box = ink.getbbox()
    edge = pixels(MARGIN) - 1
    if box is None:
        return False
    left, top, right, low = box
    return min(left, top, ink.width - right, ink.height - low) >= edge


def beside(front: Image.Image, back: Image.Image) -> float:
    """The share of the cards that has nothing behind it once the sheet is turned over. Backs bleed beyond them."""
    one, other = silhouette(front), silhouette(ImageOps.mirror(back))
    return ImageChops.subtract(one, other).histogram()[255] / max(one.histogram()[255], 1)


def silhouette(ink: Image.Image) -> Image.Image:
    """Where cards lie, white symbols on them too: all that can't be reached from the corner of the sheet."""
    cards = ink.crop((0, 0, ink.width, ink.height - pixels(MARGIN + CAPTION))).reduce(COARSE)
    cards = cards.point(lambda grey: 255 if grey > FAINT else 0)
    ImageDraw.floodfill(cards, (0, 0), OUTSIDE)
    return cards.point(lambda grey: 0 if grey == OUTSIDE else 255)


def code_of(page: Path) -> str:
    """What zbar reads on it."""
    words = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(page)]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    main()
