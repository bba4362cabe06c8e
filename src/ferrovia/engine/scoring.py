"""The ledger of a game and its final order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.ledger import ROUTE, START, TICKET, Ledger
from ferrovia.engine.network import groups
from ferrovia.engine.phases import OVER
from ferrovia.engine.values import Line, Standing

if TYPE_CHECKING:
    from ferrovia.engine.state import State


def ledger(state: State, lines: list[Line] | None) -> Ledger:
    """Routes and starting scores; once the game is over, tickets and the rules' own lines too."""
    game = state.game
    book = Ledger(game.seats, game.line_names, lines)
    order: i64
    for order in range(len(game.start_scores)):
        if order < game.seats and game.start_scores[order] != 0:
            book.add(START, (state.first + order) % game.seats, game.start_scores[order], order)
    owner = state.owner
    lane: i64
    for lane in range(len(owner)):
        if 0 <= owner[lane] < game.seats:
            book.add(ROUTE, owner[lane], game.lane_points[lane], lane)
    if state.phase == OVER:
        seat: i64
        for seat in range(game.seats):
            score_tickets(state, seat, book)
        for rule in game.score_rules:
            rule.score(state, book)
    return book


def score_tickets(state: State, seat: i64, book: Ledger) -> None:
    game = state.game
    label = groups(state, seat)
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] == seat:
            joined = label[game.ticket_a[ticket]] == label[game.ticket_b[ticket]]
            points = game.ticket_points[ticket]
            book.add(TICKET, seat, points if joined else -points, ticket)


def completed_tickets(state: State) -> vec[i64]:
    """How many tickets each seat has completed."""
    game = state.game
    done = vec[i64]([0] * game.seats)
    seat: i64
    ticket: i64
    for seat in range(game.seats):
        label = groups(state, seat)
        for ticket in range(game.tickets):
            if state.holder[ticket] == seat and label[game.ticket_a[ticket]] == label[game.ticket_b[ticket]]:
                done[seat] += 1
    return done


def standings(state: State) -> list[Standing]:
    """R26: the highest score first, ties broken as the board says, and shared where nothing breaks them."""
    names = ["score", *state.game.board.tie_breakers]
    keys = [tie_values(state, name) for name in names]
    order = sorted(range(state.game.seats), key=lambda seat: [-values[seat] for values in keys])
    result: list[Standing] = []
    for index, seat in enumerate(order):
        place, decided_by = index + 1, "score"
        if index > 0:
            ahead = order[index - 1]
            differing = [names[i] for i, values in enumerate(keys) if values[seat] != values[ahead]]
            decided_by = differing[0] if differing else "shared"
            if not differing:
                place = result[-1].place
        result.append(Standing(seat, place, keys[0][seat], decided_by))
    return result


def tie_values(state: State, name: str) -> list[int]:
    if name == "score":
        return [points for points in ledger(state, None).totals]
    if name == "tickets":
        return [count for count in completed_tickets(state)]
    return [value for value in state.game.rule_by_id[name].tie_break(state)]
