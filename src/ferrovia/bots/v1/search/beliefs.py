"""Which tickets others probably hold, judged by their lanes: who has built part of a ticket's path may well hold it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.bots.search.beliefs import path_lengths, set_costs
from ferrovia.bots.search.pathfinder import PathFinder
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
