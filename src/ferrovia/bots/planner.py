"""Plans a cheapest network for all its tickets, claims what it would miss most, and knows when to stop."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.planning import FAR, Atlas, Plan, best_plan, is_open
from ferrovia.bots.protocol import Bot, Budget
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.chance import Chance
from ferrovia.engine.claims import most_alike
from ferrovia.engine.game import BLIND, KEEP, ROW, SLOT, TICKETS, Game
from ferrovia.engine.phases import SECOND_CARD
from ferrovia.view import View

# Everything is counted in tenths of a turn.
TURN = 10
CARD = 6  # a card still missing
POINT = 3  # what a point is worth


class Planner(Bot):
    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.atlas: Atlas | None = None

    def choose(self, view: View, actions: Sequence[int], budget: Budget) -> int:
        if self.atlas is None or self.atlas.game is not view.game:
            self.atlas = Atlas(view.game)
        return Thought(view, self.atlas).choose(list(actions))


class Thought:
    """One decision: the costs and the plan as they are now."""

    def __init__(self, view: View, atlas: Atlas) -> None:
        self.view = view
        self.game: Game = view.game
        self.atlas = atlas
        self.hand: vec[i64] = vec[i64](view.hand)
        self.cost: vec[i64] = self.lane_costs()
        self.turns_left: i64 = self.guess_turns_left()

    def choose(self, actions: list[int]) -> int:
        first: i64 = actions[0]
        if len(actions) == 1:
            return first
        if KEEP <= first < self.game.claim_base:
            return self.choose_tickets(actions)
        if first >= self.game.rule_action_base:
            return first
        plan = self.plan_for(self.open_tickets())
        if self.view.phase != SECOND_CARD:
            action = self.choose_claim(actions, plan)
            if action >= 0:
                return action
            if self.wants_tickets(plan) and TICKETS in actions:
                return TICKETS
        return self.choose_card(actions, plan)

    # --- what things cost ---------------------------------------------------------------------------------
    def lane_costs(self) -> vec[i64]:
        view = self.view
        game = self.game
        cost = vec[i64]([FAR] * len(view.owner))
        lane: i64
        for lane in range(len(cost)):
            if view.owner[lane] == view.seat:
                cost[lane] = 0
            elif is_open(view, lane):
                worth = TURN + CARD * self.missing(lane) - POINT * game.lane_points[lane]
                cost[lane] = max(1, worth)
        return cost

    def missing(self, lane: i64) -> i64:
        """The cards of its colour that the hand lacks, wilds not counted."""
        game = self.game
        colour = game.lane_colour[lane]
        if colour == game.grey:
            have = most_alike(self.hand, 0, game.wild)
        else:
            have = self.hand[colour]
        return max(0, game.lane_cards[lane] - have)

    def guess_turns_left(self) -> i64:
        """From the shortest supply on the table: about two turns for three pieces."""
        view = self.view
        if view.turns_left > 0:
            return (view.turns_left + self.game.seats - 1) // self.game.seats
        least: i64 = FAR
        seat: i64
        kind: i64
        for seat in range(self.game.seats):
            left: i64 = 0
            for kind in range(self.game.kinds):
                left += view.pieces[seat * self.game.kinds + kind]
            least = min(least, left)
        return max(1, least * 2 // 3)

    def pieces_left(self) -> i64:
        left: i64 = 0
        kind: i64
        for kind in range(self.game.kinds):
            left += self.view.pieces[self.view.seat * self.game.kinds + kind]
        return left

    # --- plans --------------------------------------------------------------------------------------------
    def open_tickets(self) -> vec[i64]:
        tickets = vec[i64]()
        for index in range(len(self.view.tickets)):
            if not self.view.completed[index]:
                tickets = append(tickets, i64(self.view.tickets[index]))
        return tickets

    def plan_for(self, tickets: vec[i64]) -> Plan:
        """A plan that fits the pieces left: the dearest tickets for their points are given up first."""
        while True:
            plan = best_plan(self.atlas, self.cost, tickets)
            if len(plan.tickets) == 0 or self.pieces_for(plan) <= self.pieces_left():
                return plan
            tickets = self.without_worst(plan.tickets)

    def pieces_for(self, plan: Plan) -> i64:
        total: i64 = 0
        for lane in plan.lanes:
            total += self.game.lane_pieces[lane]
        return total

    def without_worst(self, tickets: vec[i64]) -> vec[i64]:
        worst: i64 = tickets[0]
        least: i64 = FAR
        for ticket in tickets:
            if self.game.ticket_points[ticket] < least:
                least = self.game.ticket_points[ticket]
                worst = ticket
        kept = vec[i64]()
        for ticket in tickets:
            if ticket != worst:
                kept = append(kept, ticket)
        return kept

    # --- tickets ------------------------------------------------------------------------------------------
    def choose_tickets(self, actions: list[int]) -> int:
        """The set that is worth most: its points, less what it costs to connect beside what is held."""
        base = self.open_tickets()
        best: i64 = actions[0]
        most: i64 = -FAR
        for action in actions:
            worth = self.worth_of(base, action - KEEP + 1)
            if worth > most:
                most = worth
                best = action
        return best

    def worth_of(self, base: vec[i64], mask: i64) -> i64:
        tickets = base[:]
        index: i64
        for index in range(len(self.view.offer)):
            if mask >> index & 1:
                tickets = append(tickets, i64(self.view.offer[index]))
        plan = best_plan(self.atlas, self.cost, tickets)
        worth: i64 = -plan.cost
        for ticket in plan.tickets:
            worth += POINT * self.game.ticket_points[ticket]
        for ticket in plan.missed:
            worth -= POINT * self.game.ticket_points[ticket]
        over = self.pieces_for(plan) * 10 - self.pieces_left() * 8
        if over > 0:
            worth -= over * 4
        return worth

    def wants_tickets(self, plan: Plan) -> bool:
        """Only with nothing left to connect, and time and pieces to connect more."""
        if len(plan.lanes) > 0 or len(self.view.put_under) == 0:
            return False
        supply: i64 = 0
        for count in self.game.supply:
            supply += count
        return self.pieces_left() * 10 >= supply * 4 and self.turns_left >= 8

    # --- claims -------------------------------------------------------------------------------------------
    def choose_claim(self, actions: list[int], plan: Plan) -> int:
        """The planned lane that would be missed most; without a plan, the lane with most points for its turns."""
        best: i64 = -1
        most: i64 = -FAR
        for action in actions:
            if not self.game.claim_base <= action < self.game.rule_action_base:
                continue
            worth = self.worth_of_claim(action, plan)
            if worth > most:
                most = worth
                best = action
        return best if most > 0 else -1

    def worth_of_claim(self, action: i64, plan: Plan) -> i64:
        game = self.game
        code = action - game.claim_base
        lane = game.claim_lane[code]
        wilds = game.claim_wilds[code]
        colour = game.claim_colour[code]
        spoils: i64 = 0
        if colour != game.wild:
            spoils = self.needed_elsewhere(plan, lane, colour) * (game.lane_cards[lane] - wilds)
        payment = wilds * 4 + spoils
        if contains(plan.lanes, lane):
            return 1000 + self.loss_without(plan, lane) + POINT * game.lane_points[lane] - payment
        if len(plan.lanes) > 0:
            return -1
        if self.turns_left <= 1:
            return game.lane_points[lane] * 10 - payment
        return (game.lane_points[lane] - game.lane_cards[lane] * 3 // 2) * 10 - payment

    def needed_elsewhere(self, plan: Plan, lane: i64, colour: i64) -> i64:
        """1 if another planned lane wants this colour."""
        for other in plan.lanes:
            if other != lane and self.game.lane_colour[other] == colour:
                return 1
        return 0

    def loss_without(self, plan: Plan, lane: i64) -> i64:
        """How much dearer the plan becomes if somebody takes this lane."""
        before = self.cost[lane]
        self.cost[lane] = FAR
        other = best_plan(self.atlas, self.cost, plan.tickets)
        self.cost[lane] = before
        loss = other.cost - plan.cost
        for ticket in other.missed:
            loss += 2 * POINT * self.game.ticket_points[ticket]
        return loss

    # --- cards --------------------------------------------------------------------------------------------
    def choose_card(self, actions: list[int], plan: Plan) -> int:
        view = self.view
        need = self.needs(plan)
        best: i64 = -1
        most: i64 = 0
        slot: i64
        for slot in range(ROW):
            card = view.row[slot]
            if card == NO_CARD or (SLOT + slot) not in actions or card == self.game.wild:
                continue
            if need[card] > most:
                most = need[card]
                best = SLOT + slot
        if best >= 0:
            return best
        if BLIND in actions:
            return BLIND
        for action in actions:
            if SLOT <= action < SLOT + ROW:
                return action
        return actions[0]

    def needs(self, plan: Plan) -> vec[i64]:
        """How much each colour is wanted: more for lanes that lack few cards."""
        game = self.game
        need = vec[i64]([0] * game.cards)
        lanes = plan.lanes
        if len(lanes) == 0:
            lanes = self.best_prizes()
        favourite: i64 = 0
        colour: i64
        for colour in range(game.wild):
            if self.hand[colour] > self.hand[favourite]:
                favourite = colour
        for lane in lanes:
            colour = game.lane_colour[lane]
            if colour == game.grey:
                colour = favourite
            short = game.lane_cards[lane] - self.hand[colour]
            if short > 0:
                need[colour] += 12 - min(short, 6)
        return need

    def best_prizes(self) -> vec[i64]:
        """Without tickets to connect: the three open lanes that give most for what they cost."""
        prizes = vec[i64]()
        lane: i64
        for _ in range(3):
            best: i64 = -1
            most: i64 = -FAR
            for lane in range(len(self.cost)):
                if self.cost[lane] >= FAR or self.cost[lane] == 0 or contains(prizes, lane):
                    continue
                worth = POINT * self.game.lane_points[lane] - CARD * self.missing(lane)
                if worth > most:
                    most = worth
                    best = lane
            if best >= 0:
                prizes = append(prizes, best)
        return prizes


def contains(numbers: vec[i64], number: i64) -> bool:
    for other in numbers:
        if other == number:
            return True
    return False
