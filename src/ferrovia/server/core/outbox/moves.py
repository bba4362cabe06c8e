"""A move as a client puts it into words."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.actions import decode_action
from ferrovia.engine.game import Game
from ferrovia.record import format_action
from ferrovia.server.core.outbox.answers import PlanInfo
from ferrovia.server.core.outbox.choice_answers import MoveFacts
from ferrovia.server.core.outbox.game_answers import Hint
from ferrovia.server.core.plans import Plan, planned_claim
from ferrovia.server.core.table import Table
from ferrovia.view import observe


def move_facts(game: Game, action: int, row: Sequence[int], offer: Sequence[int]) -> MoveFacts:
    """The cards and tickets that it is about are named as they lay before the seat."""
    move = decode_action(game, action)
    card = row[move.slot] if move.kind == "slot" else move.colour
    kept = [offer[place] for place in move.kept if place < len(offer)]
    return {
        "kind": move.kind,
        "text": format_action(game, action),
        "lane": move.lane,
        "card": card,
        "wilds": move.wilds,
        "tickets": kept,
    }


def hint(table: Table, seat: int, action: int) -> Hint:
    assert table.state is not None
    view = observe(table.state, seat)
    facts = move_facts(table.state.game, action, list(table.state.market), list(view.offer))
    return {"decision": table.decisions[seat], "action": action, "move": facts}


def plan_info(table: Table, plan: Plan | None) -> PlanInfo:
    """For the owner of the plan alone."""
    claim = None if plan is None else planned_claim(table, plan)
    move = None if claim is None or table.game is None else move_facts(table.game, claim, (), ())
    return {"move": move, "draws": plan is not None and plan.draws}
