"""What the tickets of others may be, judged by what they did: whoever builds towards a ticket probably holds it."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.thinking.ways import FAR, Survey
from ferrovia.view.view import View

UNTOUCHED: Final = 4  # the weight of a ticket that nothing speaks for
JOINED: Final = 60  # what completing it adds; half the way adds a quarter of that


def ticket_weights(view: View, survey: Survey) -> vec[i64]:
    """For every seat and ticket, how likely the seat holds it."""
    game = view.game
    distance = whole_ways(survey)
    weights = vec[i64]([UNTOUCHED] * (game.seats * game.tickets))
    seat: i64
    ticket: i64
    for seat in range(game.seats):
        if seat == view.seat:
            continue
        price_for(view, survey, seat)
        for ticket in range(game.tickets):
            whole = distance[ticket]
            left = survey.spread(game.ticket_a[ticket], game.ticket_b[ticket])
            if left < whole:
                done = (whole - left) * 100 // whole
                weights[seat * game.tickets + ticket] += JOINED * done * done // 10000
    return weights


def whole_ways(survey: Survey) -> vec[i64]:
    """For every ticket, the cards of the shortest way on an empty board."""
    game = survey.atlas.game
    lane: i64
    for lane in range(len(survey.cost)):
        survey.cost[lane] = game.lane_cards[lane]
    ways = vec[i64](capacity=game.tickets)
    ticket: i64
    for ticket in range(game.tickets):
        ways = append(ways, survey.spread(game.ticket_a[ticket], game.ticket_b[ticket]))
    return ways


def price_for(view: View, survey: Survey, seat: i64) -> None:
    """What each lane costs a seat in cards, whatever is in its hand."""
    game = view.game
    cost = survey.cost
    lane: i64
    for lane in range(len(cost)):
        if view.owner[lane] == seat:
            cost[lane] = 0
        elif view.open[seat * game.class_count + game.lane_class[lane]] & game.lane_bit[lane]:
            cost[lane] = game.lane_cards[lane]
        else:
            cost[lane] = FAR
