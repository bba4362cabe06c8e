"""Which tickets others probably hold, judged by their lanes: who has built part of a ticket's path may well hold it."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.search.pathfinder import FAR, PathFinder
from ferrovia.view.view import View

UNTOUCHED: Final = 4  # the weight of a ticket of whose path nothing is built
JOINED: Final = 60  # what a complete path adds; half a path adds a quarter of that


def ticket_weights(view: View, finder: PathFinder) -> vec[i64]:
    """For every seat and ticket, how likely it is that the seat holds the ticket; one row per seat."""
    game = view.game
    distance = path_lengths(finder)
    weights = vec[i64]([UNTOUCHED] * (game.seats * game.tickets))
    seat: i64
    ticket: i64
    for seat in range(game.seats):
        if seat == view.seat:
            continue
        set_costs(view, finder, seat)
        for ticket in range(game.tickets):
            whole = distance[ticket]
            left = finder.find_ticket(ticket)
            if left < whole:
                done = (whole - left) * 100 // whole
                weights[seat * game.tickets + ticket] += JOINED * done * done // 10000
    return weights


def path_lengths(finder: PathFinder) -> vec[i64]:
    """For every ticket, the cards that its shortest path costs on an empty board."""
    game = finder.tables.game
    lane: i64
    for lane in range(len(finder.cost)):
        finder.cost[lane] = game.lane_cards[lane]
    lengths = vec[i64](capacity=game.tickets)
    ticket: i64
    for ticket in range(game.tickets):
        lengths = append(lengths, finder.find_ticket(ticket))
    return lengths


def set_costs(view: View, finder: PathFinder, seat: i64) -> None:
    """Sets the cost of every lane for a seat: its cards, whatever the seat has in its hand."""
    game = view.game
    cost = finder.cost
    lane: i64
    for lane in range(len(cost)):
        if view.owner[lane] == seat:
            cost[lane] = 0
        elif view.open[seat * game.class_count + game.lane_class[lane]] & game.lane_bit[lane]:
            cost[lane] = game.lane_cards[lane]
        else:
            cost[lane] = FAR
