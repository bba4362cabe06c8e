"""What a board maker wants to know of a sound board: is it balanced?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from ferrovia.engine.board import GREY, WILD, Board, Ticket
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words

SHOWN: Final = 5
"""Tickets and places that are named; of the others only the number is told."""


@dataclass(frozen=True)
class Balance:
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


def weigh(board: Board) -> Balance:
    spaces = {colour: 0 for colour in (*board.colours, GREY)}
    for lane in board.lanes:
        spaces[lane.colour] += lane.cards
    ends = Counter(end for ticket in board.tickets for end in (ticket.a, ticket.b))
    joined: list[set[int]] = [set() for _ in board.places]
    for lane in board.lanes:
        joined[lane.a].add(lane.b)
        joined[lane.b].add(lane.a)
    distances = {start: shortest(board, start) for start in {0, *(ticket.a for ticket in board.tickets)}}
    return Balance(
        spaces=spaces,
        ways=[distances[ticket.a][ticket.b] for ticket in board.tickets],
        tickets_at=[ends[place] for place in range(len(board.places))],
        neighbours=[len(others) for others in joined],
        cut_off=[place for place in range(len(board.places)) if place not in distances[0]],
    )


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


def data(board: Board, balance: Balance) -> dict[str, object]:
    names = [place.name for place in board.places]
    return {
        "spaces_per_colour": balance.spaces,
        "tickets_per_place": round(per_place(board), 2),
        "places_without_ticket": [names[place] for place, count in enumerate(balance.tickets_at) if count == 0],
        "places_without_lane": [names[place] for place, count in enumerate(balance.neighbours) if count == 0],
        "dead_ends": [names[place] for place, count in enumerate(balance.neighbours) if count == 1],
        "unreachable": [names[place] for place in balance.cut_off],
        "tickets_off_shortest_way": [
            {"from": names[ticket.a], "to": names[ticket.b], "points": ticket.points, "shortest_way": way}
            for ticket, way in off_value(board, balance)
        ],
    }


def per_place(board: Board) -> float:
    return len(board.tickets) / max(len(board.places), 1)


def off_value(board: Board, balance: Balance) -> list[tuple[Ticket, int]]:
    """Tickets that are not worth what their shortest way costs, those farthest off first."""
    pairs = [(ticket, way) for ticket, way in zip(board.tickets, balance.ways, strict=True) if ticket.points != way]
    return sorted(pairs, key=lambda pair: -abs(pair[0].points - pair[1]))


# --- words ----------------------------------------------------------------------------------------------
def hints(words: Words, board: Board, balance: Balance) -> Iterable[str]:
    yield from colour_hints(words, board, balance)
    yield from ticket_hints(words, board, balance)
    for key, wanted in (("check.no_lane", 0), ("check.dead_end", 1)):
        places = [place for place, count in enumerate(balance.neighbours) if count == wanted]
        if places:
            yield words.say(key, places=place_names(words, board, places))
    connected = [place for place in balance.cut_off if balance.neighbours[place] > 0]
    if connected:
        here = sanitize(board.places[0].name)
        yield words.say("check.cut_off", places=place_names(words, board, connected), start=here)


def colour_hints(words: Words, board: Board, balance: Balance) -> Iterable[str]:
    spaces = {colour: balance.spaces[colour] for colour in board.deck if colour != WILD}
    least, most = min(spaces.values()), max(spaces.values())
    listed = {**spaces, GREY: balance.spaces[GREY]}
    told = ", ".join(f"{words.name('colour', colour)} {count}" for colour, count in listed.items())
    yield words.say("check.spaces", colours=told)
    if least == most:
        yield words.say("check.spaces_even", count=least)
    else:
        fewest, commonest = min(spaces, key=lambda c: spaces[c]), max(spaces, key=lambda c: spaces[c])
        names = {"fewest": words.name("colour", fewest), "commonest": words.name("colour", commonest)}
        yield words.say("check.spaces_uneven", least=least, most=most, **names)


def ticket_hints(words: Words, board: Board, balance: Balance) -> Iterable[str]:
    at = balance.tickets_at
    average = f"{per_place(board):.2f}"
    yield words.say("check.per_place", average=average, least=min(at, default=0), most=max(at, default=0))
    without = [place for place, count in enumerate(at) if count == 0]
    if without:
        yield words.say("check.no_ticket", places=place_names(words, board, without))
    off = off_value(board, balance)
    above = sum(ticket.points > way for ticket, way in off)
    same = len(board.tickets) - len(off)
    counts = {"same": same, "count": len(board.tickets), "above": above, "below": len(off) - above}
    yield words.say("check.ticket_values", **counts)
    for ticket, way in off[:SHOWN]:
        name = f"{board.places[ticket.a].name} ↔ {board.places[ticket.b].name}"
        yield words.say("check.ticket_off", ticket=name, points=ticket.points, way=way)
    if len(off) > SHOWN:
        yield words.say("check.more_off", count=len(off) - SHOWN)


def place_names(words: Words, board: Board, places: list[int]) -> str:
    named = ", ".join(sanitize(board.places[place].name) for place in places[:SHOWN])
    rest = len(places) - SHOWN
    return named if rest <= 0 else words.say("check.more_places", places=named, count=rest)
