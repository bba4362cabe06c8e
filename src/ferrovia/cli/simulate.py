"""`ferrovia simulate`: many random games on all cores."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Annotated, Final, NamedTuple

import typer

import ferrovia
from ferrovia.boards import load, new_game
from ferrovia.cli.output import console, print_json
from ferrovia.cli.params import LARGEST_SEED, BoardName, Json, Lang, Switches, read_options, whole
from ferrovia.cli.words import Speech, Words
from ferrovia.cli.workers import cores, spread
from ferrovia.engine.game import Game
from ferrovia.engine.series import Tally, play_series, play_series_audited

MOST_GAMES: Final = 1_000_000_000
MOST_JOBS: Final = 1024
CHUNK: Final = 400  # games: short enough to show progress and to stop soon
CHUNKS_PER_JOB: Final = 16  # at least, where there are enough games, so that no worker waits long for the last


class Setting(NamedTuple):
    """What a worker needs to lay the table for itself."""

    board: str
    players: int
    options: tuple[tuple[str, bool], ...]
    seed: int
    audited: bool = False


class Chunk(NamedTuple):
    setting: Setting
    start: int
    games: int


class Part(NamedTuple):
    """A tally on its way from one process to another."""

    games: int
    decisions: int
    scores: tuple[int, ...]
    checksum: int


@dataclass(frozen=True)
class Outcome:
    tally: Tally
    seconds: float

    def data(self, setting: Setting) -> dict[str, object]:
        return {
            "board": load(setting.board).id,
            "players": setting.players,
            "games": int(self.tally.games),
            "seed": setting.seed,
            "seconds": round(self.seconds, 4),
            "games_per_second": round(int(self.tally.games) / self.seconds, 1),
            "decisions_per_second": round(int(self.tally.decisions) / self.seconds, 1),
            "compiled": ferrovia.COMPILED,
            "mean_scores": self.tally.mean_scores(),
            "checksum": f"{self.tally.checksum:08x}",
        }


@cache
def table(board: str, players: int, options: tuple[tuple[str, bool], ...]) -> Game:
    return new_game(load(board), players, dict(options))


def play_chunk(chunk: Chunk) -> Part:
    setting = chunk.setting
    play = play_series_audited if setting.audited else play_series
    tally = play(table(setting.board, setting.players, setting.options), setting.seed, chunk.start, chunk.games)
    return Part(int(tally.games), int(tally.decisions), tuple(tally.scores), int(tally.checksum))


def chunks(setting: Setting, games: int, jobs: int) -> list[Chunk]:
    size = max(1, min(CHUNK, games // (jobs * CHUNKS_PER_JOB)))
    return [Chunk(setting, start, min(size, games - start)) for start in range(0, games, size)]


def add_up(players: int, parts: Iterable[Part]) -> Tally:
    """The same whatever order the parts come in."""
    whole_tally = Tally(players)
    for part in parts:
        tally = Tally(players)
        tally.games, tally.decisions, tally.checksum = part.games, part.decisions, part.checksum
        for seat, points in enumerate(part.scores):
            tally.scores[seat] = points
        whole_tally.add(tally)
    return whole_tally


def run(setting: Setting, games: int, jobs: int, title: str) -> Outcome:
    table(setting.board, setting.players, setting.options)  # refuses a bad table before any process is started
    tasks = chunks(setting, games, jobs)
    begin = perf_counter()
    tally = add_up(setting.players, with_progress(spread(play_chunk, tasks, jobs), games, title))
    return Outcome(tally, max(perf_counter() - begin, 1e-9))


def with_progress(parts: Iterator[Part], games: int, title: str) -> Iterator[Part]:
    """Shows a bar while parts come in, if there is a terminal to show it on."""
    if not sys.stderr.isatty():
        yield from parts
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, markup=False), transient=True) as progress:
        bar = progress.add_task(title, total=games)
        for part in parts:
            progress.advance(bar, part.games)
            yield part


def command(
    board: BoardName,
    players: Annotated[
        int, typer.Option("--players", metavar="N", help="How many play.", parser=whole("--players", 1, 9))
    ] = 2,
    games: Annotated[
        int, typer.Option("--games", metavar="K", help="How many games.", parser=whole("--games", 1, MOST_GAMES))
    ] = 1000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="Same seed, same games.", parser=whole("--seed", 0, LARGEST_SEED))
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="J", help="Processes; all cores by default.", parser=whole("--jobs", 1, MOST_JOBS)
        ),
    ] = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Count cards, pieces, tickets and points after every single action.")
    ] = False,
    option: Switches = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Plays random games, as many as you like, and sums them up.

    The result depends on the board, the options, the seed and the number of games alone, never on --jobs.
    """
    words = Speech.words()
    setting = Setting(board, players, tuple(sorted(read_options(option or ()).items())), seed, audit)
    workers = jobs or cores()
    outcome = run(setting, games, workers, words.say("simulate.progress", board=words.of(load(board).names)))
    data = outcome.data(setting)
    if json:
        print_json(data)
    else:
        show(words, data, workers)


def show(words: Words, data: dict[str, object], jobs: int) -> None:
    out = console()
    scores = data["mean_scores"]
    assert isinstance(scores, list)
    mode = words.say("simulate.compiled" if data["compiled"] else "simulate.interpreted")
    out.print(words.say("simulate.title", **data))
    out.print(words.say("simulate.scores", scores=", ".join(f"{score:.2f}" for score in scores)))
    out.print(words.say("simulate.speed", **data))
    out.print(words.say("simulate.jobs", jobs=jobs, mode=mode))
    out.print(words.say("simulate.checksum", checksum=data["checksum"]))
