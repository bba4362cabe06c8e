"""Many games of one board, random ones or between bots, summed up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from time import perf_counter

import ferrovia
from ferrovia._workers import spread
from ferrovia.boards import load
from ferrovia.bots.entrants import check, name_of
from ferrovia.engine.board import Board
from ferrovia.engine.errors import SetupError
from ferrovia.engine.series import Tally
from ferrovia.simulation.series import Part, Series, Setting, chunks


@dataclass(frozen=True, repr=False)
class Simulation:
    """What came out of a simulation. Everything but the seconds depends on board, options, seed and games alone."""

    board: str
    """The board's id."""
    seats: int
    games: int
    seed: int
    options: Mapping[str, bool]
    """Those that were set; all others had their defaults."""
    bots: tuple[str, ...]
    """One name for every seat; empty if every choice was drawn by lot."""
    decisions: int
    mean_scores: tuple[float, ...]
    """Seat by seat."""
    checksum: str
    """Of all scores and decisions: equal for equal simulations, whatever the machine or the number of workers."""
    faults: int
    """Moves that had to be played for bots, because they raised, took too long or chose an illegal action."""
    seconds: float
    workers: int
    compiled: bool

    @property
    def games_per_second(self) -> float:
        """By the clock on the wall, with all workers."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """The same for decisions."""
        return self.decisions / self.seconds

    def to_dict(self) -> dict[str, object]:
        """As `ferrovia simulate --json` prints it."""
        played = {"bots": list(self.bots), "faults": self.faults} if self.bots else {}
        return {
            "board": self.board,
            "players": self.seats,
            "games": self.games,
            "seed": self.seed,
            "seconds": round(self.seconds, 4),
            "games_per_second": round(self.games_per_second, 1),
            "decisions_per_second": round(self.decisions_per_second, 1),
            "compiled": self.compiled,
            "mean_scores": list(self.mean_scores),
            "checksum": self.checksum,
            **played,
        }

    def __repr__(self) -> str:
        who = ", ".join(self.bots) or "random"
        scores = ", ".join(f"{score:.2f}" for score in self.mean_scores)
        return f"<Simulation {self.board}: {self.games} games, {who}, seed {self.seed}: mean scores {scores}>"


def ignore(more: int) -> None:
    """Nobody wants to know how far it is."""


def simulate(
    board: str | PathLike[str] | Board,
    seats: int = 2,
    games: int = 1000,
    seed: int = 1,
    *,
    bots: Sequence[str] = (),
    options: Mapping[str, bool] | None = None,
    audit: bool = False,
    workers: int = 1,
    records: Path | None = None,
    advance: Callable[[int], None] = ignore,
) -> Simulation:
    """Plays `games` games and sums them up.

    `board` is an id, a folder, or a board that was loaded. `bots` are names (or `file.py:Name`) for the seats, which
    take turns if there are fewer than seats; without any, every choice is drawn by lot. `audit` counts all cards,
    pieces, tickets and points after every action. `records` is a folder in which every game is kept as a record,
    `game-<number>.txt`. `advance` is told after each part how many more games are done.

    The result depends on board, options, bots, seed and games alone, never on `workers`. With more than one, games are
    played in processes of their own, which import the calling script anew: call this under
    `if __name__ == "__main__":` there.

    Raises a SetupError for a table that the board does not offer, and UnknownBot for a bot that is not there.
    """
    if games < 1 or workers < 1:
        raise ValueError(f"games and workers must be at least 1, not {games} and {workers}")
    played_on = board if isinstance(board, Board) else load(board)
    chosen = dict(sorted((options or {}).items()))
    setting = Setting(played_on, seats, chosen, seed, audit, seat_bots(bots, seats), records)
    setting.new_game()  # refuses a bad table before any process is started
    if records is not None:
        make_folder(records)
    begin = perf_counter()
    tally, lost = run(setting, games, workers, advance)
    return Simulation(
        board=played_on.id,
        seats=seats,
        games=int(tally.games),
        seed=seed,
        options=chosen,
        bots=tuple(name_of(entrant) for entrant in setting.bots),
        decisions=int(tally.decisions),
        mean_scores=tuple(tally.mean_scores()),
        checksum=f"{tally.checksum:08x}",
        faults=lost,
        seconds=max(perf_counter() - begin, 1e-9),
        workers=workers,
        compiled=ferrovia.COMPILED,
    )


def make_folder(folder: Path) -> None:
    """An empty one: nothing that lies there is mixed with what is to come, or replaced by it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise SetupError("simulate.not_empty", {"folder": str(folder)})
    except OSError as error:
        raise SetupError("file.unwritable", {"file": str(folder), "reason": error.strerror or str(error)}) from None


def seat_bots(wanted: Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot for every seat: those named, in turn. Refuses one that is not there before any process is started."""
    if len(wanted) > seats:
        raise SetupError("seats.too_many", {"given": len(wanted), "players": seats})
    for spec in wanted:
        check(spec)
    return tuple(wanted[seat % len(wanted)] for seat in range(seats)) if wanted else ()


def run(setting: Setting, games: int, workers: int, advance: Callable[[int], None]) -> tuple[Tally, int]:
    """The tally of all games, and how many moves were played for bots."""
    parts: list[Part] = []
    with closing(spread(Series(setting), chunks(games, workers), workers)) as incoming:
        for part in incoming:
            parts.append(part)
            advance(part.games)
    return add_up(setting.seats, parts), sum(part.lost for part in parts)


def add_up(seats: int, parts: Iterable[Part]) -> Tally:
    """The same whatever order the parts come in."""
    whole = Tally(seats)
    for part in parts:
        tally = Tally(seats)
        tally.games, tally.decisions, tally.checksum = part.games, part.decisions, part.checksum
        for seat, points in enumerate(part.scores):
            tally.scores[seat] = points
        whole.add(tally)
    return whole
