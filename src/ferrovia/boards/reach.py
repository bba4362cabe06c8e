"""Can every ticket be completed? What is refused here nobody could ever complete.

Exact for a board with one kind of piece. With several kinds it is a necessary condition: each kind by itself, and all
together, must suffice for some way, not necessarily for the same one. Cards come back into the deck, so they limit no
way as a whole, but a lane that takes more of a colour than there are, wilds included, can't be paid at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from ferrovia.boards.problems import ROUTES, SETTINGS, TICKETS, Problems
from ferrovia.engine.board import GREY, WILD, Board, Lane, Ticket

NO_WAY = "no lanes lead from one place of this ticket to the other"
TOO_DEAR = "every way leads over a lane that costs more cards than the deck has for it"

Cost = Callable[[Lane], int]


def check_reach(board: Board, problems: Problems) -> None:
    ways = Ways(board, board.lanes)
    payable = [lane for lane in board.lanes if problems.about(SETTINGS, "cards") or is_payable(board, lane)]
    paid = Ways(board, payable)
    blamed = problems.about(SETTINGS, "pieces") or problems.about(ROUTES, "length")
    limits = [] if blamed else piece_limits(board, payable)
    for ticket in board.tickets:
        reason = why_not(ways, paid, limits, ticket)
        if reason:
            problems.add(TICKETS, ticket.row, "to", reason)


def why_not(ways: Ways, paid: Ways, limits: Sequence[tuple[Cost, int, str]], ticket: Ticket) -> str:
    if ways.least(free, ticket) is None:
        return NO_WAY
    if paid.least(free, ticket) is None:
        return TOO_DEAR
    for cost, supply, pieces in limits:
        needed = paid.least(cost, ticket)
        if needed is not None and needed > supply:
            return f"every way takes {needed} {pieces} or more; a player has {supply}"
    return ""


def free(lane: Lane) -> int:
    return 0


def is_payable(board: Board, lane: Lane) -> bool:
    plain = [copies for colour, copies in board.deck.items() if colour != WILD and lane.colour in (GREY, colour)]
    return lane.cards <= max(plain, default=0) + board.deck[WILD]


def pieces_of(board: Board, lane: Lane) -> int:
    return 1 if board.kinds[lane.kind].one_per_route else lane.cards


def piece_limits(board: Board, lanes: Sequence[Lane]) -> list[tuple[Cost, int, str]]:
    """(cost of a lane, what a player has, name of the pieces) for each kind that could run out, and for all."""

    def of_kind(number: int) -> Cost:
        return lambda lane: pieces_of(board, lane) if lane.kind == number else 0

    limits = [(of_kind(number), kind.supply, f"pieces ({kind.id})") for number, kind in enumerate(board.kinds)]
    if len(board.kinds) > 1:
        limits.append((lambda lane: pieces_of(board, lane), sum(kind.supply for kind in board.kinds), "pieces"))
    return [limit for limit in limits if sum(map(limit[0], lanes)) > limit[1]]


class Ways:
    """The cheapest ways over some lanes. What was worked out for a place is kept."""

    def __init__(self, board: Board, lanes: Sequence[Lane]) -> None:
        self.board = board
        self.around: list[list[tuple[Lane, int]]] = [[] for _ in board.places]
        for lane in lanes:
            self.around[lane.a].append((lane, lane.b))
            self.around[lane.b].append((lane, lane.a))
        self.known: dict[tuple[Cost, int], dict[int, int]] = {}

    def least(self, cost: Cost, ticket: Ticket) -> int | None:
        """What the cheapest way of a ticket costs; None if there is no way."""
        if (cost, ticket.a) not in self.known:
            self.known[cost, ticket.a] = self.all_from(cost, ticket.a)
        costs = self.known[cost, ticket.a]
        return min((costs[goal] for goal in ticket.goals if goal in costs), default=None)

    def all_from(self, cost: Cost, start: int) -> dict[int, int]:
        least: dict[int, int] = {}
        ahead = [(0, start)]
        while ahead:
            so_far, place = heappop(ahead)
            if place in least:
                continue
            least[place] = so_far
            for lane, far in self.around[place]:
                if far not in least:
                    heappush(ahead, (so_far + cost(lane), far))
        return least
