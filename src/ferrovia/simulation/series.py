"""A series of games, and what one worker plays of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from ferrovia.boards import new_game
from ferrovia.bots import Budget
from ferrovia.bots.guard import Guarded, guard
from ferrovia.engine.audit import audit
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import AuditError
from ferrovia.engine.game import Game
from ferrovia.engine.scoring import ledger
from ferrovia.engine.series import Tally, play_series, play_series_audited
from ferrovia.engine.setup import deal
from ferrovia.view import observe

BOT_STREAM: Final = 0xB07
"""Bots draw from streams of their own, so that nothing they do changes the deal."""
CHUNK: Final = 400  # games: short enough to show progress and to stop soon
CHUNKS_PER_WORKER: Final = 16  # at least, where there are enough games, so that no worker waits long for the last


@dataclass(frozen=True)
class Setting:
    """The table at which all games of a series are played."""

    board: Board
    seats: int
    options: Mapping[str, bool]
    seed: int
    audited: bool = False
    bots: tuple[str, ...] = ()
    """One for every seat, or none: then every choice is drawn by lot."""

    def new_game(self) -> Game:
        return new_game(self.board, self.seats, self.options)


class GameRange(NamedTuple):
    """Games `start` … `start + games − 1` of a series."""

    start: int
    games: int


class Part(NamedTuple):
    """A tally on its way from one process to another."""

    games: int
    decisions: int
    scores: tuple[int, ...]
    checksum: int
    lost: int = 0


def chunks(games: int, workers: int) -> list[GameRange]:
    size = max(1, min(CHUNK, games // (workers * CHUNKS_PER_WORKER)))
    return [GameRange(start, min(size, games - start)) for start in range(0, games, size)]


class Series:
    """Plays chunks. It is sent to every worker once, and builds its game there."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @cached_property
    def game(self) -> Game:
        return self.setting.new_game()

    def __call__(self, chunk: GameRange) -> Part:
        if self.setting.bots:
            return self.play_bots(chunk)
        play = play_series_audited if self.setting.audited else play_series
        return part_of(play(self.game, self.setting.seed, chunk.start, chunk.games), lost=0)

    def play_bots(self, chunk: GameRange) -> Part:
        """The deals of the random games with the same seed, each seat with a bot that has luck of its own."""
        seats, tally, lost = self.setting.seats, Tally(self.setting.seats), 0
        for index in range(chunk.start, chunk.start + chunk.games):
            luck = [seeded(self.setting.seed ^ BOT_STREAM, index * seats + seat) for seat in range(seats)]
            bots = [guard(spec, chance) for spec, chance in zip(self.setting.bots, luck, strict=True)]
            self.play_game(index, bots, tally)
            lost += sum(bot.lost for bot in bots)
        return part_of(tally, lost)

    def play_game(self, index: int, bots: list[Guarded], tally: Tally) -> None:
        state = deal(self.game, seeded(self.setting.seed, index))
        decisions = 0
        while not state.over:
            state.apply(bots[state.seat].choose(observe(state, state.seat), list(state.legal_actions()), Budget()))
            decisions += 1
            missing = audit(state) if self.setting.audited else ""
            if missing:
                raise AuditError("audit.missing", {"what": missing, "game": index, "decision": decisions})
        tally.add_game(index, decisions, ledger(state, None).totals)


def part_of(tally: Tally, lost: int) -> Part:
    return Part(int(tally.games), int(tally.decisions), tuple(tally.scores), int(tally.checksum), lost)
