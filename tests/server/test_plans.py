"""Plans for the next turn: secret until they are played, dropped when they don't fit, and never lost."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from ferrovia.engine.actions import claimed_lane
from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core.commands import Move
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.plans import Plan, PlayPlan, made_plan, payments, planned_claim
from server.builder import TableBuilder, token_of
from server.processes import until
from server.serving import Server, greet, serving
from server.staged import StagedTable, playing_table

ADA, BO = token_of("Ada"), token_of("Bo")


def adas_turn() -> TableBuilder:
    return TableBuilder("Ada", "Bo").begin().past_first_tickets()


def bos_lane(built: TableBuilder) -> int:
    """A lane that Bo could pay for."""
    return next(lane for lane in range(len(built.state.game.lanes)) if planned(built, lane) is not None)


def planned(built: TableBuilder, lane: int) -> Plan | None:
    try:
        return made_plan(built.table, BO, lane, draws=True)
    except FerroviaError:
        return None


def pass_turn(built: TableBuilder) -> TableBuilder:
    for _ in range(2):
        built.move(0, "draw blind")
    return built


def kinds(built: TableBuilder, plan: Plan) -> list[tuple[Kind, int, str]]:
    draft = PlayPlan(plan).draft(built.table)
    return [] if draft is None else [(entry.kind, entry.seat, entry.text) for entry in draft.entries]


def test_a_plan_is_played_when_the_turn_comes() -> None:
    built = adas_turn()
    lane = bos_lane(built)
    plan = made_plan(built.table, BO, lane, draws=True)
    claim = planned_claim(built.table, plan)
    assert claim is not None
    assert claimed_lane(built.state.game, claim) == lane
    assert kinds(built, plan) == []  # not before
    assert kinds(pass_turn(built), plan) == [(Kind.MOVED, 1, plan.claim)]


def test_else_cards_are_drawn_blind_if_so_wished() -> None:
    built = adas_turn()
    plan = made_plan(built.table, BO, bos_lane(built), draws=True)
    pass_turn(built)
    gone = Plan(1, "pass", True, plan.turns)
    assert kinds(built, gone) == [(Kind.MOVED, 1, "draw blind")] * 2
    assert kinds(built, gone._replace(draws=False)) == []
    assert kinds(built, plan._replace(claim="")) == [(Kind.MOVED, 1, "draw blind")] * 2


def test_nobody_plans_what_they_can_not_do() -> None:
    built = adas_turn()
    for token, lane, code in ((ADA, 0, "plan.now"), (BO, 10_000, "lane.unknown"), (token_of("Eve"), 0, "token.seat")):
        with pytest.raises(FerroviaError) as refused:
            made_plan(built.table, token, lane, draws=True)
        assert refused.value.code == code


def test_a_plan_names_the_cards_that_pay() -> None:
    built = adas_turn()
    lanes = range(len(built.state.game.lanes))
    lane, ways = max(((lane, payments(built.state, 1, lane)) for lane in lanes), key=lambda found: len(found[1]))
    assert len(ways) > 1
    plan = made_plan(built.table, BO, lane, True, ways[-1])
    assert planned_claim(built.table, plan) == ways[-1]
    with pytest.raises(FerroviaError) as refused:
        made_plan(built.table, BO, lane, True, ways[-1] + 10_000)
    assert refused.value.code == "plan.payment"


def test_a_plan_is_for_the_next_turn_and_for_no_later_one() -> None:
    """The server was killed after it had played a plan, and before it dropped it."""
    built = adas_turn()
    plan = made_plan(built.table, BO, bos_lane(built), draws=True)
    pass_turn(built)
    for seat in (1, 1, 0, 0):
        built.move(seat, "draw blind")
    assert built.table.waiting_seats() == [1]
    assert kinds(built, plan) == []


def test_a_stand_in_plays_no_plans() -> None:
    built = adas_turn()
    plan = made_plan(built.table, BO, bos_lane(built), draws=True)
    assert kinds(pass_turn(built).happen(Kind.LEFT, 1), plan) == []


# --- on a server --------------------------------------------------------------------------------------------
def waiting(staged: StagedTable) -> int:
    return int(staged.position()["view"]["waiting"].index(True))


def plan_something(staged: StagedTable, seat: int) -> dict[str, Any]:
    for lane in range(200):
        answer = staged.ask("PUT", "/plan", staged.tokens[seat], {"lane": lane})
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found
    raise AssertionError("nothing can be planned")


def finish_turn(staged: StagedTable, seat: int) -> None:
    """Two cards, and no look at whose turn it is then: a plan may have been played already."""
    for _ in range(2):
        assert staged.move(staged.tokens[seat], "draw blind").status_code == 200


def test_a_plan_outlives_the_server_and_nobody_else_hears_of_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        staged = playing_table(server, moves=2)
        mover = waiting(staged)
        other = 1 - mover
        before = json.dumps(staged.ask("GET", "", staged.tokens[mover]).json()["position"] | {"now": 0})
        with greet(server, staged.table, staged.tokens[mover]) as (line, _):
            plan = plan_something(staged, other)
            with pytest.raises(TimeoutError):
                line.recv(timeout=1)
        after = json.dumps(staged.ask("GET", "", staged.tokens[mover]).json()["position"] | {"now": 0})
        assert before == after
        for path in ("", "/log"):
            for token in (None, staged.tokens[mover]):
                assert plan["move"]["text"] not in staged.ask("GET", path, token).text
        assert staged.ask("GET", "/plan", staged.tokens[mover]).json() == {"move": None, "draws": False}
        server.kill()
        server.start()
        assert staged.ask("GET", "/plan", staged.tokens[other]).json() == plan
        finish_turn(staged, mover)
        until(lambda: waiting(staged) == mover, 60)
        assert staged.position()["view"]["owner"][plan["move"]["lane"]] == other
        until(lambda: staged.ask("GET", "/plan", staged.tokens[other]).json()["move"] is None, 60)


def test_a_plan_can_be_given_up(server: Server) -> None:
    staged = playing_table(server, moves=2)
    mover = waiting(staged)
    plan_something(staged, 1 - mover)
    assert staged.ask("DELETE", "/plan", staged.tokens[1 - mover]).json()["move"] is None
    finish_turn(staged, mover)
    time.sleep(0.5)
    assert waiting(staged) == 1 - mover


def test_the_builder_moves_as_people_do() -> None:
    """What the tests above rely on: two cards end a turn."""
    built = adas_turn()
    draft = Move(ADA, built.table.decisions[0], "draw blind", "key-0001").draft(built.table)
    assert draft.table.waiting_seats() == [0]
    assert pass_turn(built).table.waiting_seats() == [1]
