"""When a game is over: what became of it, of every seat, ticket and lane, into the table of counts."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.balance.counting.layout import (
    BARE,
    CHAIR,
    CLAIMED,
    CLASS,
    CLASSES,
    COLOUR,
    COMPLETED,
    DECISIONS,
    EMPTY_DECKS,
    GAMES,
    HELD,
    IDLE,
    KEPT_BY_LOT,
    LACKED,
    LACKED_POINTS,
    LANE,
    LEAD_CHANGES,
    LOST,
    LOT_SCORE,
    LOT_WIN,
    LOTS,
    MARGIN,
    OPENING,
    OPENING_WIN,
    ORDER,
    PASSES,
    RESETS,
    SCORE,
    SHARE,
    SURPRISES,
    TICKET,
    TURNS,
    WHEN,
    WIN,
)
from ferrovia.balance.counting.observer import NOBODY, Observer, leader_of
from ferrovia.engine.claims import is_open
from ferrovia.engine.network import joins, ticket_groups
from ferrovia.engine.scoring import ledger, standings
from ferrovia.engine.state import State

WHOLE: Final = 1000  # of a game: when a lane was claimed, in thousandths


def count_end(watched: Observer, state: State) -> None:
    """A game is over that was watched from its deal on."""
    totals = ledger(state, None).totals
    share_victory(watched, state, totals)
    if watched.by_lot:
        watched.counts[LOTS] += 1
        count_lots(watched, state, totals)
    if watched.counted:
        count_game(watched, state, totals)
        count_seats(watched, state, totals)
        count_offers(watched)
        count_lanes(watched, state)
        count_hands(watched, state)
        seat: i64
        for seat in range(watched.game.seats):
            count_tickets(watched, state, seat)


def share_victory(watched: Observer, state: State, totals: vec[i64]) -> None:
    seat: i64
    for seat in range(watched.game.seats):
        watched.wins[seat] = 0
    best = leader_of(totals)
    if best != NOBODY:
        watched.wins[best] = SHARE
        return
    winners = [standing.seat for standing in standings(state) if standing.place == 1]
    for winner in winners:
        watched.wins[winner] = SHARE // len(winners)


def count_game(watched: Observer, state: State, totals: vec[i64]) -> None:
    counts = watched.counts
    counts[GAMES] += 1
    counts[TURNS] += state.turns
    counts[DECISIONS] += watched.decisions
    counts[LEAD_CHANGES] += watched.lead_changes
    ahead = leader_of(state.points)
    if ahead != NOBODY and watched.wins[ahead] == 0:
        counts[SURPRISES] += 1
    counts[MARGIN] += margin(totals)
    if watched.reset:
        counts[RESETS] += 1
    if watched.emptied:
        counts[EMPTY_DECKS] += 1
    if watched.bare:
        counts[BARE] += 1
    if watched.passed:
        counts[PASSES] += 1


def count_seats(watched: Observer, state: State, totals: vec[i64]) -> None:
    seats = watched.game.seats
    seat: i64
    for seat in range(seats):
        order = (seat - state.first + seats) % seats
        at = watched.at_order + order * len(ORDER)
        watched.counts[at + WIN] += watched.wins[seat]
        watched.counts[at + SCORE] += totals[seat]
        at = watched.at_chair + seat * len(CHAIR)
        watched.counts[at + WIN] += watched.wins[seat]
        watched.counts[at + SCORE] += totals[seat]


def count_offers(watched: Observer) -> None:
    game = watched.game
    seat: i64
    index: i64
    for seat in range(game.seats):
        points: i64 = 0
        for index in range(game.most_dealt):
            ticket = watched.opening[seat * game.most_dealt + index]
            if ticket == NOBODY:
                break
            points += game.ticket_points[ticket]
            at = watched.at_ticket + ticket * len(TICKET)
            watched.counts[at + OPENING] += 1
            watched.counts[at + OPENING_WIN] += watched.wins[seat]
        kind: i64 = 0
        while kind < CLASSES - 1 and kind < len(watched.bounds) and points > watched.bounds[kind]:
            kind += 1
        watched.counts[watched.at_class + kind * len(CLASS)] += 1
        watched.counts[watched.at_class + kind * len(CLASS) + 1] += watched.wins[seat]


def count_lanes(watched: Observer, state: State) -> None:
    lane: i64
    for lane in range(len(watched.claimed_at)):
        if watched.claimed_at[lane] >= 0:
            at = watched.at_lane + lane * len(LANE)
            watched.counts[at + CLAIMED] += 1
            watched.counts[at + WHEN] += watched.claimed_at[lane] * WHOLE // max(1, state.turns)


def count_hands(watched: Observer, state: State) -> None:
    game = watched.game
    seat: i64
    colour: i64
    for seat in range(game.seats):
        for colour in range(game.wild):
            watched.counts[watched.at_colour + colour * len(COLOUR) + IDLE] += state.hands[seat * game.cards + colour]


def count_tickets(watched: Observer, state: State, seat: i64) -> None:
    """What a seat holds, what it has completed, and the lanes that alone would have completed the others."""
    game = watched.game
    label = ticket_groups(state, seat)
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] != seat:
            continue
        at = watched.at_ticket + ticket * len(TICKET)
        watched.counts[at + HELD] += 1
        if joins(game, label, ticket):
            watched.counts[at + COMPLETED] += 1
        else:
            count_lacking(watched, state, seat, label, ticket)


def count_lacking(watched: Observer, state: State, seat: i64, label: vec[i64], ticket: i64) -> None:
    game = watched.game
    start = label[game.ticket_a[ticket]]
    goals = game.goals(ticket)
    lane: i64
    for lane in range(len(game.lane_a)):
        here = label[game.lane_a[lane]]
        there = label[game.lane_b[lane]]
        if (here == start and is_goal(label, goals, there)) or (there == start and is_goal(label, goals, here)):
            at = watched.at_lane + lane * len(LANE)
            watched.counts[at + LACKED] += 1
            # The points it would have brought, and those it cost.
            watched.counts[at + LACKED_POINTS] += 2 * game.ticket_points[ticket]
            if not is_open(state, seat, lane):
                watched.counts[at + LOST] += 1


def is_goal(label: vec[i64], goals: vec[i64], group: i64) -> bool:
    for goal in goals:
        if label[goal] == group:
            return True
    return False


def count_lots(watched: Observer, state: State, totals: vec[i64]) -> None:
    """What became of every seat with the tickets that a lot gave it."""
    game = watched.game
    counts = watched.counts
    seat: i64
    for seat in range(game.seats):
        counts[LOT_SCORE] += totals[seat]
        counts[LOT_WIN] += watched.wins[seat]
        label = ticket_groups(state, seat)
        kept = kept_by_lot(watched, seat)
        for ticket in kept:
            at = watched.at_ticket + ticket * len(TICKET) + KEPT_BY_LOT
            counts[at] += 1
            counts[at + 1] += totals[seat]
            counts[at + 2] += watched.wins[seat]
            if joins(game, label, ticket):
                counts[at + 3] += 1
            for other in kept:
                counts[watched.at_pairs + ticket * game.tickets + other] += 1


def kept_by_lot(watched: Observer, seat: i64) -> vec[i64]:
    kept = vec[i64]()
    width = watched.game.most_dealt
    index: i64
    for index in range(width):
        ticket = watched.opening[seat * width + index]
        if ticket != NOBODY and watched.first_kept[seat] >> index & 1:
            kept = append(kept, ticket)
    return kept


def margin(totals: vec[i64]) -> i64:
    """From the first to the second."""
    first: i64 = -1_000_000
    second: i64 = -1_000_000
    for points in totals:
        if points > first:
            second = first
            first = points
        elif points > second:
            second = points
    return first - second
