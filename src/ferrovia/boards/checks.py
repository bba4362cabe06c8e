"""What only the whole board shows: that its parts fit together and that it can be played."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.boards.limits import MOST_LANES_ABREAST
from ferrovia.boards.problems import ROUTES, SETTINGS, TICKETS, Problems
from ferrovia.boards.toml_section import Section
from ferrovia.engine.actions import SLOTS
from ferrovia.engine.board import LONG, Board, Lane, Ticket
from ferrovia.engine.rule import Rule
from ferrovia.rules import FACTORIES


def ends(joined: Lane | Ticket) -> frozenset[int]:
    return frozenset((joined.a, joined.b))


def check_doubles(lanes: Iterable[Lane], same_length: bool, problems: Problems) -> None:
    """R21: lanes between the same two places, in whichever direction they were entered."""
    beside: dict[frozenset[int], list[Lane]] = {}
    for lane in lanes:
        twins = beside.setdefault(ends(lane), [])
        twins.append(lane)
        first = twins[0]
        if len(twins) > MOST_LANES_ABREAST:
            reason = f"more than {MOST_LANES_ABREAST} lanes join these places, the first in row {first.row}"
            problems.add(ROUTES, lane.row, "to", reason)
        elif same_length and lane.cards != first.cards and not problems.is_spoilt(ROUTES, first.row, "length"):
            reason = f"{lane.cards} is not the length of the lane beside it ({first.cards}, row {first.row})"
            problems.add(ROUTES, lane.row, "length", reason)


def check_lengths(board: Board, problems: Problems) -> None:
    """Every lane can be scored, and built from a full supply."""
    for number, kind in enumerate(board.kinds):
        if problems.about(SETTINGS, f"pieces.{kind.id}"):
            continue
        for lane in board.lanes:
            if lane.kind != number:
                continue
            if lane.cards not in kind.points:
                reason = f"pieces.{kind.id}.points in {SETTINGS} has no score for {lane.cards}"
                problems.add(ROUTES, lane.row, "length", reason)
            if lane.cards > kind.supply and not kind.one_per_route:
                reason = f"{lane.cards} pieces are needed; a player has {kind.supply}"
                problems.add(ROUTES, lane.row, "length", reason)


def check_tickets(tickets: Iterable[Ticket], problems: Problems) -> None:
    seen: dict[object, int] = {}
    for ticket in tickets:
        key = (ticket.a, frozenset(ticket.goals)) if ticket.further else ends(ticket)
        if key in seen:
            problems.add(TICKETS, ticket.row, "to", f"this is the same ticket as in row {seen[key]}")
        seen.setdefault(key, ticket.row)


def check_supplies(board: Board, tickets: int, sections: Section, problems: Problems) -> None:
    """Cards, tickets and pieces suffice for the fullest table."""

    def sound(*keys: str) -> bool:
        return not any(problems.about(SETTINGS, key) for key in keys)

    seats = board.players[1]
    cards, needed = sum(board.deck.values()), seats * board.hand + SLOTS
    if sound("players", "hand", "cards") and cards < needed:
        sections.wrong("cards", f"{cards} cards; {seats} hands and the row take {needed}")
    long = sum(ticket.long for ticket in board.tickets)
    needed = seats * board.ticket_deal.first_deal
    if sound("players", "tickets") and tickets - long < needed:
        problems.add(TICKETS, 0, "", f"{tickets - long} tickets; the first deal to {seats} players takes {needed}")
    needed = seats * board.ticket_deal.long_deal
    if sound("players", "tickets") and long < needed:
        problems.add(TICKETS, 0, LONG, f"{long} long tickets; {seats} players are dealt {needed}")
    if sound("tickets") and long and not needed:
        sections.wrong("tickets", f"{long} tickets are long, but `tickets.long` does not say how many are dealt")
    pieces = sum(kind.supply for kind in board.kinds)
    if sound("pieces", "end_at_pieces") and board.end_at_pieces >= pieces:
        sections.wrong("end_at_pieces", f"{pieces} pieces each: the game would end before it begins")


def check_rules(board: Board, sections: Section, problems: Problems) -> None:
    """What each rule has to say about its columns and parameters."""
    for use in board.rules:
        rule = FACTORIES.get(use.rule)
        key = f"rules.{use.rule}"
        for file, row, column, reason in rule.check(board, use.params) if rule else ():
            if file == SETTINGS and row == 0:
                sections.wrong(key, reason)
            else:
                problems.add(file, row, column, reason)


def check_ties(board: Board, sections: Section) -> None:
    """A rule that does nothing at the seam `tie_break` would leave every tie as it is."""
    played = {use.rule for use in board.rules if use.when is None}
    for word in board.tie_breakers:
        rule = FACTORIES.get(word)
        if word in played and rule is not None and rule.tie_break is Rule.tie_break:
            sections.wrong("tie_breakers", f"the rule {word!r} breaks no ties")


def check_limits(board: Board, sections: Section) -> None:
    """What rules can't do on this board, whether they are played or only break ties."""
    played = {use.rule for use in board.rules}
    for id in dict.fromkeys([*played, *board.tie_breakers]):
        rule = FACTORIES.get(id)
        reason = rule.limit(board) if rule is not None else ""
        if reason:
            sections.wrong(f"rules.{id}" if id in played else "tie_breakers", reason)
