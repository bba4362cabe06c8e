"""Search by playouts: hidden cards are dealt at random many times, and every candidate action is tried on each deal."""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.network_plans import NOTHING
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.bots.v1.search.beliefs import ticket_weights
from ferrovia.bots.v1.search.claim_choice import interest, payment
from ferrovia.bots.v1.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.engine.actions import BLIND, SLOT, SLOTS, TICKETS, is_slot, slot_of
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.claims import affordable
from ferrovia.engine.game import Game
from ferrovia.engine.phases import SECOND_CARD, TURN
from ferrovia.engine.scoring import ledger
from ferrovia.engine.state import State
from ferrovia.engine.tickets import can_draw
from ferrovia.view.determinize import determinize, determinize_likely
from ferrovia.view.view import View

CLAIMS: Final = 10  # lanes tried at most
TRUST: Final = 0.4  # in the careful policy's own choice
SCALE: Final = 20.0  # points of lead that make a win rather sure


@mypyc_attr(acyclic=True)
class Candidate:
    """One action, how often it was tried, and the sum of the results."""

    def __init__(self, action: i64) -> None:
        self.action: i64 = action
        self.visits: i64 = 0
        self.total: float = 0.0

    def mean(self) -> float:
        if self.visits == 0:
            return 0.0
        return self.total / float(int(self.visits))


@mypyc_attr(acyclic=True)
class Search:
    """A search for one seat of one game; `choose` makes one decision."""

    def __init__(self, tables: BoardTables, seat: i64, chance: Chance) -> None:
        self.game: Game = tables.game
        self.seat: i64 = seat
        self.chance: Chance = chance
        self.careful: PlayoutPolicy = PlayoutPolicy(tables, seat, True)
        self.policies: list[PlayoutPolicy] = [PlayoutPolicy(tables, other, False) for other in range(tables.game.seats)]
        self.iterations: i64 = 0  # of the last choice
        self.decisions: i64 = 0  # in the playouts of all choices
        self.field: list[Candidate] = []
        self.ticket_weights: vec[i64] = vec[i64]()  # of the tickets others may hold

    def choose(self, view: View, iterations: i64, seconds: float) -> i64:
        """Sequential halving: all candidates are tried on the same deals; each stage drops the worse half."""
        started = time.perf_counter()
        self.iterations = 0
        state = determinize(view, self.chance)
        self.ticket_weights = ticket_weights(view, self.careful.finder)
        self.field = self.candidates(state)
        alive = self.field[:]
        stages: i64 = 0
        count = len(alive)
        while count > 1:
            count = (count + 1) // 2
            stages += 1
        stage: i64
        for stage in range(stages):
            stop = iterations * (stage + 1) // stages
            deadline = started + seconds * float(int(stage + 1)) / float(int(stages))
            self.run_stage(view, alive, stop, deadline)
            alive = self.better_half(alive)
        return alive[0].action

    def better_half(self, alive: list[Candidate]) -> list[Candidate]:
        """The better half, the best first. Among many candidates some look good by luck, so the careful policy's own
        choice gets a bonus, which grows with their number and shrinks with every playout."""
        rounds = float(int(alive[0].visits))
        bonus = TRUST * math.log(float(len(alive))) / math.sqrt(rounds)
        ranked = sorted(alive, key=lambda one: -one.mean() - (bonus if one is self.field[0] else 0.0))
        return ranked[: (len(ranked) + 1) // 2]

    def run_stage(self, view: View, alive: list[Candidate], stop: i64, deadline: float) -> None:
        slowest = 0.0
        before = time.perf_counter()
        while True:
            self.try_all(view, alive)
            now = time.perf_counter()
            slowest = max(slowest, now - before)
            before = now
            if self.iterations + len(alive) > stop or now + slowest > deadline:
                return

    def try_all(self, view: View, alive: list[Candidate]) -> None:
        deal = determinize_likely(view, self.chance, self.ticket_weights)
        luck: i64 = self.chance.below(1 << 30)
        for candidate in alive:
            state = deal.clone()
            state.chance = seeded(luck)
            state.apply_for(self.seat, candidate.action)
            candidate.total += self.play_out(state)
            candidate.visits += 1
            self.iterations += 1

    def play_out(self, state: State) -> float:
        """Finishes the game with the light policies; returns how good the result is for the seat, from 0 to 1."""
        self.decisions += play_out(state, self.policies)
        return self.value(ledger(state, None).totals)

    def value(self, totals: vec[i64]) -> float:
        """Half of it says whether the seat won, half by how much."""
        best: i64 = -1_000_000
        seat: i64
        for seat in range(len(totals)):
            if seat != self.seat and totals[seat] > best:
                best = totals[seat]
        margin = totals[self.seat] - best
        won = 0.5
        if margin > 0:
            won = 1.0
        elif margin < 0:
            won = 0.0
        return 0.5 * won + 0.5 / (1.0 + math.exp(-float(int(margin)) / SCALE))

    # --- what to try --------------------------------------------------------------------------------------
    def candidates(self, state: State) -> list[Candidate]:
        """The actions to try, the careful policy's own choice first."""
        actions = vec[i64]([self.careful.choose(state)])
        if state.phase == TURN:
            actions = self.add_cards(state, actions)
            if actions[0] != TICKETS and can_draw(state):
                actions = append(actions, TICKETS)
            actions = self.add_claims(state, actions)
        elif state.phase == SECOND_CARD:
            actions = self.add_cards(state, actions)
        else:
            for action in state.legal_for(self.seat):
                if action != actions[0]:
                    actions = append(actions, action)
        field: list[Candidate] = []
        for action in actions:
            field.append(Candidate(action))
        return field

    def add_cards(self, state: State, actions: vec[i64]) -> vec[i64]:
        """Adds one slot for every colour in the market, and the blind draw."""
        seen: i64 = 0
        one: i64 = 1
        slot: i64
        for slot in range(SLOTS):
            card = state.market[slot]
            if card == NO_CARD or (card == self.game.wild and state.phase == SECOND_CARD):
                continue
            mark = one << card
            if seen & mark == 0:
                seen |= mark
                if not self.same_card(state, actions[0], card):
                    actions = append(actions, SLOT + slot)
        if state.deck_total > 0 and actions[0] != BLIND:
            actions = append(actions, BLIND)
        return actions

    def same_card(self, state: State, action: i64, card: i64) -> bool:
        return is_slot(action) and state.market[slot_of(action)] == card

    def add_claims(self, state: State, actions: vec[i64]) -> vec[i64]:
        """Adds the affordable lanes that seem best, each with the payment that costs the plan least."""
        lanes = vec[i64]()
        worths = vec[i64]()
        lane: i64
        for lane in range(len(state.owner)):
            if self.careful.cost[lane] > 0 and self.careful.cost[lane] < FAR and affordable(state, self.seat, lane):
                lanes = append(lanes, lane)
                worths = append(worths, interest(self.careful, lane))
        for _ in range(CLAIMS):
            best: i64 = NOTHING
            most: i64 = -1_000_000
            index: i64
            for index in range(len(lanes)):
                if worths[index] > most:
                    most = worths[index]
                    best = index
            if best == NOTHING:
                break
            action = payment(self.careful, lanes[best])
            if action != actions[0]:
                actions = append(actions, action)
            worths[best] = -1_000_000
        return actions
