"""Plays one seat by a plan: claims what the plan lists, draws what it lacks, plans anew when it breaks.

A pilot reads of a state only what its seat may know: what is public, and the rows of its own hand, offer and tickets.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.thinking.atlas import Atlas
from ferrovia.bots.thinking.cards import choose_card
from ferrovia.bots.thinking.claims import choose_claim
from ferrovia.bots.thinking.sense import find_touched, guess_clock, open_tickets, price_lanes, read_hand, turns_for
from ferrovia.bots.thinking.taste import Taste
from ferrovia.bots.thinking.tickets import choose_tickets, wants_tickets
from ferrovia.bots.thinking.ways import (
    BESIDE,
    FAR,
    LOOSE,
    NOTHING,
    PRIZE,
    WAY,
    Plan,
    Survey,
    best_plan,
    by_points,
    plan_in_order,
)
from ferrovia.engine.actions import TICKETS
from ferrovia.engine.claims import is_open
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, OVER, SECOND_CARD, TURN
from ferrovia.engine.state import State

LONGEST: Final = 3000  # decisions of a playout; a board may have games that never end by themselves


@mypyc_attr(acyclic=True)
class Pilot:
    """`careful` ones plan anew at every decision and try several orders of their tickets."""

    def __init__(self, atlas: Atlas, seat: i64, careful: bool) -> None:
        game = atlas.game
        self.game: Game = game
        self.atlas: Atlas = atlas
        self.taste: Taste = atlas.taste
        self.seat: i64 = seat
        self.careful: bool = careful
        self.survey: Survey = Survey(atlas)
        self.price: vec[i64] = vec[i64]([0] * len(game.lane_a))  # turns and cards, less what the lane gives
        self.cost: vec[i64] = vec[i64]([0] * len(game.lane_a))  # the same, never below 1; FAR if closed, 0 if own
        self.hand: vec[i64] = vec[i64]([0] * game.cards)
        self.demand: vec[i64] = vec[i64]([0] * game.cards)  # cards the plan asks for; in the place of wilds, grey ones
        self.touched: vec[i64] = vec[i64]([0] * game.places)  # by lanes of others
        self.want: vec[i64] = vec[i64]([0] * game.cards)
        self.near: vec[i64] = vec[i64]([0] * game.places)  # touched by own lanes
        self.lanes: vec[i64] = vec[i64]()  # of the plan, prizes last
        self.role: vec[i64] = vec[i64]([0] * len(game.lane_a))
        self.ways: i64 = 0  # lanes of the plan that join tickets
        self.clock: i64 = 0  # turns this seat may still hope for
        self.slack: i64 = 0  # those that the tickets don't need
        self.room: vec[i64] = vec[i64]([0] * game.kinds)  # pieces that the tickets don't need
        self.poor: bool = False  # nothing left that is worth its cards and turns
        self.rich: bool = False  # more cards than the pieces left can use
        self.stale: bool = True

    def choose(self, state: State) -> i64:
        phase = state.phase
        if phase in (TURN, SECOND_CARD):
            self.look(state)
            if phase == TURN:
                if (self.rich or self.poor) and wants_tickets(self, state):
                    return TICKETS
                action = choose_claim(self, state)
                if action != NOTHING:
                    return action
                if wants_tickets(self, state):
                    return TICKETS
            return choose_card(self, state)
        if phase in (FIRST_TICKETS, KEEP_TICKETS):
            return choose_tickets(self, state)
        # Somebody's rule asks for something: any answer, so that no two seats wait for each other forever.
        actions = state.legal_actions()
        return actions[state.chance.below(len(actions))]

    # --- the plan -----------------------------------------------------------------------------------------
    def look(self, state: State) -> None:
        read_hand(self, state)
        if self.stale or self.careful or self.broken(state) or (self.ways == 0 and state.phase == TURN):
            self.make_plan(state)

    def broken(self, state: State) -> bool:
        """Whether a planned lane is no longer to be had."""
        for lane in self.lanes:
            if not is_open(state, self.seat, lane):
                return True
        return False

    def drop(self, lane: i64) -> None:
        """A lane of the plan is about to be claimed: the rest of the plan stands."""
        if self.role[lane] == WAY:
            self.ways -= 1
            self.demand[self.game.lane_colour[lane]] -= self.game.lane_cards[lane]
        self.role[lane] = LOOSE
        rest = vec[i64](capacity=len(self.lanes))
        for other in self.lanes:
            if other != lane:
                rest = append(rest, other)
        self.lanes = rest

    def make_plan(self, state: State) -> None:
        hopeless = not self.stale and not self.careful and self.ways == 0
        self.stale = False
        self.clock = guess_clock(self, state)
        price_lanes(self, state)
        find_touched(self, state)
        order = vec[i64]()
        if not hopeless:  # a light pilot that gave its tickets up once doesn't ask again
            order = by_points(self.game, open_tickets(self, state))
        while True:
            plan = self.plan_for(order)
            if len(order) == len(plan.missed) or self.within_reach(state, plan):
                break
            order = order[: len(order) - 1]
        self.adopt(state, plan)

    def plan_for(self, order: vec[i64]) -> Plan:
        if self.careful:
            return best_plan(self.survey, self.cost, order)
        return plan_in_order(self.survey, self.cost, order)

    def adopt(self, state: State, plan: Plan) -> None:
        role = self.role
        lane: i64
        for lane in range(len(role)):
            role[lane] = LOOSE
        demand = self.demand
        card: i64
        for card in range(len(demand)):
            demand[card] = 0
        for lane in plan.lanes:
            self.give_role(lane, WAY)
            demand[self.game.lane_colour[lane]] += self.game.lane_cards[lane]
        self.lanes = plan.lanes
        self.ways = len(plan.lanes)
        self.add_prizes(state, plan)

    def give_role(self, lane: i64, role: i64) -> None:
        self.role[lane] = role
        game = self.game
        index: i64
        for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
            self.role[game.twins[index]] = BESIDE

    def within_reach(self, state: State, plan: Plan) -> bool:
        """Whether pieces and turns suffice."""
        kind: i64
        for kind in range(self.game.kinds):
            if plan.pieces[kind] > state.pieces[self.seat * self.game.kinds + kind]:
                return False
        return turns_for(self, plan.lanes) <= self.clock + 1

    def add_prizes(self, state: State, plan: Plan) -> None:
        """Lanes that are worth their cards and turns without a ticket, while pieces and time are left for them."""
        game = self.game
        kind: i64
        for kind in range(game.kinds):
            self.room[kind] = state.pieces[self.seat * game.kinds + kind] - plan.pieces[kind]
        self.slack = self.clock - turns_for(self, self.lanes) * self.taste.calm // 100
        room = self.room[:]
        time = self.slack
        cost = self.cost
        self.poor = False
        lane: i64
        for _ in range(self.taste.prizes):
            best: i64 = NOTHING
            least: i64 = 0
            if len(self.lanes) == 0:
                least = FAR
            for lane in range(len(cost)):
                if cost[lane] == 0 or cost[lane] >= FAR or self.price[lane] >= least:
                    continue
                if game.lane_pieces[lane] > room[game.lane_kind[lane]] or self.role[lane] != LOOSE:
                    continue
                best = lane
                least = self.price[lane]
            if best == NOTHING or (time <= 0 and len(self.lanes) > 0):
                return
            if least >= 0:
                self.poor = True
            self.give_role(best, PRIZE)
            self.lanes = append(self.lanes, best)
            room[game.lane_kind[best]] -= game.lane_pieces[best]
            time -= 1 + game.lane_cards[best] // 2


def play_out(state: State, pilots: list[Pilot]) -> i64:
    """Lets the pilots finish a game they know nothing of yet; returns how many decisions that took."""
    for pilot in pilots:
        pilot.stale = True
    decisions: i64 = 0
    while state.phase != OVER and decisions < LONGEST:
        state.apply(pilots[state.seat].choose(state))
        decisions += 1
    return decisions
