"""Plans a cheapest network for all its tickets, claims what it would miss most, and plays the end out."""

from __future__ import annotations

from time import perf_counter
from typing import ClassVar

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.search.features import expected_turns
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.search.search import END_TURNS, LAST_TURNS, Search
from ferrovia.bots.tables import playout_tables
from ferrovia.bots.tempers import STEADY, Temper, give_temper, tempered_tables
from ferrovia.engine.actions import TICKETS
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, TURN
from ferrovia.engine.setup import deal
from ferrovia.view import View, determinize


class Planner(Bot):
    TICKET_PLAYOUTS: ClassVar = 300
    """For a choice of tickets, which decides a game more than any other move and comes once or twice in it."""
    DRAW_PLAYOUTS: ClassVar = 150
    """For the question whether to draw tickets, where that is not clear."""
    END_PLAYOUTS: ClassVar = 250
    """From about six own turns before the end on, for every turn: the playouts are short there."""
    LAST_PLAYOUTS: ClassVar = 200
    """For the last turn and the one before it, where they are shortest."""
    TURN_PLAYOUTS: ClassVar = 150
    """For every other turn of a short game."""
    SHORT_GAME: ClassVar = 20
    """Own turns to expect at its beginning, up to which a game is short: every turn can be played out quickly."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.temper: Temper = STEADY
        self.policy: PlayoutPolicy | None = None
        self.search: Search | None = None
        self.short_game: bool = False

    def __getstate__(self) -> dict[str, object]:
        """Without policy and search, which keep nothing between decisions and are made again when they are needed."""
        return {**self.__dict__, "policy": None, "search": None}

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        if len(actions) == 1:
            return actions[0]
        deadline = perf_counter() + (float("inf") if budget.seconds is None else budget.seconds)
        policy, search = self.prepare(view)
        if view.phase in (FIRST_TICKETS, KEEP_TICKETS):
            return search.choose(view, limited(self.TICKET_PLAYOUTS, budget), deadline - perf_counter())
        # What the seat can't see is dealt at random; the policy never looks at it.
        state = determinize(view, self.chance)
        action = policy.choose(state)
        if view.phase != TURN:
            return action
        if policy.expected_turns <= END_TURNS:
            playouts = self.LAST_PLAYOUTS if policy.expected_turns <= LAST_TURNS else self.END_PLAYOUTS
            return search.choose(view, limited(playouts, budget), deadline - perf_counter())
        if self.short_game:
            return search.choose(view, limited(self.TURN_PLAYOUTS, budget), deadline - perf_counter())
        if policy.tempted:
            other = policy.choose_besides_tickets(state) if action == TICKETS else TICKETS
            playouts = limited(self.DRAW_PLAYOUTS, budget)
            return search.choose_among(view, [action, other], playouts, deadline - perf_counter())
        return action

    def prepare(self, view: View) -> tuple[PlayoutPolicy, Search]:
        """The policy and the search for this seat, made when it first decides."""
        policy, search = self.policy, self.search
        if policy is None or search is None or policy.game is not view.game or policy.seat != view.seat:
            policy = self.policy = PlayoutPolicy(tempered_tables(view.game, self.temper.name), view.seat, True)
            search = self.search = Search(playout_tables(view.game), view.seat, self.chance)
            give_temper(search, self.temper)
            self.short_game = expected_turns(policy, deal(view.game, seeded(0))) <= self.SHORT_GAME
        return policy, search


def limited(playouts: int, budget: Budget) -> int:
    return playouts if budget.iterations is None else min(playouts, budget.iterations)
