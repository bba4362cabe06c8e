"""Playing a batch: what a worker does, wherever it is."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

from ferrovia.balance.counting.layout import CLASSES, SHARE
from ferrovia.balance.counting.series import count_planned, count_random
from ferrovia.balance.plan import PLANNER, STYLES, BalancePlan, Batch
from ferrovia.boards import new_game
from ferrovia.bots import Budget
from ferrovia.bots.guard import guard
from ferrovia.bots.tables import board_tables
from ferrovia.engine.chance import mix_seed, seeded
from ferrovia.engine.game import Game
from ferrovia.simulation.series import BOT_STREAM
from ferrovia.view import observe

MOST_OFFERS: Final = 20_000
"""Opening offers that are listed one by one; of more, so many are drawn by lot."""


class Played(NamedTuple):
    """The counts of a batch."""

    number: int
    counts: list[int]

    def data(self) -> dict[str, Any]:
        return self._asdict()


class Player:
    """Plays batches of a plan. It is sent to every worker once, and builds its games there."""

    def __init__(self, plan: BalancePlan) -> None:
        self.plan = plan

    @cached_property
    def games(self) -> dict[int, Game]:
        return {}

    @cached_property
    def bounds(self) -> dict[int, list[int]]:
        return {}

    def bounds_of(self, players: int) -> list[int]:
        """Worked out once: on a board with many tickets that takes as long as dozens of games."""
        if players not in self.bounds:
            self.bounds[players] = offer_bounds(self.game(players))
        return self.bounds[players]

    def game(self, players: int) -> Game:
        if players not in self.games:
            self.games[players] = new_game(self.plan.board, players, dict(self.plan.options))
        return self.games[players]

    def __call__(self, batch: Batch) -> Played:
        game = self.game(batch.players)
        if batch.by == STYLES:
            return Played(batch.number, play_styles(game, self.plan.seed, batch))
        bounds = self.bounds_of(batch.players)
        if batch.by == PLANNER:
            counts = count_planned(board_tables(game), bounds, self.plan.seed, batch.start, batch.games)
        else:
            counts = count_random(game, bounds, self.plan.seed, batch.start, batch.games)
        return Played(batch.number, counts)


def offer_bounds(game: Game) -> list[int]:
    """The points of opening offers that part them into classes of about the same size."""
    points, deal = list(game.ticket_points), int(game.first_deal)
    if comb(len(points), deal) <= MOST_OFFERS:
        totals = sorted(sum(offer) for offer in combinations(points, deal))
    else:
        chance, totals = seeded(0), []
        for _ in range(MOST_OFFERS):
            left = points[:]
            totals.append(sum(left.pop(int(chance.below(len(left)))) for _ in range(deal)))
        totals.sort()
    return [totals[len(totals) * part // CLASSES] for part in range(1, CLASSES)]


def play_styles(game: Game, seed: int, batch: Batch) -> list[int]:
    """Two styles around a table, by turns. Every deal is played twice, with seats exchanged.

    [games, sixtieths of victories of the first style, of the second]"""
    wins = {name: 0 for name in batch.pair}
    for index in range(batch.start, batch.start + batch.games):
        round, swap = divmod(index, 2)
        seating = [batch.pair[(seat + swap) % 2] for seat in range(game.seats)]
        own = mix_seed(seed ^ BOT_STREAM, index)
        bots = [guard(name, seeded(own, seat)) for seat, name in enumerate(seating)]
        state = game.start(seeded(seed, round))
        while not state.over:
            state.apply(bots[state.seat].choose(observe(state, state.seat), list(state.legal_actions()), Budget()))
        first = [standing.seat for standing in state.standings() if standing.place == 1]
        for seat in first:
            wins[seating[seat]] += SHARE // len(first)
    return [batch.games, *wins.values()]
