"""Prints every board in every language on A4, says how long that took and how large it is, and draws every page as a
picture in build/print, to be looked at.

    python tools/print_check.py [BOARD …] [--pictures]
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from ferrovia.boards import board_ids, load, look
from ferrovia.printing import PrintOrder, print_board, read_paper
from ferrovia.text.words import LANGUAGES

FOLDER: Final = Path(__file__).resolve().parents[1] / "build" / "print"
MOST_BYTES: Final = 5_000_000
MOST_SECONDS: Final = 20.0
PAPERS: Final = ("a4", "a3", "letter", "tabloid")
ADDRESS: Final = "https://trains.example.org/new?board="
DPI: Final = "70"


def main() -> None:
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")] or board_ids()
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = False
    for board in wanted:
        for language in LANGUAGES:
            failed |= not check(board, language)
        counts = {paper: parts_on(board, paper) for paper in PAPERS}
        print(board, "parts of the board:", ", ".join(f"{paper} {count}" for paper, count in counts.items()))
    sys.exit(int(failed))


def check(board: str, language: str) -> bool:
    begun, computed = time.perf_counter(), time.process_time()
    order = PrintOrder(language=language, address=ADDRESS + board)
    job = print_board(load(board), order, look(board))
    data = job.pdf()
    seconds, computing = time.perf_counter() - begun, time.process_time() - computed
    file = FOLDER / f"{board}.{language}.pdf"
    file.write_bytes(data)
    wide, high = job.board_size
    print(
        f"{board} {language}: {wide:g} × {high:g} mm, {len(job.sheets)} sheets {job.counts()}, {len(data) // 1000} kB, "
        f"{seconds:.1f} s ({computing:.1f} s of computing)",
        flush=True,
    )
    if "--pictures" in sys.argv:
        subprocess.run(["pdftoppm", "-r", DPI, "-png", str(file), str(file.with_suffix(""))], check=True)
    return len(data) < MOST_BYTES and computing < MOST_SECONDS


def parts_on(board: str, name: str) -> int:
    paper = read_paper(name)
    assert paper is not None
    job = print_board(load(board), PrintOrder(paper, ("board", "track")), look(board))
    return job.counts().get("tile", 1)


if __name__ == "__main__":
    main()
