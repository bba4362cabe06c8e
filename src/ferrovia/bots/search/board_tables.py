"""What never changes while a game is played: which lanes meet where, and what each is worth in itself."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.thinking.taste import Taste
from ferrovia.engine.game import Game


@mypyc_attr(acyclic=True)
class Atlas:
    """Worths and means are in tenths: of a point, of a card."""

    def __init__(self, game: Game, taste: Taste) -> None:
        self.game: Game = game
        self.taste: Taste = taste
        self.first: vec[i64] = vec[i64]()  # of the lanes at a place
        self.lanes: vec[i64] = vec[i64]()
        self.others: vec[i64] = vec[i64]()  # beside lanes: the other end
        self.worth: vec[i64] = lane_worths(game)
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


def lane_worths(game: Game) -> vec[i64]:
    """Points, and what the rules say that a claim brings or costs, in tenths of a point."""
    worth = vec[i64]([0] * len(game.lane_a))
    lane: i64
    for lane in range(len(worth)):
        worth[lane] = 10 * game.lane_points[lane]
    for rule in game.rules:
        for lane in range(len(worth)):
            worth[lane] += rule.worth(lane)
    return worth
