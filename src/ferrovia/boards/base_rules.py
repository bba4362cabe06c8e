"""What the rules that all boards share say, with the numbers of one board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ferrovia.engine.actions import SLOTS
from ferrovia.engine.board import Board, Option, PieceKind
from ferrovia.engine.telling import Condition, Sentence

KNOB = "doubles_close_up_to"


def goal() -> list[Sentence]:
    return [Sentence("goal.network"), Sentence("goal.tickets")]


def setup(board: Board) -> Iterator[Sentence]:
    deal = board.ticket_deal
    for kind in board.kinds:
        yield Sentence("setup.pieces", {"supply": kind.supply, "names": kind.names})
    yield Sentence("setup.hand", {"hand": board.hand, "row": SLOTS})
    yield Sentence("setup.tickets", {"deal": deal.first_deal, "keep": deal.first_keep}, ("R14",))
    if any(board.start_scores):
        yield Sentence("setup.scores", {"points": list(board.start_scores)})
    yield Sentence("setup.first", {}, ("R29",))


def turn(board: Board) -> list[Sentence]:
    deal = board.ticket_deal
    return [
        Sentence("turn.one"),
        Sentence("turn.draw"),
        Sentence("turn.claim"),
        Sentence("turn.tickets", {"deal": deal.later_deal, "keep": deal.later_keep}),
        Sentence("turn.pass", {}, ("R11",)),
    ]


def draw() -> list[Sentence]:
    return [
        Sentence("draw.two", {"row": SLOTS}, ("R1",)),
        Sentence("draw.wild", {}, ("R4", "R5", "R6")),
        Sentence("draw.reset", {}, ("R2", "R3")),
        Sentence("draw.one", {}, ("R7", "R8")),
        Sentence("draw.deck", {}, ("R9",)),
        Sentence("draw.none", {}, ("R10",)),
        Sentence("draw.hand"),
    ]


def claim() -> list[Sentence]:
    return [
        Sentence("claim.cost", {}, ("R17",)),
        Sentence("claim.grey", {}, ("R18",)),
        Sentence("claim.wilds", {}, ("R19", "R20")),
        Sentence("claim.anywhere"),
        Sentence("claim.pieces", {}, ("R17",)),
    ]


def kinds(board: Board) -> Iterator[Sentence]:
    """Only where there is something to tell apart."""
    several = len(board.kinds) > 1
    if several:
        yield Sentence("kinds.own", {"names": [kind.names for kind in board.kinds]}, ("B1",))
    for kind in board.kinds:
        if kind.one_per_route:
            yield Sentence("kinds.single", {"names": kind.names}, ("R17",))
    if several:
        yield Sentence("kinds.double", {}, ("B2",))
        yield Sentence("kinds.points", {}, ("B3",))


# --- double routes --------------------------------------------------------------------------------------
def doubles(board: Board) -> Iterator[Sentence]:
    if len({frozenset((lane.a, lane.b)) for lane in board.lanes}) == len(board.lanes):
        return
    yield Sentence("doubles.pair", {}, ("R21",))
    switches = [option for option in board.options if KNOB in option.knobs]
    ways = [(board.doubles_close_up_to, all_off(switches))]
    for place, option in enumerate(switches):  # of several that are on, the last one counts
        ways.append((option.knobs[KNOB], ((option.id, True), *all_off(switches[place + 1 :]))))
    for up_to, when in sorted(ways, key=lambda way: not usual(board, way[1])):
        yield from closing(board, up_to, when)
    yield from third_lanes(board)


def third_lanes(board: Board) -> Iterator[Sentence]:
    """When the third lane closes; where one claim closes all, nothing is left to tell."""
    if max(Counter(frozenset((lane.a, lane.b)) for lane in board.lanes).values()) < 3:
        return
    yield Sentence("doubles.third", {}, ("R21",))
    least, most = max(board.players[0], board.doubles_close_up_to + 1), board.players[1]
    up_to = min(board.third_lanes_close_up_to, most)
    if least <= up_to:
        yield Sentence("doubles.third_closed", {"players": up_to}, ("R22",), (least, up_to))
    if max(up_to + 1, least) <= most:
        first = max(up_to + 1, least)
        yield Sentence("doubles.third_open", {"players": first}, ("R22",), (first, most))


def all_off(options: Sequence[Option]) -> tuple[Condition, ...]:
    return tuple((option.id, False) for option in options)


def usual(board: Board, when: Sequence[Condition]) -> bool:
    """Whether this is so unless a table chooses otherwise: it is told first."""
    defaults = {option.id: option.default for option in board.options}
    return all(defaults[id] == on for id, on in when)


def closing(board: Board, up_to: int, when: tuple[Condition, ...]) -> Iterator[Sentence]:
    """When the second lane closes."""
    least, most = board.players
    if up_to < least:
        yield Sentence("doubles.open", {}, ("R22",), when=when)
        return
    closed = (least, min(up_to, most))
    key = "doubles.always" if up_to >= most else "doubles.closed_one" if up_to == least else "doubles.closed"
    yield Sentence(key, {"players": closed[1]}, ("R22",), closed, when)
    if up_to < most:
        yield Sentence("doubles.open_from", {"players": up_to + 1}, ("R22",), (up_to + 1, most), when)


# --- points, tickets and the end ------------------------------------------------------------------------
def points(board: Board) -> Iterator[Sentence]:
    yield Sentence("points.at_once")
    for number, kind in enumerate(board.kinds):
        used = sorted({lane.cards for lane in board.lanes if lane.kind == number})
        yield Sentence(
            "points.cards" if kind.one_per_route else "points.spaces", {"names": kind.names}, figures=tuple(used)
        )
        yield Sentence("points.points", figures=points_of(kind, used))


def points_of(kind: PieceKind, lengths: Sequence[int]) -> tuple[int, ...]:
    return tuple(kind.points[length] for length in lengths)


def tickets(board: Board) -> Iterator[Sentence]:
    deal = board.ticket_deal
    numbers = {"deal": deal.later_deal, "keep": deal.later_keep}
    yield Sentence("tickets.joined", {}, ("R27", "R15"))
    if any(ticket.further for ticket in board.tickets):
        yield Sentence("tickets.goals", {}, ("R30",))
    if any(place.junction for place in board.places):
        yield Sentence("tickets.junctions", {}, ("R31",))
    if deal.long_deal:
        yield Sentence("tickets.long", {"deal": deal.long_deal}, ("L1", "L4"))
        yield Sentence("tickets.long_box", {}, ("L2", "L3"))
    yield Sentence("tickets.draw", numbers, ("R16",))
    if deal.face_up_discard:
        yield Sentence("tickets.face_up", {}, ("R14", "N12"))
        yield Sentence("tickets.reshuffle", numbers, ("N10",))
    else:
        yield Sentence("tickets.under", {}, ("R14",))
    yield Sentence("tickets.few" if deal.later_keep == 1 else "tickets.few_kept", numbers, ("R13",))
    yield Sentence("tickets.secret")


def end(board: Board) -> Iterator[Sentence]:
    yield ending(board)
    yield Sentence("end.last", {}, ("R23",))
    yield Sentence("end.passed", {}, ("R12",))
    yield Sentence("end.tickets", {}, ("R28",))
    for number, breaker in enumerate(board.tie_breakers, 1):
        yield Sentence(f"{breaker}.tie", {"number": number}, ("R26",))
    yield Sentence("end.shared", {}, ("R26",))


def ending(board: Board) -> Sentence:
    """Names of pieces are plurals, so a single one is told without."""
    count, names = board.end_at_pieces, [kind.names for kind in board.kinds]
    key = "end.together" if len(names) > 1 else "end.pieces" if count > 1 else "end.few"
    return Sentence(key, {"count": count, "names": names}, ("R23",))


def options(board: Board) -> Iterator[Sentence]:
    for option in board.options:
        key = "options.on" if option.default else "options.off"
        yield Sentence(key, {"name": option.names, "text": option.texts})
        least, most = option.players
        if option.players != board.players:
            key = "options.one" if least == most else "options.players"
            yield Sentence(key, {"name": option.names, "least": least, "most": most})
        needed = board.option(option.requires) if option.requires else None
        if needed is not None:
            yield Sentence("options.requires", {"name": option.names, "requires": needed.names})
