"""What a scripted bot works out from a view before it decides: prices of lanes, ways over the board, cards it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from ferrovia.bots.search.ways import FAR, WayFinder, lane_prices
from ferrovia.engine.game import Game
from ferrovia.view import View

GAMES: Final = 8  # whose maps are remembered


@lru_cache(maxsize=GAMES)
def finder_of(game: Game) -> WayFinder:
    return WayFinder(game)


class Outlook:
    """One seat's position. A lane's price is the cards it costs: 0 for the seat's own, FAR for what it can't have."""

    def __init__(self, view: View, seat: int | None = None) -> None:
        self.view = view
        self.game = view.game
        self.seat = int(view.seat) if seat is None else seat
        self.prices = lane_prices(view, self.seat)
        self.planned: list[int] | None = None  # what whole_network has found

    def pieces(self, seat: int | None = None) -> int:
        """Pieces left, of all kinds together."""
        kinds = self.game.kinds
        first = (self.seat if seat is None else seat) * kinds
        return sum(self.view.pieces[first : first + kinds])

    def fewest_pieces(self) -> int:
        """Of all seats: the clock of the game."""
        return min(self.pieces(seat) for seat in range(self.game.seats))

    def open_tickets(self) -> list[int]:
        return [ticket for ticket, done in zip(self.view.tickets, self.view.completed, strict=True) if not done]

    # --- ways -------------------------------------------------------------------------------------------
    def way(self, ticket: int, prices: Sequence[int] | None = None) -> list[int] | None:
        """The lanes still to claim for a ticket, by the cheapest way; None if there is no way left."""
        return ticket_way(self.game, prices or self.prices, ticket)

    def cost(self, lanes: Iterable[int]) -> int:
        """In cards."""
        return sum(self.game.lane_cards[lane] for lane in lanes)

    def pieces_for(self, lanes: Iterable[int]) -> int:
        return sum(self.game.lane_pieces[lane] for lane in lanes)

    def network(self, tickets: Iterable[int]) -> tuple[list[int], list[int]]:
        """Lanes that connect the tickets one after the other, each using what is there by then; and the tickets."""
        prices = list(self.prices)
        lanes: list[int] = []
        reached: list[int] = []
        for ticket in tickets:
            way = self.way(ticket, prices)
            if way is None or self.pieces_for([*lanes, *way]) > self.pieces():
                continue
            reached.append(ticket)
            lanes += way
            for lane in way:
                self.plan(prices, lane)
        return lanes, reached

    def whole_network(self) -> list[int]:
        """The lanes for all open tickets that fit the pieces, the most used and most valuable first."""
        if self.planned is None:
            game = self.game
            lanes, reached = self.network(sorted(self.open_tickets(), key=lambda ticket: -game.ticket_points[ticket]))
            uses = [lane for ticket in reached for lane in self.way(ticket) or []]
            self.planned = sorted(lanes, key=lambda lane: (-uses.count(lane), -game.lane_points[lane]))
        return self.planned

    def plan(self, prices: list[int], lane: int) -> None:
        """Counts a lane as the seat's own, and the lanes beside it as lost (R21)."""
        game = self.game
        for twin in game.twins[game.twin_first[lane] : game.twin_first[lane + 1]]:
            prices[twin] = FAR
        prices[lane] = 0

    # --- cards ------------------------------------------------------------------------------------------
    def favourite(self) -> int:
        """The colour that the hand has most of."""
        hand = self.view.hand[: self.game.wild]
        return hand.index(max(hand))

    def missing(self, lane: int) -> int:
        """The cards that the hand lacks for a lane, wilds spent on it."""
        view, game = self.view, self.game
        colour = game.lane_colour[lane]
        have = view.hand[self.favourite() if colour == game.grey else colour] + view.hand[game.wild]
        return max(0, int(game.lane_cards[lane]) - have)

    def needed(self, wanted: Sequence[int]) -> list[int]:
        """How many cards of each colour the wanted lanes still lack; grey ones want what the hand has most of."""
        game, hand = self.game, self.view.hand
        needed = [0] * game.cards
        favourite = self.favourite()
        for lane in wanted:
            colour = game.lane_colour[lane]
            card = favourite if colour == game.grey else colour
            needed[card] += max(0, game.lane_cards[lane] - hand[card])
        if not wanted:
            needed[favourite] = 1
        return needed


def ticket_way(game: Game, prices: Sequence[int], ticket: int) -> list[int] | None:
    """The cheapest way of a ticket to any of its goals (R30)."""
    goals = game.goals(ticket)
    ways = [cheapest_way(game, prices, game.ticket_a[ticket], goal) for goal in goals]
    if len(goals) == 1:
        return ways[0]
    found = [way for way in ways if way is not None]
    return min(found, key=lambda way: sum(prices[lane] for lane in way), default=None)


def cheapest_way(game: Game, prices: Sequence[int], a: int, b: int) -> list[int] | None:
    """The lanes that cost anything on a cheapest way between two places; None if there is no way."""
    return finder_of(game).cheapest(list(prices), a, b)
