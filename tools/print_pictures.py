"""Makes the pictures of docs/print.md: pages of USA as poppler draws them, and what becomes of them on the table.

python tools/print_pictures.py
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image, ImageEnhance

from ferrovia.boards import load, look
from ferrovia.printing import PrintJob, PrintOrder, print_board, read_paper
from ferrovia.printing.paper import CAPTION, FITTED, MARGIN, OVERLAP
from ferrovia.printing.sheets import WHAT

BOARD: Final = "usa"
ADDRESS: Final = f"https://trains.example.org/new?board={BOARD}"
TARGET: Final = Path(__file__).resolve().parents[1] / "docs" / "images"
DPI: Final = 62
INCH: Final = 25.4
TABLE: Final = "#c9bfae"
COLOURS: Final = 256
WIDEST: Final = 720
TILT: Final = 5.0
"""Degrees by which the part that is being glued still lies askew."""
DEPTH: Final = 0.07
"""How much lower than a near seam a far one is, as a share of the board's height."""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        everything, whole = order("a4", WHAT), order(FITTED, ("board", "track"))
        drawings = drawn(everything, folder / "all")
        pages = dict(zip((sheet.title for sheet in everything.sheets), drawings, strict=True))  # the last of each title
        board = drawn(whole, folder / "whole")[-1]
        save("plan", pages[everything.commission.say("plan")])
        save("part", part(pages, everything, "B2"))
        save("glue", glued(part(pages, everything, "A2"), part(pages, everything, "B2")))
        save("board", board)
        save("folded", folded(trimmed(board), 3))
        save("cards", beside([pages[everything.commission.say(kind)] for kind in ("tickets", "cards")]))


def order(paper: str, what: tuple[str, ...]) -> PrintJob:
    found = read_paper(paper)
    assert found is not None
    return print_board(load(BOARD), PrintOrder(found, what, address=ADDRESS), look(BOARD))


def drawn(job: PrintJob, stem: Path) -> list[Image.Image]:
    file = stem.with_suffix(".pdf")
    file.write_bytes(job.pdf())
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", file, stem], check=True)
    return [Image.open(page).convert("RGB") for page in sorted(stem.parent.glob(f"{stem.name}-*.png"))]


def part(pages: dict[str, Image.Image], job: PrintJob, name: str) -> Image.Image:
    return pages[job.commission.say("part", part=name)]


# --- on the table ---------------------------------------------------------------------------------------
def trimmed(page: Image.Image) -> Image.Image:
    """A page cut along its print: without paper, marks and caption."""
    low = page.height - int((MARGIN + CAPTION) / INCH * DPI)
    rows = [row for row in range(low) if inked(page.crop((0, row, page.width, row + 1)))]
    columns = [column for column in range(page.width) if inked(page.crop((column, 0, column + 1, low)))]
    return page.crop((columns[0], rows[0], columns[-1] + 1, rows[-1] + 1))


def inked(line: Image.Image) -> bool:
    """Whether most of a line of pixels is printed."""
    histogram = line.convert("L").histogram()
    return sum(histogram[:250]) > 0.6 * sum(histogram)


def glued(left: Image.Image, right: Image.Image) -> Image.Image:
    """The right part on its way onto the strip of the left one."""
    under, over = trimmed(left), trimmed(right)
    strip = int(OVERLAP / INCH * DPI)
    table = Image.new("RGB", (under.width + over.width + 60, under.height + 110), TABLE)
    table.paste(under, (20, 55))
    turned = over.convert("RGBA").rotate(-TILT, expand=True, resample=Image.Resampling.BICUBIC)
    table.paste(turned, (20 + under.width - strip, 5), turned)
    return table


def folded(board: Image.Image, panels: int) -> Image.Image:
    """Standing in folds, every other seam farther away."""
    wide, deep = board.width // panels, int(DEPTH * board.height)
    shown = int(0.82 * wide)
    table = Image.new("RGB", (panels * shown + 60, board.height + 60), TABLE)
    for panel in range(panels):
        side = board.crop((panel * wide, 0, (panel + 1) * wide, board.height))
        side = ImageEnhance.Brightness(side).enhance(0.86 if panel % 2 else 1.0)
        for column in range(shown):
            share = column / shown
            lower = int(deep * (1 - share if panel % 2 else share))
            strip = side.crop((int(share * wide), 0, int(share * wide) + 1, board.height))
            strip = strip.resize((1, board.height - 2 * lower), Image.Resampling.BOX)
            table.paste(strip, (30 + panel * shown + column, 30 + lower))
    return table


def beside(pages: list[Image.Image]) -> Image.Image:
    sheet = Image.new("RGB", (sum(page.width for page in pages) + 20, max(page.height for page in pages)), TABLE)
    left = 0
    for page in pages:
        sheet.paste(page, (left, 0))
        left += page.width + 20
    return sheet


def save(name: str, picture: Image.Image) -> None:
    if picture.width > WIDEST:
        size = (WIDEST, WIDEST * picture.height // picture.width)
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    file = TARGET / f"print-{name}.png"
    few = picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(file, optimize=True)  # the usual way of choosing colours makes pink routes beige
    print(f"{file.name}: {picture.width} × {picture.height}, {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
