"""What scripted bots work out for every decision: the price of each lane, and the cheapest way between two places."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine.actions import claimed_lane, is_claim
from ferrovia.engine.game import Game
from ferrovia.view.view import View

FAR: Final = 1_000_000


def lane_prices(view: View, seat: i64) -> list[int]:
    """The cards that each lane costs a seat: 0 for its own, FAR for what it may not claim or has no pieces for."""
    game = view.game
    owner = view.owner
    open = view.open
    pieces = view.pieces
    base = seat * game.class_count
    prices: list[int] = []
    lane: i64
    for lane in range(len(owner)):
        left = pieces[seat * game.kinds + game.lane_kind[lane]]
        if owner[lane] == seat:
            prices.append(0)
        elif open[base + game.lane_class[lane]] & game.lane_bit[lane] == 0 or game.lane_pieces[lane] > left:
            prices.append(FAR)
        else:
            prices.append(game.lane_cards[lane])
    return prices


def claims_among(game: Game, actions: list[int]) -> list[int]:
    """The claims of some actions, in their order."""
    return [action for action in actions if is_claim(game, action)]


def lanes_of(game: Game, claims: list[int]) -> list[int]:
    """Of every claim the lane."""
    return [claimed_lane(game, action) for action in claims]


@mypyc_attr(acyclic=True)
class WayFinder:
    """The lanes at every place of a game, in the order of their numbers."""

    def __init__(self, game: Game) -> None:
        self.places: i64 = game.places
        self.first: vec[i64] = vec[i64]()
        self.lanes: vec[i64] = vec[i64]()
        self.others: vec[i64] = vec[i64]()
        place: i64
        lane: i64
        for place in range(game.places):
            self.first = append(self.first, len(self.lanes))
            for lane in range(len(game.lane_a)):
                if game.lane_a[lane] == place or game.lane_b[lane] == place:
                    self.lanes = append(self.lanes, lane)
                    self.others = append(self.others, game.lane_a[lane] + game.lane_b[lane] - place)
        self.first = append(self.first, len(self.lanes))

    def cheapest(self, prices: list[int], a: i64, b: i64) -> list[int] | None:
        """The lanes that cost anything on a cheapest way, from `b` back to `a`; None if there is no way.

        Of places equally far the one of the lower number is looked at first, and of ways equally cheap to a place the
        one found first is taken, so that the same prices give the same way everywhere."""
        cost = vec[i64]([FAR] * self.places)
        came = vec[i64]([0] * self.places)  # the lane that leads to a place, and the place before
        back = vec[i64]([0] * self.places)
        self.search(vec[i64](prices), a, b, cost, came, back)
        if cost[b] >= FAR:
            return None
        lanes: list[int] = []
        place = b
        while place != a:
            lane = came[place]
            place = back[place]
            if prices[lane]:
                lanes.append(lane)
        return lanes

    def search(self, prices: vec[i64], a: i64, b: i64, cost: vec[i64], came: vec[i64], back: vec[i64]) -> None:
        """Dijkstra's, over all places: they are few."""
        settled = vec[i64]([0] * self.places)
        first = self.first
        lanes = self.lanes
        others = self.others
        place: i64
        index: i64
        cost[a] = 0
        while True:
            here: i64 = -1
            spent: i64 = FAR
            for place in range(len(cost)):
                if cost[place] < spent and settled[place] == 0:
                    here = place
                    spent = cost[place]
            if here < 0 or here == b:
                return
            settled[here] = 1
            for index in range(first[here], first[here + 1]):
                other = others[index]
                price = spent + prices[lanes[index]]
                if price < cost[other]:
                    cost[other] = price
                    came[other] = lanes[index]
                    back[other] = here
