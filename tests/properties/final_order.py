"""The final order worked out anew (R26): tickets by walking the lanes, paths by trying every trail."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.board import Lane
from ferrovia.engine.game import Game
from ferrovia.engine.state import State

MOST_TRIED = 13
"""Lanes of a network whose trails are all tried; what is found in larger ones is the business of tests/rules."""


def check_standings(state: State) -> None:
    """R26: everybody once, in the order of score and of what breaks ties, with the first thing that tells two apart."""
    if not state.over:
        return
    names, scores = ("score", *state.game.board.tie_breakers), state.scores()
    keys = [
        [score, *(tie_value(state, name, seat) for name in names[1:])] if scores.count(score) > 1 else [score]
        for seat, score in enumerate(scores)
    ]
    expected = sorted(range(len(keys)), key=lambda seat: ([-value for value in keys[seat]], seat))
    order = state.standings()
    assert [(one.seat, one.score) for one in order] == [(seat, scores[seat]) for seat in expected]
    assert (order[0].place, order[0].decided_by) == (1, "score")
    for index in range(1, len(order)):
        ahead, standing = order[index - 1], order[index]
        pairs = zip(names, keys[ahead.seat], keys[standing.seat], strict=False)
        decided_by = next((name for name, one, other in pairs if one != other), "shared")
        assert standing.decided_by == decided_by
        assert standing.place == (ahead.place if decided_by == "shared" else index + 1)


def tie_value(state: State, name: str, seat: int) -> int:
    own = [state.game.lanes[lane] for lane, owner in enumerate(state.owner) if owner == seat]
    if name == "tickets":
        held = [ticket for ticket, holder in enumerate(state.holder) if holder == seat]
        tickets = [state.game.board.tickets[ticket] for ticket in held]
        own += lent(state, seat)
        return sum(bool({*ticket.goals} & reached(own, ticket.a)) for ticket in tickets)
    if name == "longest_path" and len(own) <= MOST_TRIED:
        return max((trail(state.game, own, place) for lane in own for place in (lane.a, lane.b)), default=0)
    return int(state.game.tie_rules[name].tie_break(state, seat))


def lent(state: State, seat: int) -> list[Lane]:
    """S4: what stations lend; which lanes bring most is the rule's own answer, tested beside its rulings."""
    lanes = [lane for rule in state.game.lenders for lane in rule.borrowed(state, seat)]
    return [state.game.lanes[lane] for lane in lanes]


def reached(lanes: Sequence[Lane], start: int) -> set[int]:
    """Every place that these lanes lead to."""
    found, before = {start}, 0
    while len(found) > before:
        before = len(found)
        found |= {place for lane in lanes if found & {lane.a, lane.b} for place in (lane.a, lane.b)}
    return found


def trail(game: Game, lanes: Sequence[Lane], place: int) -> int:
    """The longest trail from a place, by trying all of them."""
    best = 0
    for at, lane in enumerate(lanes):
        if place in (lane.a, lane.b):
            length = 1 if game.board.kinds[lane.kind].one_per_route else lane.cards
            rest = [*lanes[:at], *lanes[at + 1 :]]
            best = max(best, length + trail(game, rest, lane.b if place == lane.a else lane.a))
    return best
