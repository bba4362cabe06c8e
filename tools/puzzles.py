"""Chooses the puzzles that come along, from files of `ferrovia puzzles --resume`.

    python tools/puzzles.py --total 150 build/puzzles/*.jsonl

Those are taken whose reason explains the move and is true by the position alone, the ones that come along now too,
spread evenly from the easiest to the hardest, at most half of one kind of reason."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Final

from ferrovia.puzzles.finding import Found
from ferrovia.puzzles.puzzle import Puzzle
from ferrovia.puzzles.reasons import is_tied, untrue
from ferrovia.puzzles.search import in_order

COLLECTED: Final = Path(__file__).parents[1] / "src/ferrovia/puzzles/collected"
EXPLAINING: Final = frozenset(
    {"claim.completes", "claim.only", "claim.pressing", "claim.ticket", "claim.last"}
    | {"tickets.draw", "card.planned", "card.wild"}
)
"""Reasons that say why a move is better than others, and not merely what it brings."""


def read(files: list[Path]) -> dict[str, list[Puzzle]]:
    """All that may come along, each once."""
    kept = [Puzzle.read(json.loads(line)) for file in COLLECTED.glob("*.jsonl") for line in lines(file)]
    new = [puzzle for file in files for line in lines(file)[1:] for puzzle in Found.read(json.loads(line)).puzzles]
    found: dict[str, list[Puzzle]] = {}
    for puzzle in {puzzle.id: puzzle for puzzle in (*new, *kept)}.values():
        if is_explained(puzzle):
            found.setdefault(puzzle.board, []).append(puzzle)
    return found


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def is_explained(puzzle: Puzzle) -> bool:
    return puzzle.reason.code in EXPLAINING and not untrue(puzzle) and not is_tied(puzzle)


def chosen(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """Evenly over the order by difficulty; of a kind of reason that there is too much of, the clearest stay."""
    kinds: Counter[str] = Counter()
    kept = []
    for puzzle in sorted(puzzles, key=lambda one: -min(one.margins)):
        if kinds[puzzle.reason.code] < (count + 1) // 2:
            kinds[puzzle.reason.code] += 1
            kept.append(puzzle)
    for puzzle in sorted(puzzles, key=lambda one: -one.difficulty):  # where there are not enough kinds
        if len(kept) < count and puzzle not in kept:
            kept.append(puzzle)
    kept = in_order(kept)
    return [kept[place * len(kept) // count] for place in range(count)] if len(kept) >= count else kept


def shares(found: dict[str, int], total: int) -> dict[str, int]:
    """As many of every board; where there are fewer, others give more."""
    left, counts = total, {}
    for place, board in enumerate(sorted(found, key=lambda board: found[board])):
        counts[board] = min(found[board], left // (len(found) - place))
        left -= counts[board]
    return counts


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--total", type=int, default=150, help="puzzles of all boards together")
    asked = parser.parse_args()
    COLLECTED.mkdir(exist_ok=True)
    found = read(asked.files)
    counts = shares({board: len(puzzles) for board, puzzles in found.items()}, asked.total)
    for board, puzzles in sorted(found.items()):
        some = chosen(puzzles, counts[board])
        rows = [json.dumps(puzzle.data(), ensure_ascii=False, separators=(",", ":")) for puzzle in some]
        (COLLECTED / f"{board}.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
        ranks = Counter(puzzle.rank for puzzle in some)
        kinds = Counter(puzzle.reason.code for puzzle in some)
        print(f"{board}: {len(some)} of {len(puzzles)}, by rank {dict(sorted(ranks.items()))}, {dict(kinds)}")


if __name__ == "__main__":
    main()
