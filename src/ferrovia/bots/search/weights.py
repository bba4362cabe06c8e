"""All weights by which the planning bots judge lanes, cards and tickets, in tenths of a point."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

USUAL_PACE: Final = 25


@mypyc_attr(acyclic=True)
class Weights:
    """The numbers were found by play on all boards; see docs/bots.md. `pace` is the points that a turn
    brings on this board on average, in tenths (`calibration`).

    New ones are percentages throughout; `scale` turns those of the pace into tenths of a point, once."""

    def __init__(self, pace: i64) -> None:
        self.pace: i64 = pace
        # percent of the pace
        self.turn: i64 = 180  # a turn, whatever it is spent on
        self.effort: i64 = 160  # a turn spent on tickets
        self.card: i64 = 30  # a card the plan still lacks
        self.wild: i64 = 60  # a wild card, standing for a lacking one or paid
        self.spare: i64 = 28  # a card in the hand that the plan has no use for
        self.piece: i64 = 4  # a piece spent without a ticket
        self.join: i64 = 22  # a lane claimed for its points that touches the own network, if the longest path counts
        self.hold: i64 = 125  # paying for a planned lane with wilds must not cost more than this
        self.hurry: i64 = 90  # how much more it may cost near the networks of others
        self.eager: i64 = 70  # what an offer of tickets must promise beyond the turn it takes
        self.bold: i64 = 150  # how much less for every opponent but one, of whom the luckiest has to be beaten
        self.tempted: i64 = 100  # how much less it may promise to be tried by playouts
        self.haste: i64 = 120  # a turn that tickets on offer take beyond those left
        # percent
        self.lure: i64 = 33  # of what a lane gives that are taken off the cost of a path over it
        self.bonus: i64 = 100  # of what the rules of the board give or take for a lane
        self.gain: i64 = 80  # of what its lanes give that count for a ticket
        self.risk: i64 = 70  # of a ticket's points that count when choosing tickets
        self.room: i64 = 70  # of the pieces that the first tickets may need
        self.later: i64 = 82  # of the pieces that later ones may need
        self.draw: i64 = 50  # of a turn for every card that lacks
        self.rare: i64 = 120  # of a turn more, divided by the number of colours that lack
        self.calm: i64 = 200  # of the turns its tickets need that must be left before anything else is planned
        self.side: i64 = 60  # of a card's value that count if it is wanted only for a lane claimed for its points
        self.take: i64 = 33  # of its value that a face-up wild is worth, since it costs the second card
        self.guard: i64 = 30  # of the detour for a lost lane that count for claiming it now
        self.lull: i64 = 60  # of a turn for every card that others lack to spend their pieces
        self.rich: i64 = 130  # of the cards that the last pieces can use: with more than that it draws no more
        # turns
        self.late: i64 = 5  # before the end, from which cards lose their value
        self.scrape: i64 = 2  # before the end, from which lanes outside the plan are claimed too
        self.point_lanes: i64 = 3  # lanes claimed for their points that are planned at a time
        self.near: i64 = 12  # how much a card is wanted for a lane, less one for every card that the lane lacks
        # what a light policy asks for before it draws tickets
        self.wish: i64 = 45  # percent of the pieces that must be spare
        self.wish_turns: i64 = 9  # turns that must be left

    def scale(self) -> None:
        """Turns the percentages of the pace into tenths of a point."""
        self.turn = self.turn * self.pace // 100
        self.effort = self.effort * self.pace // 100
        self.card = self.card * self.pace // 100
        self.wild = self.wild * self.pace // 100
        self.spare = self.spare * self.pace // 100
        self.piece = self.piece * self.pace // 100
        self.join = self.join * self.pace // 100
        self.hold = self.hold * self.pace // 100
        self.hurry = self.hurry * self.pace // 100
        self.haste = self.haste * self.pace // 100
        self.eager = self.eager * self.pace // 100
        self.bold = self.bold * self.pace // 100
        self.tempted = self.tempted * self.pace // 100


def scaled_weights(pace: i64) -> Weights:
    """The weights of a board where a turn brings `pace`."""
    weights = Weights(pace)
    weights.scale()
    return weights
