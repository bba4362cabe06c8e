"""Watches a game while it is played, and writes what happened into a table of counts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.balance.counting.layout import (
    COLOUR,
    GREY_PAID,
    KEPT,
    LANE,
    PLAIN,
    PLANS,
    SEEN,
    SHORT,
    SNATCHED,
    SNATCHED_COST,
    TICKET,
    WILDS,
    Layout,
)
from ferrovia.bots.search.network_plans import FOR_TICKET
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.engine.actions import (
    PASS,
    SLOTS,
    claimed_lane,
    is_claim,
    is_keep,
    is_slot,
    kept_mask,
    paid_colour,
    paid_wilds,
    slot_of,
)
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State

NOBODY: Final = -1
NO_LANE: Final = -1
MOST_COST: Final = 1000  # tenths of a point that the loss of a lane can cost: a ticket of 50 points, lost
PLANNED: Final = FOR_TICKET


@mypyc_attr(acyclic=True)
class Observer:
    """Of one game after the other. `counts` is laid out as `Layout` says."""

    def __init__(self, game: Game, bounds: list[int]) -> None:
        """`bounds` are the points at which one class of opening offers ends and the next begins."""
        layout = Layout(game)
        self.game: Game = game
        self.counts: vec[i64] = vec[i64]([0] * layout.size)
        self.bounds: vec[i64] = vec[i64](bounds)
        self.at_order: i64 = layout.order
        self.at_chair: i64 = layout.chair
        self.at_class: i64 = layout.classes
        self.at_ticket: i64 = layout.tickets
        self.at_lane: i64 = layout.lanes
        self.at_colour: i64 = layout.colours
        self.at_pairs: i64 = layout.pairs
        # Of the game that is being watched.
        self.market: vec[i64] = vec[i64]([NO_CARD] * SLOTS)
        self.deck_total: i64 = 0
        self.discard_total: i64 = 0
        self.leader: i64 = NOBODY
        self.lead_changes: i64 = 0
        self.turns: i64 = 0
        self.decisions: i64 = 0
        self.reset: bool = False
        self.emptied: bool = False
        self.bare: bool = False
        self.passed: bool = False
        self.counted: bool = True
        self.by_lot: bool = False
        self.claimed_at: vec[i64] = vec[i64]([NOBODY] * len(game.lane_a))
        self.opening: vec[i64] = vec[i64]()  # per seat, as `state.offer`
        self.first_kept: vec[i64] = vec[i64]([0] * game.seats)  # masks
        self.wins: vec[i64] = vec[i64]([0] * game.seats)
        # A claim that a rule holds up for a decision.
        self.lane: i64 = NO_LANE
        self.seat: i64 = NOBODY
        self.colour: i64 = 0
        self.wilds: i64 = 0

    # --- while it is played ---------------------------------------------------------------------------------
    def begin(self, state: State, counted: bool, by_lot: bool) -> None:
        """A game is dealt. `by_lot`: its first tickets are chosen by lot, so they tell what keeping one is worth.
        Everything else is told by games that are `counted`."""
        self.counted = counted
        self.by_lot = by_lot
        self.leader = NOBODY
        self.lead_changes = 0
        self.turns = 0
        self.decisions = 0
        self.reset = state.discard_total > 0  # nobody has discarded anything yet
        self.emptied = False
        self.bare = False
        self.passed = False
        self.lane = NO_LANE
        self.opening = state.offer[:]
        lane: i64
        for lane in range(len(self.claimed_at)):
            self.claimed_at[lane] = NOBODY
        self.remember(state)

    def remember(self, state: State) -> None:
        market = state.market
        slot: i64
        for slot in range(SLOTS):
            self.market[slot] = market[slot]
        self.deck_total = state.deck_total
        self.discard_total = state.discard_total

    def before(self, state: State, action: i64) -> None:
        """An action was chosen and is about to be done."""
        self.decisions += 1
        if is_keep(self.game, action):
            self.note_choice(state, kept_mask(action))
        elif is_claim(self.game, action):
            self.lane = claimed_lane(self.game, action)
            self.seat = state.seat
            self.colour = paid_colour(self.game, action)
            self.wilds = paid_wilds(self.game, action)
        elif action == PASS:
            self.passed = True

    def after(self, state: State, action: i64) -> None:
        """It is done."""
        if self.lane != NO_LANE and state.owner[self.lane] == self.seat:
            self.note_claim(state)
            self.lane = NO_LANE
        taken: i64 = NO_CARD
        if is_slot(action):
            taken = slot_of(action)
        market = state.market
        slot: i64
        for slot in range(SLOTS):
            if slot != taken and self.market[slot] != NO_CARD and market[slot] != self.market[slot]:
                self.reset = True
        if state.deck_total > self.deck_total or state.discard_total < self.discard_total:
            self.emptied = True
        if state.deck_total == 0:
            self.emptied = True
            self.bare = True
        self.remember(state)
        if state.turns != self.turns:
            self.turns = state.turns
            self.note_lead(state)

    def note_lead(self, state: State) -> None:
        """Who leads by the points that everybody sees; nobody, while the lead is shared."""
        best = leader_of(state.points)
        if best != NOBODY:
            if self.leader != NOBODY and self.leader != best:
                self.lead_changes += 1
            self.leader = best

    def note_choice(self, state: State, mask: i64) -> None:
        game = self.game
        base = state.seat * game.most_dealt
        first = state.phase == FIRST_TICKETS
        if first:
            self.first_kept[state.seat] = mask
        if not self.counted:
            return
        index: i64
        for index in range(game.most_dealt):
            ticket = state.offer[base + index]
            if ticket == NOBODY:
                break
            at = self.at_ticket + ticket * len(TICKET)
            self.counts[at + SEEN] += 1
            if mask >> index & 1:
                self.counts[at + KEPT] += 1

    def note_claim(self, state: State) -> None:
        game = self.game
        lane = self.lane
        self.claimed_at[lane] = state.turns
        if not self.counted:
            return
        plain = game.lane_cards[lane] - self.wilds
        own = game.lane_colour[lane]
        if own == game.grey:
            if self.colour < game.wild:
                self.counts[self.at_colour + self.colour * len(COLOUR) + GREY_PAID] += plain
        else:
            at = self.at_colour + own * len(COLOUR)
            self.counts[at + PLAIN] += plain
            self.counts[at + WILDS] += self.wilds

    # --- what planners had in mind --------------------------------------------------------------------------
    def note_plan(self, state: State, policy: PlayoutPolicy) -> None:
        """A planner has planned for its turn: which colours does it lack?"""
        if not self.counted:
            return
        game = self.game
        self.counts[PLANS] += 1
        base = state.seat * game.cards
        colour: i64
        for colour in range(game.wild):
            if policy.demand[colour] > state.hands[base + colour]:
                self.counts[self.at_colour + colour * len(COLOUR) + SHORT] += 1

    def note_snatched(self, state: State, seat: i64, lane: i64, policies: list[PlayoutPolicy]) -> None:
        """A lane was claimed: who had planned with it, or with a lane that it closes, and what does the detour cost?"""
        if not self.counted:
            return
        self.note_loss(seat, lane, policies)
        if self.game.doubles_close:
            index: i64
            for index in range(self.game.twin_first[lane], self.game.twin_first[lane + 1]):
                self.note_loss(seat, self.game.twins[index], policies)

    def note_loss(self, seat: i64, lane: i64, policies: list[PlayoutPolicy]) -> None:
        other: i64
        for other in range(self.game.seats):
            if other == seat or policies[other].role[lane] != PLANNED or policies[other].detour[lane] <= 0:
                continue
            at = self.at_lane + lane * len(LANE)
            self.counts[at + SNATCHED] += 1
            self.counts[at + SNATCHED_COST] += min(policies[other].detour[lane], MOST_COST)


def leader_of(points: vec[i64]) -> i64:
    """The seat with most points; NOBODY if several have them."""
    best: i64 = 0
    shared = False
    seat: i64
    for seat in range(1, len(points)):
        if points[seat] > points[best]:
            best = seat
            shared = False
        elif points[seat] == points[best]:
            shared = True
    return NOBODY if shared else best
