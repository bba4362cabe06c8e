"""Hints for board makers: what a sound board's maker may want to look at again, judged from its files alone.

for hint in hints(load("usa")):
    print(hint.weight.name, hint.code, hint.params)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from heapq import heappop, heappush
from typing import NamedTuple

from ferrovia.engine.board import GREY, Board, Ticket


class Weight(IntEnum):
    """How much a hint matters."""

    INFO = 1
    """Good to know, as on any board."""
    NOTICE = 2
    """Out of the ordinary, and perhaps meant so."""
    WARNING = 3
    """Hardly meant so."""


class Hint(NamedTuple):
    """`code` is stable, `params` are plain data that fill the words a user interface puts to it."""

    code: str
    weight: Weight
    params: Mapping[str, object]

    def to_dict(self) -> dict[str, object]:
        return {"code": self.code, "weight": self.weight.name.lower(), **self.params}


@dataclass(frozen=True)
class Balance:
    """What the hints are judged from."""

    spaces: dict[str, int]
    """Spaces of each colour in the deck, and of grey."""
    ways: list[int]
    """For every ticket the cards its shortest way costs."""
    tickets_at: list[int]
    """For every place, the tickets that begin or end there."""
    neighbours: list[int]
    """For every place, how many others are one connection away."""
    cut_off: list[int]
    """Places that can't be reached from the first."""


def balance_of(board: Board) -> Balance:
    spaces = {colour: 0 for colour in (*board.colours, GREY)}
    for lane in board.lanes:
        spaces[lane.colour] += lane.cards
    ends = Counter(end for ticket in board.tickets for end in (ticket.a, *ticket.goals))
    joined: list[set[int]] = [set() for _ in board.places]
    for lane in board.lanes:
        joined[lane.a].add(lane.b)
        joined[lane.b].add(lane.a)
    distances = {start: shortest(board, start) for start in {0, *(ticket.a for ticket in board.tickets)}}
    return Balance(
        spaces=spaces,
        ways=[shortest_way(distances[ticket.a], ticket) for ticket in board.tickets],
        tickets_at=[ends[place] for place in range(len(board.places))],
        neighbours=[len(others) for others in joined],
        cut_off=[place for place in range(len(board.places)) if place not in distances[0]],
    )


def shortest_way(reached: Mapping[int, int], ticket: Ticket) -> int:
    """The cards that the cheapest way of a ticket costs, given those to every place from where it begins."""
    return min(reached[goal] for goal in ticket.goals if goal in reached)


def shortest(board: Board, start: int) -> dict[int, int]:
    """The cards that the cheapest way to every place costs; places out of reach are not in it."""
    lanes_at: dict[int, list[tuple[int, int]]] = {}
    for lane in board.lanes:
        lanes_at.setdefault(lane.a, []).append((lane.b, lane.cards))
        lanes_at.setdefault(lane.b, []).append((lane.a, lane.cards))
    reached: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        cost, place = heappop(heap)
        if place in reached:
            continue
        reached[place] = cost
        for other, cards in lanes_at.get(place, []):
            if other not in reached:
                heappush(heap, (cost + cards, other))
    return reached


# --- hints ------------------------------------------------------------------------------------------------
def hints(board: Board) -> list[Hint]:
    """The weightiest first."""
    balance = balance_of(board)
    found = [spaces_hint(board, balance), *ticket_hints(board, balance), *place_hints(board, balance)]
    return sorted(found, key=lambda hint: -hint.weight)


def spaces_hint(board: Board, balance: Balance) -> Hint:
    counts = {balance.spaces[colour] for colour in board.colours}
    weight = Weight.NOTICE if len(counts) > 1 else Weight.INFO
    return Hint("spaces", weight, {"spaces": balance.spaces})


def ticket_hints(board: Board, balance: Balance) -> Iterator[Hint]:
    at = balance.tickets_at
    spread = {"average": round(per_place(board), 2), "least": min(at, default=0), "most": max(at, default=0)}
    yield Hint("per_place", Weight.INFO, spread)
    without = places_without_ticket(board, balance)
    if without:
        yield Hint("no_ticket", Weight.NOTICE, {"places": names(board, without)})
    off = off_value(board, balance)
    above = sum(ticket.points > way for ticket, way in off)
    counts = {"count": len(board.tickets), "above": above, "below": len(off) - above}
    tickets = [ticket_data(board, ticket, way) for ticket, way in off]
    yield Hint("ticket_values", Weight.NOTICE if off else Weight.INFO, {**counts, "tickets": tickets})


def places_without_ticket(board: Board, balance: Balance) -> list[int]:
    """Junctions are meant so (R31)."""
    return [at for at, count in enumerate(balance.tickets_at) if count == 0 and not board.places[at].junction]


def place_hints(board: Board, balance: Balance) -> Iterator[Hint]:
    for code, weight, wanted in (("no_lane", Weight.WARNING, 0), ("dead_end", Weight.NOTICE, 1)):
        places = [place for place, count in enumerate(balance.neighbours) if count == wanted]
        if places:
            yield Hint(code, weight, {"places": names(board, places)})
    connected = [place for place in balance.cut_off if balance.neighbours[place] > 0]
    if connected:
        params = {"places": names(board, connected), "start": board.places[0].name}
        yield Hint("cut_off", Weight.WARNING, params)


def names(board: Board, places: list[int]) -> list[str]:
    return [board.places[place].name for place in places]


def per_place(board: Board) -> float:
    return len(board.tickets) / max(sum(not place.junction for place in board.places), 1)


def off_value(board: Board, balance: Balance) -> list[tuple[Ticket, int]]:
    """Tickets that are not worth what their shortest way costs, those farthest off first."""
    pairs = [(ticket, way) for ticket, way in zip(board.tickets, balance.ways, strict=True) if ticket.points != way]
    return sorted(pairs, key=lambda pair: -abs(pair[0].points - pair[1]))


def ticket_data(board: Board, ticket: Ticket, way: int) -> dict[str, object]:
    ends = {"from": board.places[ticket.a].name, "to": " | ".join(names(board, [*ticket.goals]))}
    return {**ends, "points": ticket.points, "shortest_way": way}


def balance_data(board: Board) -> dict[str, object]:
    """The numbers behind the hints, in the form that `ferrovia check --json` promises."""
    balance = balance_of(board)
    return {
        "spaces_per_colour": balance.spaces,
        "tickets_per_place": round(per_place(board), 2),
        "places_without_ticket": names(board, places_without_ticket(board, balance)),
        "places_without_lane": names(board, [at for at, count in enumerate(balance.neighbours) if count == 0]),
        "dead_ends": names(board, [at for at, count in enumerate(balance.neighbours) if count == 1]),
        "unreachable": names(board, balance.cut_off),
        "tickets_off_shortest_way": [ticket_data(board, ticket, way) for ticket, way in off_value(board, balance)],
    }
