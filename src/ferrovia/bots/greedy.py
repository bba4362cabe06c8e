"""Goes for its cheapest ticket by the shortest way left; without one, for the most points a claim gives now."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from ferrovia.bots.protocol import Bot, Budget
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.game import BLIND, KEEP, ROW, SLOT, TICKETS, Game
from ferrovia.engine.tickets import count_bits
from ferrovia.view import View

FAR = 1_000_000


class Greedy(Bot):
    def choose(self, view: View, actions: Sequence[int], budget: Budget) -> int:
        if KEEP <= actions[0] < view.game.claim_base:
            return self.choose_tickets(view, actions)
        wanted = self.wanted_lanes(view)
        claim = self.choose_claim(view, actions, wanted)
        if claim is not None:
            return claim
        card = self.choose_card(view, actions, wanted)
        if card is not None:
            return card
        return TICKETS if TICKETS in actions else actions[0]

    def choose_tickets(self, view: View, actions: Sequence[int]) -> int:
        """As few as allowed, and those that need the fewest cards."""
        needs = [len_of_way(view, ticket) for ticket in view.offer]

        def price(action: int) -> tuple[int, int]:
            mask = action - KEEP + 1
            return count_bits(mask), sum(need for index, need in enumerate(needs) if mask >> index & 1)

        return min(actions, key=price)

    def wanted_lanes(self, view: View) -> list[int]:
        """The lanes still missing to the open ticket that needs the fewest cards."""
        best: list[int] = []
        least = FAR
        for ticket, done in zip(view.tickets, view.completed, strict=True):
            if done:
                continue
            lanes = shortest_way(view, view.game.ticket_a[ticket], view.game.ticket_b[ticket])
            need = sum(view.game.lane_cards[lane] for lane in lanes)
            if lanes and need < least:
                best, least = lanes, need
        return best

    def choose_claim(self, view: View, actions: Sequence[int], wanted: list[int]) -> int | None:
        """A wanted lane, the longest first; if none is wanted, the claim with most points. Fewest wilds."""
        game = view.game
        claims = [action for action in actions if game.claim_base <= action < game.rule_action_base]
        if wanted:
            claims = [action for action in claims if game.claim_lane[action - game.claim_base] in wanted]
        if not claims:
            return None

        def worth(action: int) -> tuple[int, int]:
            code = action - game.claim_base
            return game.lane_points[game.claim_lane[code]], -game.claim_wilds[code]

        return max(claims, key=worth)

    def choose_card(self, view: View, actions: Sequence[int], wanted: list[int]) -> int | None:
        """A face-up card of the colour that lacks most, a blind one otherwise."""
        needed = needed_colours(view, wanted)
        best, most = None, 0
        for slot in range(ROW):
            card = view.row[slot]
            if card == NO_CARD or SLOT + slot not in actions or card == view.game.wild:
                continue
            if needed[card] > most:
                best, most = SLOT + slot, needed[card]
        if best is not None:
            return best
        if BLIND in actions:
            return BLIND
        return next((action for action in actions if SLOT <= action < SLOT + ROW), None)


def needed_colours(view: View, wanted: list[int]) -> list[int]:
    """How many cards of each colour the wanted lanes still lack; grey ones want what the hand has most of."""
    game = view.game
    hand = view.hand[: game.wild]
    needed = [0] * game.cards
    favourite = hand.index(max(hand))
    for lane in wanted:
        colour = game.lane_colour[lane]
        card = favourite if colour == game.grey else colour
        needed[card] += max(0, game.lane_cards[lane] - hand[card])
    if not wanted:
        needed[favourite] = 1
    return needed


def len_of_way(view: View, ticket: int) -> int:
    game = view.game
    lanes = shortest_way(view, game.ticket_a[ticket], game.ticket_b[ticket])
    return sum(game.lane_cards[lane] for lane in lanes) if lanes else FAR


def shortest_way(view: View, a: int, b: int) -> list[int]:
    """The lanes to claim on the cheapest way between two places; own lanes are free. Empty if there is none."""
    game = view.game
    cost = [FAR] * game.places
    came: list[tuple[int, int]] = [(-1, -1)] * game.places
    cost[a] = 0
    heap = [(0, a)]
    while heap:
        spent, place = heappop(heap)
        if place == b:
            break
        if spent > cost[place]:
            continue
        for lane, other in neighbours(game, place):
            price = lane_price(view, lane)
            if price < FAR and spent + price < cost[other]:
                cost[other] = spent + price
                came[other] = (place, lane)
                heappush(heap, (cost[other], other))
    lanes: list[int] = []
    place = b
    while place != a and cost[b] < FAR:
        place, lane = came[place]
        if view.owner[lane] != view.seat:
            lanes.append(lane)
    return lanes


def neighbours(game: Game, place: int) -> list[tuple[int, int]]:
    """(lane, other end) of every lane at a place."""
    ends = zip(game.lane_a, game.lane_b, strict=True)
    return [(lane, b if a == place else a) for lane, (a, b) in enumerate(ends) if place in (a, b)]


def lane_price(view: View, lane: int) -> int:
    game = view.game
    if view.owner[lane] == view.seat:
        return 0
    is_open = view.open[view.seat * game.class_count + game.lane_class[lane]] & game.lane_bit[lane]
    affordable = game.lane_pieces[lane] <= view.pieces[view.seat * game.kinds + game.lane_kind[lane]]
    return game.lane_cards[lane] if is_open and affordable else FAR
