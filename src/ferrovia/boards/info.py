"""A board as JSON: the one form of it, for the API, the command line and whoever reads boards without the engine."""

from __future__ import annotations

from typing import cast

from typing_extensions import TypedDict

from ferrovia.boards.game_factory import new_game
from ferrovia.boards.rulebook import words_of
from ferrovia.engine.actions import SLOTS
from ferrovia.engine.board import Board, Lane, RuleUse
from ferrovia.rules import FACTORIES


class OptionInfo(TypedDict):
    id: str
    names: dict[str, str]
    texts: dict[str, str]
    default: bool
    players: tuple[int, int]
    requires: str | None
    knobs: dict[str, int]
    """What it changes while it is on, such as `doubles_close_up_to`."""


class Provenance(TypedDict):
    parts: dict[str, dict[str, int]]
    """`places`, `positions`, `routes`, columns that rules read, `tickets`: how many rows are how sure."""
    texts: dict[str, str]


class BoardSummary(TypedDict):
    id: str
    digest: str
    names: dict[str, str]
    texts: dict[str, str]
    players: tuple[int, int]
    places: int
    lanes: int
    tickets: int
    options: list[OptionInfo]
    provenance: Provenance


class PlaceInfo(TypedDict):
    name: str
    names: dict[str, str]
    x: float
    y: float
    junction: bool
    """It only joins lanes: no ticket ends there."""


class LaneInfo(TypedDict):
    """In the order in which a game numbers lanes."""

    a: int
    b: int
    cards: int
    pieces: int
    points: int
    colour: str
    kind: int
    columns: dict[str, str]


class TicketInfo(TypedDict):
    a: int
    b: int
    goals: list[int]
    """`b`, and the places that do as well."""
    long: bool
    """Of the deck that is dealt from at the start only."""
    points: int
    columns: dict[str, str]


class KindInfo(TypedDict):
    id: str
    names: dict[str, str]
    supply: int
    points: dict[int, int]
    one_per_route: bool


class TicketDealInfo(TypedDict):
    first_deal: int
    first_keep: int
    later_deal: int
    later_keep: int
    face_up_discard: bool
    long_deal: int
    """Long tickets that everybody is dealt beside the first ones."""


class ExtraInfo(TypedDict):
    """What players of the printed game are asked for at its end, where the option `when` is on, or always."""

    id: str
    when: str | None
    most: int
    together: int
    """That all have together at most; 0: that many each."""
    mark: str
    """Lanes with this mark bring one each; "" if none do."""
    lanes: list[int]
    """Those lanes."""
    places: list[int]
    """Where one of it can stand: players say where instead of how many. [] if it is a number."""


class BoardInfo(BoardSummary):
    cards: list[str]
    """Card colours by number, `wild` last."""
    deck: dict[str, int]
    hand: int
    row: int
    end_at_pieces: int
    kinds: list[KindInfo]
    locations: list[PlaceInfo]
    routes: list[LaneInfo]
    ticket_list: list[TicketInfo]
    ticket_deal: TicketDealInfo
    doubles_close_up_to: int
    """With so many seats or fewer, a claim closes the lane beside it."""
    third_lanes_close_up_to: int
    """With so many, two claims of a triple route close its third lane."""
    start_scores: list[int]
    tie_breakers: list[str]
    rules: list[str]
    extras: list[ExtraInfo]
    words: dict[str, dict[str, str]]
    """Language → key → text: what the board's rules bring along beside the words that a client has."""


def board_summary(board: Board) -> BoardSummary:
    return {
        "id": board.id,
        "digest": board.digest,
        "names": dict(board.names),
        "texts": dict(board.texts),
        "players": board.players,
        "places": len(board.places),
        "lanes": len(board.lanes),
        "tickets": len(board.tickets),
        "options": [
            {
                "id": option.id,
                "names": dict(option.names),
                "texts": dict(option.texts),
                "default": option.default,
                "players": option.players,
                "requires": option.requires,
                "knobs": dict(option.knobs),
            }
            for option in board.options
        ],
        "provenance": cast(Provenance, dict(board.provenance)),
    }


def board_info(board: Board) -> BoardInfo:
    """Everything that is printed: nothing of it depends on a game."""
    game = new_game(board, board.players[0])
    deal = board.ticket_deal
    return {
        **board_summary(board),
        "cards": [*board.colours, "wild"],
        "deck": dict(board.deck),
        "hand": board.hand,
        "row": SLOTS,
        "end_at_pieces": board.end_at_pieces,
        "kinds": [
            {
                "id": kind.id,
                "names": dict(kind.names),
                "supply": kind.supply,
                "points": dict(kind.points),
                "one_per_route": kind.one_per_route,
            }
            for kind in board.kinds
        ],
        "locations": [
            {
                "name": place.name,
                "names": dict(place.names),
                "x": place.x,
                "y": place.y,
                "junction": place.junction,
            }
            for place in board.places
        ],
        "routes": [
            {
                "a": lane.a,
                "b": lane.b,
                "cards": lane.cards,
                "pieces": int(game.lane_pieces[number]),
                "points": int(game.lane_points[number]),
                "colour": lane.colour,
                "kind": lane.kind,
                "columns": dict(lane.columns),
            }
            for number, lane in enumerate(game.lanes)
        ],
        "ticket_list": [
            {
                "a": ticket.a,
                "b": ticket.b,
                "goals": list(ticket.goals),
                "long": ticket.long,
                "points": ticket.points,
                "columns": dict(ticket.columns),
            }
            for ticket in board.tickets
        ],
        "ticket_deal": {
            "first_deal": deal.first_deal,
            "first_keep": deal.first_keep,
            "later_deal": deal.later_deal,
            "later_keep": deal.later_keep,
            "face_up_discard": deal.face_up_discard,
            "long_deal": deal.long_deal,
        },
        "doubles_close_up_to": board.doubles_close_up_to,
        "third_lanes_close_up_to": board.third_lanes_close_up_to,
        "start_scores": list(board.start_scores),
        "tie_breakers": list(board.tie_breakers),
        "rules": [use.rule for use in board.rules],
        "extras": [extra for use in board.rules for extra in extras_of(board, use, game.lanes)],
        "words": words_of(board),
    }


def extras_of(board: Board, use: RuleUse, lanes: list[Lane]) -> list[ExtraInfo]:
    rule = FACTORIES[use.rule](use.params)
    marks = [mark.id if mark else "" for mark in map(rule.mark, lanes)]
    return [
        {
            "id": extra.id,
            "when": use.when,
            "most": extra.most,
            "together": extra.together,
            "mark": extra.mark,
            "lanes": [lane for lane, mark in enumerate(marks) if mark and mark == extra.mark],
            "places": list(extra.places),
        }
        for extra in rule.extras(board)
    ]
