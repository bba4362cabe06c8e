"""Tables of what never changes during a game: the lanes at every place, and what each lane is worth."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.weights import Weights
from ferrovia.engine.game import Game


@mypyc_attr(acyclic=True)
class BoardTables:
    """The lanes at place p are `lanes[i]` and lead to `others[i]`, for every i with `first[p]` <= i < `first[p + 1]`.

    A worth is in tenths of a point, a mean in tenths of a card."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game: Game = game
        self.weights: Weights = weights
        self.first: vec[i64] = vec[i64]()
        self.lanes: vec[i64] = vec[i64]()
        self.others: vec[i64] = vec[i64]()
        self.worth: vec[i64] = lane_worths(game, weights.bonus)
        self.rewards_joining: bool = False
        for rule in game.rules:
            self.rewards_joining = self.rewards_joining or rule.REWARDS_JOINING
        place: i64
        lane: i64
        for place in range(game.places):
            self.first = append(self.first, len(self.lanes))
            for lane in range(len(game.lane_a)):
                if game.lane_a[lane] == place:
                    self.lanes = append(self.lanes, lane)
                    self.others = append(self.others, game.lane_b[lane])
                elif game.lane_b[lane] == place:
                    self.lanes = append(self.lanes, lane)
                    self.others = append(self.others, game.lane_a[lane])
        self.first = append(self.first, len(self.lanes))
        cards: i64 = 0
        pieces: i64 = 0
        for lane in range(len(game.lane_cards)):
            cards += game.lane_cards[lane]
            pieces += game.lane_pieces[lane]
        self.mean_cards: i64 = cards * 10 // len(game.lane_cards)  # of a lane, in tenths
        self.cards_per_piece: i64 = cards * 10 // pieces  # in tenths


def lane_worths(game: Game, bonus: i64) -> vec[i64]:
    """What claiming each lane brings, in tenths of a point: its points and `bonus` percent of what rules give."""
    worth = vec[i64]([0] * len(game.lane_a))
    lane: i64
    for lane in range(len(worth)):
        worth[lane] = 10 * game.lane_points[lane]
    for rule in game.rules:
        for lane in range(len(worth)):
            worth[lane] += rule.worth(lane) * bonus // 100
    return worth
