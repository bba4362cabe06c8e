"""Which tickets others probably hold, judged by their lanes: whose network touches both ends of a ticket, and has built
much of the way between, may well hold it."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.search.pathfinder import FAR, PathFinder
from ferrovia.view.view import View

FEATURES: Final = (
    "points",
    "built",
    "built_late",
    "one_end",
    "both_ends",
    "both_ends_late",
    "no_end_late",
    "joined_late",
)
"""Of a ticket, for one seat: its points in mean tickets, how much of its way is built, which of its ends are touched,
whether it is completed; `late` ones grow with the share of the seat's pieces that is spent."""
NUMBERS: Final[list[float]] = [0.99, 1.52, 1.85, 1.47, 2.50, 1.91, -1.49, 1.94]
"""How much likelier each makes a ticket, as a logarithm: fitted to games of careful policies (bench/beliefs.py)."""
SURE: Final = 15.0  # no logarithm is above it, whatever a ticket is worth
SCALE: Final = 20.0  # weights are whole numbers
DOUBT: Final = 2  # in every one of them, for people who don't play like our bots


def ticket_weights(view: View, finder: PathFinder) -> vec[i64]:
    """For every seat and ticket, how likely it is that the seat holds the ticket; one row per seat."""
    game = view.game
    weights = vec[i64]([1] * (game.seats * game.tickets))
    seat: i64
    ticket: i64
    for seat in range(game.seats):
        if seat == view.seat:
            continue
        features = ticket_features(view, finder, seat)
        for ticket in range(game.tickets):
            likely = 0.0
            for number, feature in zip(NUMBERS, features[int(ticket)], strict=True):
                likely += number * feature
            weights[seat * game.tickets + ticket] = DOUBT + i64(int(SCALE * math.exp(min(likely, SURE))))
    return weights


def ticket_features(view: View, finder: PathFinder, seat: i64) -> list[list[float]]:
    """The features of every ticket for a seat, in the order of their names."""
    game = view.game
    distance = path_lengths(finder)
    set_costs(view, finder, seat)
    touched = touched_places(view, seat)
    spent = share_spent(view, seat)
    mean = mean_points(finder)
    found: list[list[float]] = []
    ticket: i64
    for ticket in range(game.tickets):
        whole = distance[ticket]
        left = finder.find_ticket(ticket)
        built = 0.0
        if left < whole:
            built = float(int(whole - left)) / float(int(whole))
        ends = touched[game.ticket_a[ticket]] + touches_a_goal(view, touched, ticket)
        points = float(int(game.ticket_points[ticket])) / mean
        none, one, both = float(ends == 0), float(ends == 1), float(ends == 2)
        found.append([points, built, built * spent, one, both, both * spent, none * spent, float(left == 0) * spent])
    return found


def mean_points(finder: PathFinder) -> float:
    """Of a ticket of this board."""
    game = finder.tables.game
    points: i64 = 0
    for worth in game.ticket_points:
        points += worth
    return max(float(int(points)) / float(int(game.tickets)), 1.0)


def touched_places(view: View, seat: i64) -> vec[i64]:
    """1 for every place that a lane of the seat touches."""
    game = view.game
    touched = vec[i64]([0] * game.places)
    lane: i64
    for lane in range(len(game.lane_a)):
        if view.owner[lane] == seat:
            touched[game.lane_a[lane]] = 1
            touched[game.lane_b[lane]] = 1
    return touched


def touches_a_goal(view: View, touched: vec[i64], ticket: i64) -> i64:
    """1 if the other end of a ticket is touched, or one of them (R30)."""
    game = view.game
    if not game.several_goals:
        return touched[game.ticket_b[ticket]]
    for place in game.goals(ticket):
        if touched[place] == 1:
            return 1
    return 0


def share_spent(view: View, seat: i64) -> float:
    """Of a seat's pieces, how many lie on the board, from 0 to 1."""
    game = view.game
    supply: i64 = 0
    left: i64 = 0
    kind: i64
    for kind in range(game.kinds):
        supply += game.supply[kind]
        left += view.pieces[seat * game.kinds + kind]
    return 1.0 - float(int(left)) / float(int(supply))


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
