"""The ledger of a game and its final order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from ferrovia.engine.ledger import ROUTE, START, TICKET, Ledger
from ferrovia.engine.network import joins, ticket_groups
from ferrovia.engine.phases import OVER
from ferrovia.engine.values import LedgerLine, Standing

if TYPE_CHECKING:
    from ferrovia.engine.state import State

TICKET_COUNT: Final = "tickets"
"""The tie-breaker that is no rule's: most completed tickets."""
SHARED: Final = "shared"


def ledger(state: State, lines: list[LedgerLine] | None) -> Ledger:
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
    label = ticket_groups(state, seat)
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] == seat:
            points = game.ticket_points[ticket]
            book.add(TICKET, seat, points if joins(game, label, ticket) else -points, ticket)


def completed_tickets(state: State, seat: i64) -> i64:
    game = state.game
    label = ticket_groups(state, seat)
    done: i64 = 0
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] == seat and joins(game, label, ticket):
            done += 1
    return done


def standings(state: State) -> list[Standing]:
    """R26: the highest score first, ties broken as the board says, and shared where nothing breaks them."""
    scores = [int(points) for points in ledger(state, None).totals]
    order: list[tuple[int, str]] = []
    for tied in parted(list(range(len(scores))), scores):
        settle(state, tied, 0, "score", order)
    result: list[Standing] = []
    for index, (seat, decided_by) in enumerate(order):
        place = result[-1].place if decided_by == SHARED else index + 1
        result.append(Standing(seat, place, scores[seat], decided_by))
    return result


def settle(state: State, tied: list[int], breaker: int, decided_by: str, order: list[tuple[int, str]]) -> None:
    """Ranks seats that nothing before this tie-breaker has parted; it is asked about them alone, if at all."""
    breakers = state.game.board.tie_breakers
    if len(tied) == 1 or breaker == len(breakers):
        order.append((tied[0], decided_by))
        order.extend([(seat, SHARED) for seat in tied[1:]])
        return
    name = breakers[breaker]
    for still_tied in parted(tied, [tie_value(state, name, seat) for seat in tied]):
        settle(state, still_tied, breaker + 1, decided_by, order)
        decided_by = name


def parted(seats: list[int], values: list[int]) -> list[list[int]]:
    """Seats of equal value together, the highest first."""
    steps = sorted(set(values), reverse=True)
    return [[seat for seat, value in zip(seats, values, strict=True) if value == step] for step in steps]


def tie_value(state: State, name: str, seat: int) -> int:
    if name == TICKET_COUNT:
        return completed_tickets(state, seat)
    return state.game.tie_rules[name].tie_break(state, seat)
