"""Search among plans first: other networks than the cheapest are played out, and the best of them is followed.

One action tried out shows little of another plan, for a playout goes on by its own. So a plan is tried as a whole, and
only then the actions of this turn, all of them with that plan."""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.network_plans import NOTHING, NetworkPlan, by_points, plan_of
from ferrovia.bots.search.plan_maker import PlanMaker
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.search.search import LAST_TURNS, Candidate, Search
from ferrovia.engine.actions import kept_mask
from ferrovia.engine.chance import Chance
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, TURN
from ferrovia.engine.state import State
from ferrovia.view.determinize import determinize
from ferrovia.view.view import View

PLANNING: Final = 60  # percent of the effort of a turn that is spent on the choice of a plan
VARIETY: Final = 20  # plans that are compared
CHOICES: Final = 2  # of tickets, for which other plans are compared, too
WAYS: Final = 3  # so many for each
WIDE_SCALE: Final = 30.0  # far from the end a lead tells more than a victory, which is luck for the most part
SHELF: Final = 6  # plans that are kept for the next turn


@mypyc_attr(acyclic=True)
class PlanSearch(Search):
    """A search that follows a plan from move to move; ask it about the decisions of one game, in their order."""

    def __init__(self, tables: BoardTables, seat: i64, chance: Chance) -> None:
        super().__init__(tables, seat, chance)
        self.maker: PlanMaker = PlanMaker(PlayoutPolicy(tables, seat, False), chance)
        self.victory = 0.0
        self.scale = WIDE_SCALE
        self.plan: NetworkPlan | None = None  # that it follows
        self.shelf: list[NetworkPlan] = []  # good ones of the last choice, that one first

    def choose(self, view: View, iterations: i64, seconds: float) -> i64:
        began = time.perf_counter()
        self.begin(view)
        state = determinize(view, self.chance)
        if view.phase in (FIRST_TICKETS, KEEP_TICKETS):
            best = self.best_tickets(view, state, iterations, began + seconds)
            self.plan = best.plan
            self.put_on_shelf(best, [other for other in self.field if other.action == best.action])
            return best.action
        self.careful.follows = False
        if view.phase == TURN:
            share = seconds * float(int(PLANNING)) / 100.0
            self.plan = self.best_plan(view, state, iterations * PLANNING // 100, began + share)
        if self.plan is not None:
            self.careful.follow(state, self.plan.lanes)
        field = self.candidates(state)
        for candidate in field:
            candidate.plan = self.plan
        return self.best_of(view, field, iterations - self.iterations, began + seconds).action

    def best_plan(self, view: View, state: State, iterations: i64, deadline: float) -> NetworkPlan | None:
        """The plan to follow in this turn; None if there is no ticket to plan for, or no time."""
        careful = self.careful
        careful.choose(state)
        if careful.ticket_lanes == 0 or careful.expected_turns <= LAST_TURNS:
            return None
        self.look_at_end(careful.expected_turns)
        maker = self.maker
        maker.begin(state)
        for kept in self.shelf:
            maker.add_lanes(kept.lanes)
        maker.add_lanes(careful.lanes_for_tickets())
        tickets = maker.open_tickets(state)
        maker.add_cheapest(tickets)
        maker.add_varied(tickets, VARIETY - len(maker.plans))
        field = [following(NOTHING, plan) for plan in maker.plans]
        if len(field) == 0:
            return None
        best = self.best_of(view, field, iterations, deadline)
        self.put_on_shelf(best, field)
        return best.plan

    def best_tickets(self, view: View, state: State, iterations: i64, deadline: float) -> Candidate:
        """First every choice of tickets with its cheapest plan, then the best few with other plans, too."""
        maker = self.maker
        maker.begin(state)
        held = maker.open_tickets(state)
        field = super().candidates(state)
        for candidate in field:
            maker.plans = []
            maker.add_cheapest(self.wanted(state, held, candidate.action))
            if len(maker.plans) > 0:
                candidate.plan = maker.plans[0]
        started = time.perf_counter()
        best = self.best_of(view, field, iterations // 2, started + (deadline - started) / 2.0)
        if best.visits == 0:
            return best
        others: list[Candidate] = []
        for candidate in sorted(field, key=lambda one: -float(int(one.visits)) - one.mean())[:CHOICES]:
            if candidate is not best:
                others.append(Candidate(candidate.action))
                others[-1].plan = candidate.plan
            self.add_varied(others, candidate, self.wanted(state, held, candidate.action))
        best.forget_tries()
        return self.best_of(view, [best, *others], iterations - self.iterations, deadline)

    def add_varied(self, field: list[Candidate], like: Candidate, tickets: vec[i64]) -> None:
        """The action of a candidate with some other plans for these tickets."""
        maker = self.maker
        maker.plans = []
        if like.plan is None:
            return
        maker.add(like.plan)
        maker.add_varied(tickets, WAYS)
        for plan in maker.plans[1:]:
            field.append(following(like.action, plan))

    def wanted(self, state: State, held: vec[i64], action: i64) -> vec[i64]:
        """The tickets to plan for after a choice of tickets, most points first."""
        return by_points(self.game, self.with_kept(state, held, action))

    def with_kept(self, state: State, held: vec[i64], action: i64) -> vec[i64]:
        """The tickets held after a choice of tickets."""
        tickets = held[:]
        mask = kept_mask(action)
        index: i64
        for index in range(self.game.most_dealt):
            if mask >> index & 1:
                tickets = append(tickets, state.offer[self.seat * self.game.most_dealt + index])
        return tickets

    def put_on_shelf(self, best: Candidate, field: list[Candidate]) -> None:
        """Keeps the plans that went on longest in the comparison."""
        self.shelf = []
        if best.plan is not None:
            self.shelf.append(best.plan)
        for candidate in sorted(field, key=lambda one: -float(int(one.visits)) - one.mean()):
            if len(self.shelf) < SHELF and candidate is not best and candidate.plan is not None:
                self.shelf.append(candidate.plan)

    def take_plans(self, plans: list[list[int]]) -> None:
        """Those of a search whose work this one goes on with."""
        self.shelf = [plan_of(self.game, vec[i64]([i64(lane) for lane in lanes])) for lanes in plans]
        if len(self.shelf) > 0:
            self.plan = self.shelf[0]


def following(action: i64, plan: NetworkPlan) -> Candidate:
    """An action with the plan that the seat follows after it. NOTHING leaves the action to the plan, too."""
    candidate = Candidate(action)
    candidate.plan = plan
    return candidate
