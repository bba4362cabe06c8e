"""Information-set tree search: the candidates of a decision are compared on common deals, and below each grows a tree
of what the seat could do next and of the answers of others that would hurt it. It is kept from move to move."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.claim_choice import payment
from ferrovia.bots.search.features import read_hand
from ferrovia.bots.search.network_plans import FOR_TICKET, NOTHING
from ferrovia.bots.search.plan_search import PlanSearch
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_on
from ferrovia.bots.search.search import Candidate
from ferrovia.bots.search.tree import Node
from ferrovia.engine.actions import BLIND, SLOT, SLOTS, TICKETS, claimed_lane, is_claim, is_slot, slot_of
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.chance import Chance
from ferrovia.engine.claims import affordable, is_open
from ferrovia.engine.phases import OVER, SECOND_CARD, TURN
from ferrovia.engine.scoring import ledger
from ferrovia.engine.state import State
from ferrovia.engine.tickets import can_draw
from ferrovia.view.view import View

# Moves as the tree knows them: a card by its colour, wherever it lies, a claim by its lane, however it is paid.
COLOUR: Final = 0
FROM_DECK: Final = 100
MORE_TICKETS: Final = 101
OTHERWISE: Final = 102  # whatever else another seat does
CLAIM: Final = 1000

DEPTH: Final = 4  # decisions below a candidate that may be in the tree
OWN_PRIOR: Final = 0.6  # of the light policy's choice among the seat's own moves
ANSWER_PRIOR: Final = 0.8  # the same among answers of others
CURIOSITY: Final = 0.4
MEMORY: Final = 0.5  # how much tries of earlier decisions count
RIPE: Final = 200  # walks that a position has seen before it branches: with fewer, what they try is only noise
PLAN_TRUST: Final = 0.2  # in the planned move: less than where playouts don't follow the seat's plan

Memories = tuple[Node | None, int, int, list[int], list[int], list[list[int]]]
"""What a search keeps from one decision to the next, as values that can be pickled."""


@mypyc_attr(acyclic=True)
class TreeSearch(PlanSearch):
    """A search that keeps its tree; ask it about the decisions of one game, in their order."""

    def __init__(self, tables: BoardTables, seat: i64, chance: Chance) -> None:
        super().__init__(tables, seat, chance)
        self.trust = PLAN_TRUST
        self.depth: i64 = DEPTH
        self.ripe: i64 = RIPE
        self.memory: float = MEMORY
        self.root: Node = Node()
        # of one walk down the tree: the nodes, who decided there, and for what
        self.path: list[Node] = []
        self.seats: vec[i64] = vec[i64]()
        self.moves: vec[i64] = vec[i64]()
        # lanes that the seat's plan needs, and in `matters` those beside them, which close them
        self.critical: vec[i64] = vec[i64]()
        self.matters: vec[i64] = vec[i64]([0] * len(tables.game.lane_a))
        # of the last decision: the node of what was chosen, and what the table looked like
        self.kept: Node | None = None
        self.kept_turns: i64 = -1
        self.kept_phase: i64 = 0
        self.kept_owner: vec[i64] = vec[i64]()

    def choose(self, view: View, iterations: i64, seconds: float) -> i64:
        self.root = self.recall(view)
        action = super().choose(view, iterations, seconds)
        self.remember(view, action)
        return action

    # --- what is kept from move to move -------------------------------------------------------------------
    def recall(self, view: View) -> Node:
        """The node of this position in the tree of the last decision, or a new one."""
        node = self.kept
        self.kept = None
        if node is None:
            return Node()
        if view.phase == SECOND_CARD and view.turns == self.kept_turns and self.kept_phase == TURN:
            return node
        seats = self.game.seats
        if view.phase != TURN or view.turns != self.kept_turns + seats:
            return Node()
        step: i64
        for step in range(1, seats):
            if node is None:
                break
            node = node.child(self.seen_move(view, (self.seat + step) % seats))
        return Node() if node is None else node

    def seen_move(self, view: View, seat: i64) -> i64:
        """What a seat has done since the last decision, as the tree knows it."""
        lane: i64
        for lane in range(len(self.kept_owner)):
            if view.owner[lane] == seat and self.kept_owner[lane] != seat and self.matters[lane]:
                return CLAIM + lane
        return OTHERWISE

    def remember(self, view: View, action: i64) -> None:
        self.kept = self.root.child(self.move_of(view.market, action))
        self.kept_turns = view.turns
        self.kept_phase = view.phase
        self.kept_owner = view.owner[:]

    def memories(self) -> Memories:
        """All that the next decision takes over from this one."""
        owner, matters = [int(seat) for seat in self.kept_owner], [int(lane) for lane in self.matters]
        plans = [[int(lane) for lane in plan.lanes] for plan in self.shelf]
        return self.kept, int(self.kept_turns), int(self.kept_phase), owner, matters, plans

    def take_over(self, memories: Memories) -> None:
        """Goes on as the search went on whose memories these are. Those of another board are of no use."""
        kept, turns, phase, owner, matters, plans = memories
        if len(matters) != len(self.matters):
            return
        self.kept = kept
        self.kept_turns, self.kept_phase = turns, phase
        self.kept_owner = vec[i64]([i64(seat) for seat in owner])
        self.matters = vec[i64]([i64(lane) for lane in matters])
        self.take_plans(plans)

    # --- the root -----------------------------------------------------------------------------------------
    def candidates(self, state: State) -> list[Candidate]:
        """With what the tree knows of each."""
        field = super().candidates(state)
        self.note_what_matters()
        for candidate in field:
            candidate.move = self.move_of(state.market, candidate.action)
            place = self.root.place_of(candidate.move)
            if place >= 0:
                tries = float(int(self.root.tries[place])) * self.memory
                if tries > 0.0:
                    candidate.known = tries
                    candidate.known_total = self.root.totals[int(place)] * self.memory
        return field

    def note_what_matters(self) -> None:
        """Lanes that the plan needs: if others take one, that is an answer worth a branch of its own."""
        game = self.game
        lane: i64
        index: i64
        for lane in range(len(self.matters)):
            self.matters[lane] = 0
        self.critical = vec[i64]()
        for lane in self.careful.lanes:
            if self.careful.role[lane] != FOR_TICKET:
                continue
            self.matters[lane] = 1
            self.critical = append(self.critical, lane)
            if game.doubles_close:
                for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
                    self.matters[game.twins[index]] = 1

    def move_of(self, market: vec[i64], action: i64) -> i64:
        """An action as the tree knows it."""
        if is_slot(action):
            return COLOUR + market[slot_of(action)]
        if action == BLIND:
            return FROM_DECK
        if action == TICKETS:
            return MORE_TICKETS
        if is_claim(self.game, action):
            return CLAIM + claimed_lane(self.game, action)
        return -1 - action

    # --- below it -----------------------------------------------------------------------------------------
    def try_out(self, state: State, candidate: Candidate) -> float:
        """One walk down the tree, one new node, and a playout from there."""
        if candidate.move == NOTHING:
            return super().try_out(state, candidate)
        self.begin_playout(state, candidate)
        self.path = [self.root]
        self.seats = vec[i64]([self.seat])
        self.moves = vec[i64]([candidate.move])
        node: Node | None = self.next_node(self.root, candidate.move)
        steps: i64 = 0
        while node is not None and steps < self.depth and state.phase != OVER:
            seat = state.seat
            policy = self.policies[seat]
            action = policy.choose(state)
            if seat == self.seat:
                if state.phase != TURN and state.phase != SECOND_CARD:
                    state.apply(action)
                    continue
                move, action = self.own_move(node, state, policy, action)
            elif state.phase == TURN:
                move, action = self.answer(node, state, policy, action)
            else:
                state.apply(action)
                continue
            steps += 1
            self.path.append(node)
            self.seats = append(self.seats, seat)
            self.moves = append(self.moves, move)
            node = self.next_node(node, move)
            state.apply(action)
        self.decisions += play_on(state, self.policies)
        totals = ledger(state, None).totals
        index: i64
        for index in range(len(self.path)):
            self.path[int(index)].add(self.moves[index], self.value(totals, self.seats[index]))
        return self.value(totals, self.seat)

    def next_node(self, node: Node, move: i64) -> Node | None:
        """The node after a move; None if it is new, and then a playout follows."""
        place = node.place_for(move)
        found = node.children[int(place)]
        if found is None:
            node.children[int(place)] = Node()
        return found

    def own_move(self, node: Node, state: State, policy: PlayoutPolicy, action: i64) -> tuple[i64, i64]:
        """What the seat tries next: the policy's choice, a card, tickets, or a planned lane that it can pay."""
        planned = self.move_of(state.market, action)
        if node.visits < self.ripe:
            return planned, action
        moves = vec[i64]([planned])
        actions = vec[i64]([action])
        market = state.market
        slot: i64
        for slot in range(SLOTS):
            card = market[slot]
            if card == NO_CARD or (card == self.game.wild and state.phase == SECOND_CARD):
                continue
            if not holds(moves, COLOUR + card):
                moves = append(moves, COLOUR + card)
                actions = append(actions, SLOT + slot)
        if state.deck_total > 0 and not holds(moves, FROM_DECK):
            moves = append(moves, FROM_DECK)
            actions = append(actions, BLIND)
        if state.phase == TURN:
            if moves[0] != MORE_TICKETS and policy.ticket_lanes == 0 and can_draw(state):
                moves = append(moves, MORE_TICKETS)
                actions = append(actions, TICKETS)
            for lane in policy.lanes:
                if CLAIM + lane != moves[0] and self.can_claim(state, lane):
                    moves = append(moves, CLAIM + lane)
                    actions = append(actions, NOTHING)
        chosen = node.select(moves, OWN_PRIOR, CURIOSITY)
        if chosen == 0:
            return moves[0], action
        if is_claim(self.game, action):  # it took the lane out of its plan
            policy.follow(state, append(policy.lanes_for_tickets(), claimed_lane(self.game, action)))
        if actions[chosen] != NOTHING:
            return moves[chosen], actions[chosen]
        lane = moves[chosen] - CLAIM
        action = payment(policy, lane)
        policy.drop(lane)
        return moves[chosen], action

    def answer(self, node: Node, state: State, policy: PlayoutPolicy, action: i64) -> tuple[i64, i64]:
        """What another seat does: the policy's choice, or a lane that the seat's plan needs."""
        move: i64 = OTHERWISE
        if is_claim(self.game, action) and self.matters[claimed_lane(self.game, action)]:
            move = CLAIM + claimed_lane(self.game, action)
        if node.visits < self.ripe:
            return move, action
        moves = vec[i64]([move])
        for lane in self.critical:
            if CLAIM + lane != move and self.can_claim(state, lane):
                moves = append(moves, CLAIM + lane)
        chosen: i64 = 0
        if len(moves) > 1:
            chosen = node.select(moves, ANSWER_PRIOR, CURIOSITY)
        if chosen == 0:
            return move, action
        policy.stale = True
        read_hand(policy, state)
        return moves[chosen], payment(policy, moves[chosen] - CLAIM)

    def can_claim(self, state: State, lane: i64) -> bool:
        game = self.game
        if game.lane_pieces[lane] > state.pieces[state.seat * game.kinds + game.lane_kind[lane]]:
            return False
        return is_open(state, state.seat, lane) and affordable(state, state.seat, lane)


def holds(moves: vec[i64], move: i64) -> bool:
    for other in moves:
        if other == move:
            return True
    return False
