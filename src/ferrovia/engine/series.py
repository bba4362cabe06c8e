"""Many random games in a row: what a simulation, a benchmark and a checksum run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.audit import audit
from ferrovia.engine.chance import mix32, seeded
from ferrovia.engine.errors import AuditError
from ferrovia.engine.game import Game
from ferrovia.engine.phases import OVER
from ferrovia.engine.policy import RandomPolicy, play_out, play_out_listed
from ferrovia.engine.scoring import ledger
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State

POLICY_STREAM: Final = 0x5EED


class Tally:
    """Sums over games. Adding tallies of parts gives the tally of the whole, whatever the parts were."""

    def __init__(self, seats: i64) -> None:
        self.games: i64 = 0
        self.decisions: i64 = 0
        self.scores: vec[i64] = vec[i64]([0] * seats)
        self.checksum: i64 = 0

    def add_game(self, index: i64, decisions: i64, scores: vec[i64]) -> None:
        self.games += 1
        self.decisions += decisions
        mark = mix32(index)
        seat: i64
        for seat in range(len(scores)):
            self.scores[seat] += scores[seat]
            mark = mix32(mark ^ ((scores[seat] + 4096) * 31 + seat))
        self.checksum = (self.checksum + mix32(mark ^ decisions)) & 0xFFFFFFFF

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.checksum = (self.checksum + other.checksum) & 0xFFFFFFFF
        seat: i64
        for seat in range(len(self.scores)):
            self.scores[seat] += other.scores[seat]

    def mean_scores(self) -> list[float]:
        return [int(total) / int(self.games) for total in self.scores]


def play_series(game: Game, seed: i64, start: i64, count: i64) -> Tally:
    """Random games `start` … `start + count − 1` of a series, each with its own luck."""
    return play_games(game, seed, start, count, play_out)


def play_series_listed(game: Game, seed: i64, start: i64, count: i64) -> Tally:
    """The same games with every choice made from the full list of legal actions."""
    return play_games(game, seed, start, count, play_out_listed)


def play_games(game: Game, seed: i64, start: i64, count: i64, finish: Callable[[State, RandomPolicy], i64]) -> Tally:
    tally = Tally(game.seats)
    policy = RandomPolicy(game, seeded(seed))
    index: i64
    for index in range(start, start + count):
        state = begin(game, policy, seed, index)
        tally.add_game(index, finish(state, policy), ledger(state, None).totals)
    return tally


def play_series_audited(game: Game, seed: i64, start: i64, count: i64) -> Tally:
    """The same games again, with everything counted after every action."""
    tally = Tally(game.seats)
    policy = RandomPolicy(game, seeded(seed))
    index: i64
    for index in range(start, start + count):
        state = begin(game, policy, seed, index)
        decisions: i64 = 0
        while state.phase != OVER:
            state.apply(policy.choose(state))
            decisions += 1
            missing = audit(state)
            if missing:
                raise AuditError("audit.missing", {"what": missing, "game": index, "decision": decisions})
        tally.add_game(index, decisions, ledger(state, None).totals)
    return tally


def begin(game: Game, policy: RandomPolicy, seed: i64, index: i64) -> State:
    """One game of a series, and the luck of those who play it."""
    policy.chance = seeded(seed ^ POLICY_STREAM, index)
    return deal(game, seeded(seed, index))
