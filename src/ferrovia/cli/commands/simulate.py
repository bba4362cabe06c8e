"""`ferrovia simulate`: many games on all cores, random ones or between bots."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Annotated, Final, NamedTuple

import typer

import ferrovia
from ferrovia.arena.plan import BOT_STREAM, table
from ferrovia.simulation.workers import cores, spread
from ferrovia.boards import load
from ferrovia.bots import Budget, label
from ferrovia.bots.guard import Guarded, guard
from ferrovia.bots.registry import find_maker
from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import BoardName, Jobs, Json, Lang, Seed, Switches, complete_bot, read_options, whole
from ferrovia.engine.audit import audit
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import AuditError
from ferrovia.engine.game import Game
from ferrovia.engine.scoring import ledger
from ferrovia.engine.series import Tally, play_series, play_series_audited
from ferrovia.engine.setup import deal
from ferrovia.text.words import Words
from ferrovia.view import observe

MOST_GAMES: Final = 1_000_000_000
CHUNK: Final = 400  # games: short enough to show progress and to stop soon
CHUNKS_PER_JOB: Final = 16  # at least, where there are enough games, so that no worker waits long for the last


class Setting(NamedTuple):
    """What a worker needs to lay the table for itself."""

    board: str
    players: int
    options: tuple[tuple[str, bool], ...]
    seed: int
    audited: bool = False
    bots: tuple[str, ...] = ()
    """One for every seat, or none: then every choice is drawn by lot."""


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
    lost: int = 0


@dataclass(frozen=True)
class Outcome:
    tally: Tally
    seconds: float
    lost: int

    def data(self, setting: Setting) -> dict[str, object]:
        played = {"bots": [label(bot) for bot in setting.bots], "faults": self.lost} if setting.bots else {}
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
            **played,
        }


def play_chunk(chunk: Chunk) -> Part:
    setting = chunk.setting
    if setting.bots:
        return play_bots(chunk)
    play = play_series_audited if setting.audited else play_series
    tally = play(table(setting.board, setting.players, setting.options), setting.seed, chunk.start, chunk.games)
    return Part(int(tally.games), int(tally.decisions), tuple(tally.scores), int(tally.checksum))


def play_bots(chunk: Chunk) -> Part:
    """The deals of the random games with the same seed, each seat with a bot that has luck of its own."""
    setting = chunk.setting
    game = table(setting.board, setting.players, setting.options)
    tally, lost = Tally(game.seats), 0
    for index in range(chunk.start, chunk.start + chunk.games):
        luck = [seeded(setting.seed ^ BOT_STREAM, index * game.seats + seat) for seat in range(game.seats)]
        bots = [guard(spec, chance) for spec, chance in zip(setting.bots, luck, strict=True)]
        play_game(game, setting, index, bots, tally)
        lost += sum(bot.lost for bot in bots)
    return Part(int(tally.games), int(tally.decisions), tuple(tally.scores), int(tally.checksum), lost)


def play_game(game: Game, setting: Setting, index: int, bots: list[Guarded], tally: Tally) -> None:
    state = deal(game, seeded(setting.seed, index))
    decisions = 0
    while not state.over:
        state.apply(bots[state.seat].choose(observe(state, state.seat), list(state.legal_actions()), Budget()))
        decisions += 1
        missing = audit(state) if setting.audited else ""
        if missing:
            raise AuditError("audit.missing", {"what": missing, "game": index, "decision": decisions})
    tally.add_game(index, decisions, ledger(state, None).totals)


def seat_bots(wanted: list[str], players: int) -> tuple[str, ...]:
    """A bot for every seat: those named, in turn. Refuses one that is not there before any process is started."""
    if len(wanted) > players:
        raise UserError("seats.too_many", {"given": len(wanted), "players": players})
    for spec in wanted:
        find_maker(spec)
    return tuple(wanted[seat % len(wanted)] for seat in range(players)) if wanted else ()


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
    parts: list[Part] = []
    with bar(title, games) as advance, closing(spread(play_chunk, tasks, jobs)) as incoming:
        for part in incoming:
            parts.append(part)
            advance(part.games)
    seconds = max(perf_counter() - begin, 1e-9)
    return Outcome(add_up(setting.players, parts), seconds, sum(part.lost for part in parts))


def command(
    board: BoardName,
    players: Annotated[
        int, typer.Option("--players", metavar="N", help="How many play.", parser=whole("--players", 1, 9))
    ] = 2,
    games: Annotated[
        int, typer.Option("--games", metavar="K", help="How many games.", parser=whole("--games", 1, MOST_GAMES))
    ] = 1000,
    seed: Seed = 1,
    jobs: Jobs = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Count cards, pieces, tickets and points after every single action.")
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="A bot's name or FILE.py:BOT, for the next seat; given fewer than seats, they take turns.",
            autocompletion=complete_bot,
            show_default=False,
        ),
    ] = None,
    option: Switches = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Plays random games, or games between bots, as many as you like, and sums them up.

    The result depends on the board, the options, the seed and the number of games alone, never on --jobs.
    """
    words = Language.words()
    seats = seat_bots(bot or [], players)
    setting = Setting(board, players, tuple(sorted(read_options(option or ()).items())), seed, audit, seats)
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
    names = data.get("bots")
    if isinstance(names, list):
        out.print(words.say("simulate.title_bots", names=", ".join(names), **data))
        out.print(words.say("simulate.faults", **data))
    else:
        out.print(words.say("simulate.title", **data))
    out.print(words.say("simulate.scores", scores=", ".join(f"{score:.2f}" for score in scores)))
    out.print(words.say("simulate.speed", **data))
    out.print(words.say("simulate.jobs", jobs=jobs, mode=mode))
    out.print(words.say("simulate.checksum", checksum=data["checksum"]))
