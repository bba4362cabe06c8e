"""Which places one seat's lanes join."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from ferrovia.engine.state import State


def groups(state: State, seat: i64) -> vec[i64]:
    """For every place the label of the connected group it is in. Any own lane connects (R27)."""
    game = state.game
    owner = state.owner
    lane_a = game.lane_a
    lane_b = game.lane_b
    label = vec[i64]([0] * game.places)
    place: i64
    for place in range(len(label)):
        label[place] = place
    lane: i64
    for lane in range(len(owner)):
        if owner[lane] == seat:
            label[root(label, lane_a[lane])] = root(label, lane_b[lane])
    for place in range(len(label)):
        label[place] = root(label, place)
    return label


def root(label: vec[i64], place: i64) -> i64:
    while label[place] != place:
        label[place] = label[label[place]]
        place = label[place]
    return place


def completed(state: State, seat: i64, ticket: i64) -> bool:
    """Whether this seat's own lanes join the two places of a ticket."""
    label = groups(state, seat)
    return label[state.game.ticket_a[ticket]] == label[state.game.ticket_b[ticket]]
