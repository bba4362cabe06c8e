"""A position as a language model reads it: short, in names, and nothing but what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.phases import PHASE_NAMES
from ferrovia.record.notation import format_action, lane_name
from ferrovia.text.sanitize import sanitize
from ferrovia.view import View

Json = dict[str, Any]


def tell_position(view: View, names: Sequence[str]) -> Json:
    """Seats are numbered from 0. Names of people and places stand in fields of their own, and nowhere else."""
    game = view.game
    told: Json = {
        "board": game.board.id,
        "you": int(view.seat),
        "phase": PHASE_NAMES[view.phase] if view.phase < RULE_PHASE else game_word(view),
        "waiting_for": [seat for seat, waits in enumerate(view.waiting) if waits],
        "turns_left": int(view.turns_left) or None,
        "row": [card_name(game, card) if card >= 0 else None for card in view.market],
        "deck": int(view.deck_total),
        "hand": {card_name(game, card): count for card, count in enumerate(view.hand) if count},
        "tickets": [tell_ticket(game, ticket, done) for ticket, done in zip(view.tickets, view.completed, strict=True)],
        "seats": [tell_seat(view, seat, name) for seat, name in enumerate(names)],
    }
    if view.offer:
        told["offer"] = [tell_ticket(game, ticket) for ticket in view.offer]
    if view.own_counters:
        told["own"] = dict(view.own_counters)
    others = {name: list(view.counters[at : at + width]) for name, at, width in game.counter_names}
    if others:
        told["counters"] = others
    if view.over:
        told["standings"] = [
            {"seat": int(standing.seat), "place": int(standing.place), "score": int(standing.score)}
            for standing in view.standings
        ]
    return told


def game_word(view: View) -> str:
    """The decision of a rule, by the first word of its actions."""
    game = view.game
    rule = game.phase_rules[view.phase - RULE_PHASE]
    return rule.notation(game, game.rule_action_base + game.action_rules.index(rule)).partition(" ")[0]


def tell_seat(view: View, seat: int, name: str) -> Json:
    game = view.game
    lanes = [lane for lane, owner in enumerate(view.owner) if owner == seat]
    pieces = view.pieces[seat * game.kinds : (seat + 1) * game.kinds]
    return {
        "seat": seat,
        "name": sanitize(name),
        "points": int(view.points[seat]),
        "cards": int(view.hand_sizes[seat]),
        "tickets": len(view.held_batches[seat]),
        "pieces": {kind.id: int(left) for kind, left in zip(game.board.kinds, pieces, strict=True)},
        "routes": [sanitize(lane_name(game, lane)) for lane in lanes],
    }


def tell_ticket(game: Game, ticket: int, done: bool | None = None) -> Json:
    names = [sanitize(place.name) for place in game.board.places]
    goals = [names[goal] for goal in game.goals(ticket)]
    told: Json = {"from": names[game.ticket_a[ticket]], "to": " | ".join(goals)}
    told["points"] = int(game.ticket_points[ticket])
    if done is not None:
        told["done"] = done
    return told


def tell_lanes(view: View) -> list[Json]:
    """Every lane of the board: its price, points and owner, and whether the seat may still claim it."""
    game = view.game
    return [
        {
            "route": sanitize(lane_name(game, number)),
            "cards": lane.cards,
            "colour": lane.colour,
            "points": int(game.lane_points[number]),
            "owner": int(view.owner[number]) if view.owner[number] >= 0 else None,
            "open": view.is_open(view.seat, number),
        }
        for number, lane in enumerate(game.lanes)
    ]


def tell_actions(game: Game, actions: Sequence[int], containing: str, most: int) -> Json:
    """Those whose text contains some words, as many as fit."""
    wanted = containing.casefold().split()
    texts = [format_action(game, action) for action in actions]
    found = [text for text in texts if all(word in text.casefold() for word in wanted)]
    return {"actions": found[:most], "count": len(found)}


def card_name(game: Game, card: int) -> str:
    return "wild" if card == game.wild else game.colours[card]
