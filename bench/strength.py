"""How strong our bots are: tables with 95 % intervals, and the command behind each (`make strength`).

Every finished game is kept on disk under the digest of the code that plays, so the same call goes on where it was
stopped, and changed bots begin anew. Deals are shared and seats rotate, as always in the arena."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

import ferrovia
from ferrovia.arena import Tournament, TournamentPlan
from ferrovia.arena.bot_rows import BotRow
from ferrovia.boards import board_ids

STYLES: Final = ("greedy", "one-step", "hungry", "path", "long-route")
EXPLOITS: Final = ("blocker", "hoarder", "rusher", "miser", "prospector")
FOLDER: Final = Path("build/strength")


@dataclass(frozen=True)
class Table:
    """One bot against others, one row each, on some boards."""

    name: str
    bot: str
    others: tuple[str, ...]
    games: int
    seed: int
    seats: int = 2
    boards: tuple[str, ...] = ()
    """All if none is named."""

    def plan(self, other: str, games: int) -> TournamentPlan:
        boards = self.boards or tuple(board_ids())
        return TournamentPlan(boards, (self.bot, other), games, self.seats, "challenge", self.seed)

    def command(self, other: str, games: int) -> str:
        boards = " ".join(f"--board {board}" for board in self.boards) or "--board all"
        return (
            f"ferrovia arena {boards} --bots {self.bot},{other} --games {games}"
            f" --seats {self.seats} --format challenge --seed {self.seed}"
        )


TABLES: Final = (
    Table("v1", "planner", ("planner-v1",), 200, 1),
    Table("two", "planner", STYLES, 200, 1),
    Table("four", "planner", STYLES, 60, 2, seats=4),
    Table("self", "planner", ("planner",), 200, 1, boards=("usa",)),
    Table("expert", "expert@2000", ("planner",), 60, 3),
    Table("expert-four", "expert@2000", ("planner",), 40, 3, seats=4),
    Table("iterations", "expert@10000", ("expert@2000",), 100, 5, boards=("berlin", "usa")),
    Table("exploits", "expert@2000", EXPLOITS, 40, 4),
    Table("levels", "commuter", ("novice",), 100, 8),
    Table("levels", "conductor", ("commuter",), 100, 8),
    Table("levels", "dispatcher", ("conductor",), 100, 8),
)


def digest_of_code() -> str:
    """Of all that decides a game: the bots with their weights, the engine, the rules and the views."""
    package = Path(ferrovia.__file__).parent
    digest = hashlib.sha256()
    for folder in ("bots", "engine", "rules", "view"):
        files = [file for kind in ("py", "toml") for file in package.glob(f"{folder}/**/*.{kind}")]
        for file in sorted(files):
            digest.update(file.relative_to(package).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:12]


@dataclass
class Measured:
    """What came out for one pairing."""

    table: Table
    other: str
    games: int
    rows: dict[str, BotRow]
    """By board; one that has no game yet is missing."""

    def data(self) -> dict[str, object]:
        boards = {board: row.data() for board, row in self.rows.items()}
        return {
            "table": self.table.name,
            "bot": self.table.bot,
            "against": self.other,
            "seats": self.table.seats,
            "command": self.table.command(self.other, self.games),
            "boards": boards,
        }


def measure(table: Table, other: str, games: int, jobs: int, folder: Path, end: float) -> Measured:
    """Plays what is not on disk yet, until the time is over."""
    plan = table.plan(other, games)
    file = folder / f"{table.name}-{table.bot}-{other}-{table.seats}-{games}.jsonl"
    with Tournament(plan, file) as tournament:
        if tournament.left and monotonic() < end:
            for _ in tournament.play(jobs):
                if monotonic() >= end:
                    break
        played = {result.board for result in tournament.results}
        tables = {board: tournament.rows(board) for board in plan.boards if board in played}
    rows = {board: next(row for row in found if row.bot == table.bot) for board, found in tables.items()}
    return Measured(table, other, games, rows)


def cell(row: BotRow | None) -> str:
    if row is None:
        return "–"
    return f"{100 * row.win_rate:.0f} % ({100 * row.low:.0f}–{100 * row.high:.0f}; {row.games})"


def lines_of(measured: Measured) -> Iterator[str]:
    """A row of a Markdown table with what it needs to be read."""
    boards = measured.table.boards or tuple(board_ids())
    others = f"{measured.table.seats - 1} × " if measured.table.seats > 2 else ""
    yield f"    {measured.table.command(measured.other, measured.games)}"
    yield ""
    yield f"| {measured.table.bot} against | {' | '.join(boards)} |"
    yield f"|---|{'--:|' * len(boards)}"
    yield f"| {others}{measured.other} | {' | '.join(cell(measured.rows.get(board)) for board in boards)} |"
    for board, row in measured.rows.items():
        yield (
            f"  {board}: {row.mean_score:.1f} points ({row.score_low:.1f}–{row.score_high:.1f}), "
            f"{row.tickets_completed:.2f} of {row.tickets_kept:.2f} tickets, {row.ms_per_move:.2f} ms a move"
        )
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = list(dict.fromkeys(table.name for table in TABLES))
    parser.add_argument("--only", choices=names, action="append", help="one of the tables; may be given again")
    parser.add_argument("--percent", type=int, default=100, help="of the games of each table")
    parser.add_argument("--minutes", type=float, default=180.0, help="after which nothing more is played")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    folder = FOLDER / digest_of_code()
    folder.mkdir(parents=True, exist_ok=True)
    end = monotonic() + 60 * wanted.minutes
    found: list[Measured] = []
    for table in TABLES:
        if wanted.only and table.name not in wanted.only:
            continue
        games = max(table.seats, table.games * wanted.percent // 100 // table.seats * table.seats)
        for other in table.others:
            found.append(measure(table, other, games, wanted.jobs, folder, end))
            if not wanted.json:
                print("\n".join(lines_of(found[-1])), flush=True)
    if wanted.json:
        print(json.dumps([one.data() for one in found], indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
