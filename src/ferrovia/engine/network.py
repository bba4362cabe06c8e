"""Which places one seat's lanes join."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from ferrovia.engine.game import Game
    from ferrovia.engine.state import State


def groups(state: State, seat: i64) -> vec[i64]:
    """For every place the label of the connected group it is in. Any own lane connects (R27)."""
    label = joined(state, seat)
    place: i64
    for place in range(len(label)):
        label[place] = root(label, place)
    return label


def joined(state: State, seat: i64) -> vec[i64]:
    """The same as a forest: places of one group have the same `root`."""
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
    return label


def root(label: vec[i64], place: i64) -> i64:
    while label[place] != place:
        label[place] = label[label[place]]
        place = label[place]
    return place


def ticket_groups(state: State, seat: i64) -> vec[i64]:
    """The forest that a seat's tickets are scored by: lanes that rules lend it connect, too."""
    label = joined(state, seat)
    for rule in state.game.lenders:
        label = connected(state.game, label, rule.borrowed(state, seat))
    return label


def connected(game: Game, label: vec[i64], lanes: vec[i64]) -> vec[i64]:
    """Labels of places once these lanes connect, too; those given stay as they are."""
    more = label[:]
    for lane in lanes:
        more[root(more, game.lane_a[lane])] = root(more, game.lane_b[lane])
    place: i64
    for place in range(len(more)):
        more[place] = root(more, place)
    return more


def joins(game: Game, label: vec[i64], ticket: i64) -> bool:
    """Whether a ticket is completed where places of one root are connected: one of its goals will do (R30)."""
    start = root(label, game.ticket_a[ticket])
    if root(label, game.ticket_b[ticket]) == start:
        return True
    if game.several_goals:
        index: i64
        for index in range(game.further_first[ticket], game.further_first[ticket + 1]):
            if root(label, game.further[index]) == start:
                return True
    return False


def completed(state: State, seat: i64, ticket: i64) -> bool:
    """Whether this seat's own lanes join the places of a ticket."""
    return joins(state.game, joined(state, seat), ticket)
