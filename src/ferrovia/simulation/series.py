"""A series of games, and what one worker plays of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from ferrovia.boards import new_game
from ferrovia.bots import Budget
from ferrovia.bots.entrants import bot_of, budget_of, name_of
from ferrovia.bots.guard import Guarded, guard
from ferrovia.engine.audit import audit
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import AuditError
from ferrovia.engine.game import Game
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.scoring import ledger
from ferrovia.engine.series import POLICY_STREAM, Tally, play_series, play_series_audited
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import begin, to_text, write_move
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
    records: Path | None = None
    """A folder in which every game is kept."""

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
        if self.setting.records is not None:
            return self.play_recorded(chunk)
        play = play_series_audited if self.setting.audited else play_series
        return part_of(play(self.game, self.setting.seed, chunk.start, chunk.games), lost=0)

    def play_bots(self, chunk: GameRange) -> Part:
        """The deals of the random games with the same seed, each seat with a bot that has luck of its own."""
        tally, lost = Tally(self.setting.seats), 0
        for index in range(chunk.start, chunk.start + chunk.games):
            bots = seat_guards(self.setting, index)
            self.play_game(index, [asking(*each) for each in zip(bots, seat_budgets(self.setting), strict=True)], tally)
            lost += sum(bot.lost for bot in bots)
        return part_of(tally, lost)

    def play_recorded(self, chunk: GameRange) -> Part:
        """The random games of the series, decision by decision."""
        tally, policy = Tally(self.setting.seats), RandomPolicy(self.game, seeded(self.setting.seed))
        for index in range(chunk.start, chunk.start + chunk.games):
            policy.chance = seeded(self.setting.seed ^ POLICY_STREAM, index)
            self.play_game(index, [policy.choose] * self.setting.seats, tally)
        return part_of(tally, lost=0)

    def play_game(self, index: int, players: Sequence[Callable[[State], int]], tally: Tally) -> None:
        state = deal(self.game, seeded(self.setting.seed, index))
        actions: list[tuple[int, int]] = []
        while not state.over:
            seat = int(state.seat)
            action = int(players[seat](state))
            state.apply(action)
            actions.append((seat, action))
            missing = audit(state) if self.setting.audited else ""
            if missing:
                raise AuditError("audit.missing", {"what": missing, "game": index, "decision": len(actions)})
        tally.add_game(index, len(actions), ledger(state, None).totals)
        if self.setting.records is not None:
            self.keep(self.setting.records, index, actions, state)

    def keep(self, folder: Path, index: int, actions: list[tuple[int, int]], state: State) -> None:
        """The record of a game, under its number."""
        record = begin(
            self.game, [name_of(entrant) for entrant in self.setting.bots] or ["random"] * self.setting.seats
        )
        record.seed = (self.setting.seed, index)
        for seat, action in actions:
            write_move(record, self.game, seat, action)
        record.result = state.scores()
        (folder / f"game-{index:09d}.txt").write_text(to_text(record), encoding="utf-8")


def seat_guards(setting: Setting, index: int) -> list[Guarded]:
    """The bots of a game, with luck of their own."""
    luck = [seeded(setting.seed ^ BOT_STREAM, index * setting.seats + seat) for seat in range(setting.seats)]
    return [guard(bot_of(entrant), chance) for entrant, chance in zip(setting.bots, luck, strict=True)]


def seat_budgets(setting: Setting) -> list[Budget]:
    """What each of them may think."""
    return [budget_of(entrant, Budget()) for entrant in setting.bots]


def asking(bot: Guarded, budget: Budget) -> Callable[[State], int]:
    return lambda state: bot.choose(observe(state, state.seat), list(state.legal_actions()), budget)


def part_of(tally: Tally, lost: int) -> Part:
    return Part(int(tally.games), int(tally.decisions), tuple(tally.scores), int(tally.checksum), lost)
