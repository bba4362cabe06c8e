"""The weights of version 1, in tenths of a point; what each means is told in `ferrovia.bots.search.weights`."""

from __future__ import annotations

from mypy_extensions import i64

from ferrovia.bots.search.weights import Weights


def weights_of_v1(pace: i64) -> Weights:
    weights = Weights(pace)
    weights.turn = 180
    weights.effort = 160
    weights.card = 30
    weights.wild = 60
    weights.spare = 28
    weights.piece = 4
    weights.join = 22
    weights.hold = 125
    weights.hurry = 90
    weights.eager = 70
    weights.lure = 33
    weights.gain = 80
    weights.risk = 70
    weights.room = 70
    weights.later = 82
    weights.draw = 50
    weights.rare = 120
    weights.calm = 200
    weights.side = 60
    weights.take = 33
    weights.rich = 130
    weights.late = 5
    weights.scrape = 2
    weights.point_lanes = 3
    weights.scale()
    return weights
