"""Search by playouts: hidden cards are dealt at random many times, and every candidate action is tried on each deal."""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.beliefs import ticket_weights
from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.claim_choice import interest, payment, touches
from ferrovia.bots.search.network_plans import NOTHING, NetworkPlan
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_on
from ferrovia.engine.actions import (
    BLIND,
    SLOT,
    SLOTS,
    TICKETS,
    claimed_lane,
    is_claim,
    is_keep,
    is_slot,
    kept_mask,
    slot_of,
)
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.claims import affordable
from ferrovia.engine.game import Game
from ferrovia.engine.phases import SECOND_CARD, TURN
from ferrovia.engine.scoring import ledger
from ferrovia.engine.state import State
from ferrovia.engine.tickets import can_draw, count_bits
from ferrovia.view.determinize import determinize, determinize_likely
from ferrovia.view.view import View

CLAIMS: Final = 10  # lanes tried at most
ALL_CLAIMS: Final = 60  # the same near the end, where any lane may decide the game
END_TURNS: Final = 6  # from so many own turns before the end on
LAST_TURNS: Final = 2  # from so many on, light policies count claims of their last turn by the ledger
COUNTED: Final = 3  # so many of them
TRUST: Final = 0.4  # in the careful policy's own choice, where playouts are few and light
NEAR_VICTORY: Final = 0.5  # how much of a result is who won, the rest being by how much; near the end
SCALE: Final = 20.0  # points of lead that make a win rather sure


@mypyc_attr(acyclic=True)
class Candidate:
    """One action, how often it was tried, and the sum of the results."""

    def __init__(self, action: i64) -> None:
        self.action: i64 = action
        self.move: i64 = NOTHING  # as a tree knows it, if it does
        self.visits: i64 = 0
        self.total: float = 0.0
        self.liking: float = 0.0  # what it counts for beside its results
        self.known: float = 0.0  # tries of earlier searches that count, too
        self.known_total: float = 0.0
        self.plan: NetworkPlan | None = None  # that the seat follows after the action

    def forget_tries(self) -> None:
        self.visits = 0
        self.total = 0.0

    def mean(self) -> float:
        if self.visits == 0:
            return 0.0
        return (self.total + self.known_total) / (float(int(self.visits)) + self.known)


@mypyc_attr(acyclic=True)
class Search:
    """A search for one seat of one game; `choose` makes one decision."""

    def __init__(self, tables: BoardTables, seat: i64, chance: Chance) -> None:
        self.game: Game = tables.game
        self.seat: i64 = seat
        self.chance: Chance = chance
        self.careful: PlayoutPolicy = PlayoutPolicy(tables, seat, True)
        self.policies: list[PlayoutPolicy] = [PlayoutPolicy(tables, other, False) for other in range(tables.game.seats)]
        self.claims: i64 = CLAIMS
        self.near_end: bool = False
        self.trust: float = TRUST
        self.victory: float = NEAR_VICTORY  # the same before the end is near
        self.scale: float = SCALE
        # what kinds of moves count for beside their results: a matter of temper
        self.likes_claims: float = 0.0
        self.likes_blocks: float = 0.0  # for every end of a lane that lanes of others touch
        self.likes_tickets: float = 0.0
        self.likes_cards: float = 0.0
        self.iterations: i64 = 0  # of the last choice
        self.decisions: i64 = 0  # in the playouts of all choices
        self.slowest: float = 0.0  # playout of this choice, in seconds
        self.field: list[Candidate] = []
        self.ticket_weights: vec[i64] = vec[i64]()  # of the tickets others may hold

    def choose(self, view: View, iterations: i64, seconds: float) -> i64:
        """The best action of this position, within so many playouts and so much time."""
        deadline = time.perf_counter() + seconds
        return self.compare(view, self.candidates(determinize(view, self.chance)), iterations, deadline)

    def choose_among(self, view: View, actions: list[int], iterations: i64, seconds: float) -> i64:
        """The best of these actions. The first one has the trust of whoever asks."""
        deadline = time.perf_counter() + seconds
        field: list[Candidate] = []
        for action in actions:
            field.append(Candidate(action))
        self.look_at_end(FAR)
        return self.compare(view, field, iterations, deadline)

    def look_at_end(self, turns: i64) -> None:
        """Near the end every claim is tried; nearer still, playouts are so short that their last turns are counted."""
        self.near_end = turns <= END_TURNS
        for policy in self.policies:
            policy.counted = COUNTED if turns <= LAST_TURNS else 0

    def compare(self, view: View, field: list[Candidate], iterations: i64, deadline: float) -> i64:
        """The action of the best of these candidates."""
        self.begin(view)
        return self.best_of(view, field, iterations, deadline).action

    def begin(self, view: View) -> None:
        """A choice."""
        self.iterations = 0
        self.slowest = 0.0
        self.ticket_weights = ticket_weights(view, self.careful.finder)

    def best_of(self, view: View, field: list[Candidate], iterations: i64, deadline: float) -> Candidate:
        """Sequential halving: all candidates are tried on the same deals; each stage drops the worse half.

        If there is not even time to try each once, the first one it is."""
        self.field = field
        before = self.iterations
        for candidate in field:
            candidate.liking = self.liking(candidate.action)
        alive = field[:]
        stages: i64 = 0
        count = len(alive)
        while count > 1:
            count = (count + 1) // 2
            stages += 1
        started = time.perf_counter()
        stage: i64
        for stage in range(stages):
            stop = before + iterations * (stage + 1) // stages
            share = (deadline - started) * float(int(stage + 1)) / float(int(stages))
            self.run_stage(view, alive, stop, started + share)
            if alive[0].visits == 0:
                return field[0]
            alive = self.better_half(alive)
        return alive[0]

    def liking(self, action: i64) -> float:
        """By the kind of move."""
        if is_claim(self.game, action):
            ends = touches(self.careful.rival_places, self.game, claimed_lane(self.game, action))
            return self.likes_claims + self.likes_blocks * float(int(ends))
        if action == TICKETS:
            return self.likes_tickets
        if is_keep(self.game, action):
            return self.likes_tickets * float(int(count_bits(kept_mask(action))))
        return self.likes_cards

    def better_half(self, alive: list[Candidate]) -> list[Candidate]:
        """The better half, the best first. Among many candidates some look good by luck, so the careful policy's own
        choice gets a bonus, which grows with their number and shrinks with every playout."""
        rounds = float(int(alive[0].visits))
        bonus = self.trust * math.log(float(len(alive))) / math.sqrt(rounds)
        ranked = sorted(alive, key=lambda one: -one.mean() - one.liking - (bonus if one is self.field[0] else 0.0))
        return ranked[: (len(ranked) + 1) // 2]

    def run_stage(self, view: View, alive: list[Candidate], stop: i64, deadline: float) -> None:
        while self.try_all(view, alive, deadline):
            if self.iterations + len(alive) > stop:
                return

    def try_all(self, view: View, alive: list[Candidate], deadline: float) -> bool:
        """One playout of each; False, and no result counts, if another one might not fit before the deadline."""
        deal = determinize_likely(view, self.chance, self.ticket_weights)
        luck: i64 = self.chance.below(1 << 30)
        results: list[float] = []
        before = time.perf_counter()
        for candidate in alive:
            if before + self.slowest > deadline:
                return False
            state = deal.clone()
            state.chance = seeded(luck)
            if candidate.action != NOTHING:
                state.apply_for(self.seat, candidate.action)
            results.append(self.try_out(state, candidate))
            self.iterations += 1
            now = time.perf_counter()
            self.slowest = max(self.slowest, now - before)
            before = now
        for index in range(len(alive)):
            alive[index].total += results[index]
            alive[index].visits += 1
        return True

    def try_out(self, state: State, candidate: Candidate) -> float:
        """Finishes a game in which the candidate was just played, with the light policies; how good that is."""
        self.begin_playout(state, candidate)
        self.decisions += play_on(state, self.policies)
        return self.value(ledger(state, None).totals, self.seat)

    def begin_playout(self, state: State, candidate: Candidate) -> None:
        """Forgets the plans of the one before, and takes that of the candidate."""
        for policy in self.policies:
            policy.stale = True
        plan = candidate.plan
        if plan is not None:
            self.policies[self.seat].follow(state, plan.lanes)

    def value(self, totals: vec[i64], mine: i64) -> float:
        """How good a result is for a seat, from 0 to 1: partly whether it won, partly by how much."""
        best: i64 = -1_000_000
        seat: i64
        for seat in range(len(totals)):
            if seat != mine and totals[seat] > best:
                best = totals[seat]
        margin = totals[mine] - best
        won = 0.5
        if margin > 0:
            won = 1.0
        elif margin < 0:
            won = 0.0
        share = NEAR_VICTORY if self.near_end else self.victory
        return share * won + (1.0 - share) / (1.0 + math.exp(-float(int(margin)) / self.scale))

    # --- what to try --------------------------------------------------------------------------------------
    def candidates(self, state: State) -> list[Candidate]:
        """The actions to try, the careful policy's own choice first."""
        actions = vec[i64]([self.careful.choose(state)])
        self.look_at_end(self.careful.expected_turns)
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
        for _ in range(ALL_CLAIMS if self.near_end else self.claims):
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
