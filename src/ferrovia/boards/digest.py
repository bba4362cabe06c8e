"""The hash that tells whether two boards play the same game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from ferrovia.engine.board import Board
from ferrovia.rules import FACTORIES


def digest(board: Board) -> str:
    """Over everything rules read: not coordinates, names in other languages, texts or provenance."""
    text = json.dumps(essence(board), sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def essence(board: Board) -> dict[str, object]:
    """Lists where order matters, since cards, lanes and tickets are numbered by it."""
    deal = board.ticket_deal
    rules = [FACTORIES[use.rule] for use in board.rules]
    lane_columns = [column for rule in rules for column in rule.LANE_COLUMNS]
    ticket_columns = [column for rule in rules for column in rule.TICKET_COLUMNS]
    return {
        "id": board.id,
        "players": board.players,
        "hand": board.hand,
        "deck": list(board.deck.items()),
        "places": [place.name for place in board.places],
        "lanes": [
            [lane.a, lane.b, lane.cards, lane.colour, lane.kind, marks(lane.columns, lane_columns)]
            for lane in board.lanes
        ],
        "tickets": [
            [ticket.a, ticket.b, ticket.points, marks(ticket.columns, ticket_columns), *ticket.further]
            for ticket in board.tickets
        ],
        "kinds": [[kind.id, kind.supply, sorted(kind.points.items()), kind.one_per_route] for kind in board.kinds],
        "ticket_deal": [deal.first_deal, deal.first_keep, deal.later_deal, deal.later_keep, deal.face_up_discard],
        "doubles_close_up_to": board.doubles_close_up_to,
        "end_at_pieces": board.end_at_pieces,
        "start_scores": board.start_scores,
        "tie_breakers": board.tie_breakers,
        "options": [
            [option.id, option.default, option.players, option.requires, option.knobs] for option in board.options
        ],
        "rules": [[use.rule, use.when, use.params] for use in board.rules],
        **later_facts(board),
    }


def later_facts(board: Board) -> dict[str, object]:
    """What boards could not say at first: left out where they don't say it, so that their digests stay."""
    facts: dict[str, object] = {
        "long_deal": board.ticket_deal.long_deal,
        "long": [number for number, ticket in enumerate(board.tickets) if ticket.long],
        "third_lanes_close_up_to": board.third_lanes_close_up_to,
        "junctions": [number for number, place in enumerate(board.places) if place.junction],
    }
    return {name: fact for name, fact in facts.items() if fact}


def marks(columns: Mapping[str, str], read: Iterable[str]) -> list[str]:
    """The cells that rules of the board read; what stands in other columns changes nothing."""
    return [columns.get(column, "") for column in read]
