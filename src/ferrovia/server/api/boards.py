"""Boards and bots, as a page needs them: everything that is printed, nothing that is played."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Path, Query
from typing_extensions import TypedDict

from ferrovia.boards import board_ids, builtin, builtin_look, new_game
from ferrovia.bots.levels import LEVELS
from ferrovia.draw import BoardPlan, Drawing, LookPlan, board_plan, drawing_of, look_plan
from ferrovia.engine.game import ROW
from ferrovia.server.api.access import FAILURES

router = APIRouter(prefix="/api", tags=["boards"], responses=FAILURES)

DRAWING: Final = Lock()
"""A map takes seconds: it is drawn once for each board and language, however many ask for it at the same time."""


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


class RuleInfo(TypedDict):
    """A rule module of the board, always in play or while an option is on; `params` are its own."""

    rule: str
    when: str | None
    params: dict[str, Any]


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
    start_scores: list[int]
    tie_breakers: list[str]
    rules: list[str]
    rule_uses: list[RuleInfo]
    drawing: Drawing | None
    """A small one of the board's own, for its poster."""


class Boards(TypedDict):
    boards: list[BoardSummary]


class BotInfo(TypedDict):
    id: str
    strength: int


class Bots(TypedDict):
    bots: list[BotInfo]


@router.get("/boards")
def list_boards() -> Boards:
    return {"boards": [summary(id) for id in board_ids()]}


@router.get("/boards/{board}")
def show_board(board: Annotated[str, Path(max_length=60)]) -> BoardInfo:
    return describe(board)


@router.get("/boards/{board}/map")
def show_map(
    board: Annotated[str, Path(max_length=60)], lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en"
) -> BoardPlan:
    """Where everything lies, for a page to draw: lanes in the order of `routes`, names in a language."""
    with DRAWING:
        return plan(board, lang if lang in builtin(board).names else "en")


@router.get("/boards/{board}/look")
def show_look(board: Annotated[str, Path(max_length=60)]) -> LookPlan:
    """What lies under the map, in the board's own units; a map tells their scale and origin."""
    return look_plan(builtin_look(board))


@router.get("/bots")
def list_bots() -> Bots:
    """Weakest first."""
    return {"bots": [{"id": name, "strength": number} for number, (name, _) in enumerate(LEVELS, 1)]}


def summary(id: str) -> BoardSummary:
    board = builtin(id)
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


@lru_cache(maxsize=64)
def plan(id: str, language: str) -> BoardPlan:
    board = builtin(id)
    return board_plan(board, builtin_look(id), list(new_game(board, board.players[0]).lanes), language)


@lru_cache(maxsize=32)
def describe(id: str) -> BoardInfo:
    board = builtin(id)
    game = new_game(board, board.players[0])
    deal = board.ticket_deal
    return {
        **summary(id),
        "cards": [*board.colours, "wild"],
        "deck": dict(board.deck),
        "hand": board.hand,
        "row": ROW,
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
            {"name": place.name, "names": dict(place.names), "x": place.x, "y": place.y} for place in board.places
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
            {"a": ticket.a, "b": ticket.b, "points": ticket.points, "columns": dict(ticket.columns)}
            for ticket in board.tickets
        ],
        "ticket_deal": {
            "first_deal": deal.first_deal,
            "first_keep": deal.first_keep,
            "later_deal": deal.later_deal,
            "later_keep": deal.later_keep,
            "face_up_discard": deal.face_up_discard,
        },
        "doubles_close_up_to": board.doubles_close_up_to,
        "start_scores": list(board.start_scores),
        "tie_breakers": list(board.tie_breakers),
        "rules": [use.rule for use in board.rules],
        "rule_uses": [{"rule": use.rule, "when": use.when, "params": dict(use.params)} for use in board.rules],
        "drawing": drawing_of(builtin_look(id)),
    }
