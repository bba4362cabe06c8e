"""Plays one seat by a plan: claims the lanes of the plan, draws the cards they lack, and plans again when one is taken.

It finishes games in playouts, and the planner plays by it. A policy reads of a state only what its seat may know: what
is public, and its own hand, offer and tickets."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.card_choice import choose_card
from ferrovia.bots.search.claim_choice import choose_claim
from ferrovia.bots.search.detours import measure_detours
from ferrovia.bots.search.features import expected_turns, mark_places, open_tickets, price_lanes, read_hand, turns_for
from ferrovia.bots.search.last_turn import EVERY_CLAIM, choose_last_claim
from ferrovia.bots.search.network_plans import (
    BLOCKED,
    FOR_POINTS,
    FOR_TICKET,
    NOTHING,
    UNPLANNED,
    NetworkPlan,
    best_plan,
    by_points,
    plan_in_order,
    plan_of,
)
from ferrovia.bots.search.pathfinder import FAR, PathFinder
from ferrovia.bots.search.ticket_choice import choose_tickets, wants_tickets
from ferrovia.bots.search.weights import Weights
from ferrovia.engine.actions import TICKETS
from ferrovia.engine.claims import is_open
from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, OVER, SECOND_CARD, TURN
from ferrovia.engine.state import State

LONGEST: Final = 3000  # decisions of a playout; a board may have games that never end by themselves


@mypyc_attr(acyclic=True)
class PlayoutPolicy:
    """A careful one plans again at every decision and tries several orders of its tickets. A light one, for playouts,
    keeps its plan as long as it can."""

    def __init__(self, tables: BoardTables, seat: i64, careful: bool) -> None:
        game = tables.game
        self.game: Game = game
        self.tables: BoardTables = tables
        self.weights: Weights = tables.weights
        self.seat: i64 = seat
        self.careful: bool = careful
        self.finder: PathFinder = PathFinder(tables)
        self.price: vec[i64] = vec[i64]([0] * len(game.lane_a))  # turns and cards, less what the lane gives
        self.cost: vec[i64] = vec[i64]([0] * len(game.lane_a))  # of a path over it: at least 1; FAR if closed, 0 if own
        self.hand: vec[i64] = vec[i64]([0] * game.cards)
        self.demand: vec[i64] = vec[i64]([0] * game.cards)  # cards that the plan needs; grey lanes are counted at wild
        self.rival_places: vec[i64] = vec[i64]([0] * game.places)  # 1: touched by lanes of others
        self.want: vec[i64] = vec[i64]([0] * game.cards)
        self.detour: vec[i64] = vec[i64]([0] * len(game.lane_a))  # what losing a planned lane would cost
        self.own_places: vec[i64] = vec[i64]([0] * game.places)  # 1: touched by own lanes
        self.lanes: vec[i64] = vec[i64]()  # of the plan, those for points last
        self.role: vec[i64] = vec[i64]([0] * len(game.lane_a))
        self.ticket_lanes: i64 = 0  # how many lanes of the plan are for tickets
        self.expected_turns: i64 = 0  # that this seat may still have
        self.spare_turns: i64 = 0  # turns that the tickets don't need
        self.spare_pieces: vec[i64] = vec[i64]([0] * game.kinds)  # pieces that the tickets don't need
        self.poor: bool = False  # nothing left that is worth its cards and turns
        self.rich: bool = False  # more cards than the pieces left can use
        self.tempted: bool = False  # by tickets: drawing some may be worth the turn
        self.stale: bool = True
        self.follows: bool = False  # a plan that it was given, not one of its own
        self.counted: i64 = EVERY_CLAIM if careful else 0  # claims of its last turn that are counted by the ledger

    def choose(self, state: State) -> i64:
        phase = state.phase
        if phase == TURN:
            return self.choose_turn(state)
        if phase == SECOND_CARD:
            self.update_plan(state)
            return choose_card(self, state)
        if phase in (FIRST_TICKETS, KEEP_TICKETS):
            return choose_tickets(self, state)
        # A rule asks for a decision of its own. Without its advice the answer is random: a fixed one could be asked for
        # again and again.
        advised = self.game.phase_rules[phase - RULE_PHASE].advise(state)
        if advised >= 0:
            return advised
        actions = state.legal_actions()
        return actions[state.chance.below(len(actions))]

    def choose_turn(self, state: State) -> i64:
        last = state.turns_left > 0
        if last and not self.careful:
            self.forget_plan(state)
        else:
            self.update_plan(state)
        self.tempted = False
        for rule in self.game.action_offers:
            advised = rule.advise(state)
            if advised >= 0:
                return advised
        if last:
            action = choose_last_claim(self, state)
            return choose_card(self, state) if action == NOTHING else action
        if (self.rich or self.poor) and wants_tickets(self, state):
            return TICKETS
        action = choose_claim(self, state)
        if action != NOTHING:
            return action
        if wants_tickets(self, state):
            return TICKETS
        return choose_card(self, state)

    def choose_besides_tickets(self, state: State) -> i64:
        """What to do with this turn if no tickets are drawn, by the plan of the last choice."""
        action = choose_claim(self, state)
        if action != NOTHING:
            return action
        return choose_card(self, state)

    # --- the plan -----------------------------------------------------------------------------------------
    def update_plan(self, state: State) -> None:
        read_hand(self, state)
        if self.stale or self.careful or self.is_broken(state) or (self.ticket_lanes == 0 and state.phase == TURN):
            if self.follows and self.can_follow(state):
                self.follow(state, self.lanes_for_tickets())
            else:
                self.make_plan(state)

    def follow(self, state: State, lanes: vec[i64]) -> None:
        """Takes these lanes for its tickets, in place of a plan of its own, until one of them is lost."""
        read_hand(self, state)
        self.expected_turns = expected_turns(self, state)
        price_lanes(self, state)
        mark_places(self, state)
        left = vec[i64](capacity=len(lanes))
        for lane in lanes:
            if state.owner[lane] != self.seat:
                left = append(left, lane)
        plan = plan_of(self.game, left)
        if self.careful:
            for lane in left:
                plan.cost += self.cost[lane]
            measure_detours(self, plan, by_points(self.game, open_tickets(self, state)))
        self.adopt(state, plan)
        self.follows = self.ticket_lanes > 0
        self.stale = not self.follows

    def can_follow(self, state: State) -> bool:
        """Whether the plan that was given to it still has lanes, and none is lost."""
        if self.stale or self.ticket_lanes == 0:
            return False
        for lane in self.lanes_for_tickets():
            if not is_open(state, self.seat, lane) and state.owner[lane] != self.seat:
                return False
        return True

    def lanes_for_tickets(self) -> vec[i64]:
        """The planned ones."""
        return self.lanes[: self.ticket_lanes]

    def forget_plan(self, state: State) -> None:
        """In the last turn: there is nothing to plan for."""
        read_hand(self, state)
        mark_places(self, state)
        self.stale = True
        self.lanes = vec[i64]()
        self.ticket_lanes = 0
        card: i64
        for card in range(len(self.demand)):
            self.demand[card] = 0

    def is_broken(self, state: State) -> bool:
        """Whether a planned lane can't be claimed any more."""
        for lane in self.lanes:
            if not is_open(state, self.seat, lane):
                return True
        return False

    def drop(self, lane: i64) -> None:
        """Removes a lane that is about to be claimed. The rest of the plan stays."""
        if self.role[lane] == FOR_TICKET:
            self.ticket_lanes -= 1
            self.demand[self.game.lane_colour[lane]] -= self.game.lane_cards[lane]
        self.role[lane] = UNPLANNED
        rest = vec[i64](capacity=len(self.lanes))
        for other in self.lanes:
            if other != lane:
                rest = append(rest, other)
        self.lanes = rest

    def make_plan(self, state: State) -> None:
        hopeless = not self.stale and not self.careful and self.ticket_lanes == 0
        self.stale = False
        self.follows = False
        self.expected_turns = expected_turns(self, state)
        price_lanes(self, state)
        mark_places(self, state)
        order = vec[i64]()
        if not hopeless:  # a light policy that gave up its tickets doesn't plan them again
            order = by_points(self.game, open_tickets(self, state))
        while True:
            plan = self.plan_for(order)
            if len(order) == len(plan.missed) or self.within_reach(state, plan):
                break
            order = order[: len(order) - 1]
        if self.careful:
            measure_detours(self, plan, order)
        self.adopt(state, plan)

    def plan_for(self, order: vec[i64]) -> NetworkPlan:
        if self.careful:
            return best_plan(self.finder, self.cost, order)
        return plan_in_order(self.finder, self.cost, order)

    def adopt(self, state: State, plan: NetworkPlan) -> None:
        role = self.role
        lane: i64
        for lane in range(len(role)):
            role[lane] = UNPLANNED
        demand = self.demand
        card: i64
        for card in range(len(demand)):
            demand[card] = 0
        for lane in plan.lanes:
            self.give_role(lane, FOR_TICKET)
            demand[self.game.lane_colour[lane]] += self.game.lane_cards[lane]
        self.lanes = plan.lanes
        self.ticket_lanes = len(plan.lanes)
        self.add_point_lanes(state, plan)

    def give_role(self, lane: i64, role: i64) -> None:
        self.role[lane] = role
        game = self.game
        index: i64
        for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
            self.role[game.twins[index]] = BLOCKED

    def within_reach(self, state: State, plan: NetworkPlan) -> bool:
        """Whether pieces and turns suffice."""
        kind: i64
        for kind in range(self.game.kinds):
            if plan.pieces[kind] > state.pieces[self.seat * self.game.kinds + kind]:
                return False
        if state.turns_left > 0:
            return turns_for(self, plan.lanes) <= 1
        return turns_for(self, plan.lanes) <= self.expected_turns + 1

    def add_point_lanes(self, state: State, plan: NetworkPlan) -> None:
        """Adds lanes that are worth their cards and turns without a ticket, while pieces and turns are left."""
        game = self.game
        kind: i64
        for kind in range(game.kinds):
            self.spare_pieces[kind] = state.pieces[self.seat * game.kinds + kind] - plan.pieces[kind]
        self.spare_turns = self.expected_turns - turns_for(self, self.lanes) * self.weights.calm // 100
        room = self.spare_pieces[:]
        time = self.spare_turns
        cost = self.cost
        self.poor = False
        lane: i64
        for _ in range(self.weights.point_lanes):
            best: i64 = NOTHING
            least: i64 = 0
            if len(self.lanes) == 0:
                least = FAR
            for lane in range(len(cost)):
                if cost[lane] == 0 or cost[lane] >= FAR or self.price[lane] >= least:
                    continue
                if game.lane_pieces[lane] > room[game.lane_kind[lane]] or self.role[lane] != UNPLANNED:
                    continue
                best = lane
                least = self.price[lane]
            if best == NOTHING or (time <= 0 and len(self.lanes) > 0):
                return
            if least >= 0:
                self.poor = True
            self.give_role(best, FOR_POINTS)
            self.lanes = append(self.lanes, best)
            room[game.lane_kind[best]] -= game.lane_pieces[best]
            time -= 1 + game.lane_cards[best] // 2


def play_out(state: State, policies: list[PlayoutPolicy]) -> i64:
    """Finishes a game; returns the number of decisions. Plans of other games are forgotten."""
    for policy in policies:
        policy.stale = True
    return play_on(state, policies)


def play_on(state: State, policies: list[PlayoutPolicy]) -> i64:
    """The same by the plans that the policies have."""
    decisions: i64 = 0
    while state.phase != OVER and decisions < LONGEST:
        state.apply(policies[state.seat].choose(state))
        decisions += 1
    return decisions
