"""Many games in a row, random ones or between planners, all of them watched."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.balance.counting.final_counts import count_end
from ferrovia.balance.counting.layout import UNFINISHED
from ferrovia.balance.counting.observer import Observer
from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.playout_policy import LONGEST, PlayoutPolicy
from ferrovia.engine import tickets, turn
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS, OVER, TURN
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.series import begin
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State

LOT_STREAM: Final = 0x107
ENDLESS: Final = 100_000  # decisions of a random game: what comes so far never ends


def count_random(game: Game, bounds: list[int], seed: i64, start: i64, count: i64) -> list[int]:
    """The counts of random games `start` … `start + count − 1`: those that `simulate` plays with this seed.

    Whoever plays at random chooses its tickets by lot, too."""
    observer = Observer(game, bounds)
    policy = RandomPolicy(game, seeded(seed))
    index: i64
    for index in range(start, start + count):
        state = begin(game, policy, seed, index)
        observer.begin(state, True, True)
        watch_random(state, policy, observer)
    return numbers(observer.counts)


def watch_random(state: State, policy: RandomPolicy, observer: Observer) -> None:
    while state.phase != OVER:
        action = policy.choose(state)
        observer.before(state, action)
        turn.apply(state, action)
        observer.after(state, action)
        if observer.decisions > ENDLESS:
            observer.counts[UNFINISHED] += 1
            return
    count_end(observer, state)


def count_planned(tables: BoardTables, bounds: list[int], seed: i64, start: i64, count: i64) -> list[int]:
    """The same deals between planners, each of which plans anew before every decision.

    In every second game they choose their first tickets by lot: only so can it be told what keeping one is worth."""
    game = tables.game
    observer = Observer(game, bounds)
    policies = [PlayoutPolicy(tables, seat, True) for seat in range(game.seats)]
    index: i64
    for index in range(start, start + count):
        for policy in policies:
            policy.stale = True
        state = deal(game, seeded(seed, index))
        lots = seeded(seed ^ LOT_STREAM, index)
        by_lot = index % 2 == 1
        observer.begin(state, not by_lot, by_lot)
        while state.phase != OVER and observer.decisions < LONGEST:
            seat = state.seat
            if by_lot and state.phase == FIRST_TICKETS:
                keeps = tickets.keeps(state, seat)
                action = keeps[lots.below(len(keeps))]
            else:
                deciding = state.phase == TURN
                action = policies[seat].choose(state)
                if deciding:
                    observer.note_plan(state, policies[seat])
            watch_planned(state, action, seat, policies, observer)
        if state.phase == OVER:
            count_end(observer, state)
        else:
            observer.counts[UNFINISHED] += 1
    return numbers(observer.counts)


def watch_planned(state: State, action: i64, seat: i64, policies: list[PlayoutPolicy], observer: Observer) -> None:
    observer.before(state, action)
    lane = observer.lane
    turn.apply(state, action)
    if lane >= 0 and state.owner[lane] == seat:
        observer.note_snatched(state, seat, lane, policies)
    observer.after(state, action)


def numbers(counts: vec[i64]) -> list[int]:
    return [int(count) for count in counts]
