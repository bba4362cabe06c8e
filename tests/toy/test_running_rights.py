"""A second rule on the seam that lends lanes (`borrowed`), beside stations: the one of examples/running_rights.py."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from shutil import copytree

import pytest

import ferrovia
from checkout import ROOT
from ferrovia.boards import load
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.tables import plan_tables
from ferrovia.engine.board import Board
from ferrovia.engine.game import Game
from ferrovia.engine.scoring import completed_tickets
from ferrovia.record.notation import find_lanes
from ferrovia.rules import FACTORIES
from ferrovia.testing.rules import check_rules
from positions import Position


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    """Every second row of routes.csv is a shared lane."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    example = import_module("running_rights")
    monkeypatch.setitem(FACTORIES, "running_rights", example.RunningRights)
    folder = tmp_path / "rights"
    copytree(Path(ferrovia.__file__).parent / "boards" / "amsterdam", folder)
    example.add_running_rights(folder)
    return load(folder)


def halves(game: Game) -> tuple[int, str, str]:
    """A ticket, and the two lanes that complete it: one that is shared, one that is not."""
    for number, ticket in enumerate(game.board.tickets):
        for one, first in enumerate(game.lanes):
            for other, second in enumerate(game.lanes):
                ends = {first.a, first.b} ^ {second.a, second.b}
                if ends == {ticket.a, ticket.b} and (is_shared(game, one), is_shared(game, other)) == (True, False):
                    return number, called(game, one), called(game, other)
    raise AssertionError("no such ticket")


def is_shared(game: Game, lane: int) -> bool:
    return game.lanes[lane].columns["shared"] == "yes"


def called(game: Game, lane: int) -> str:
    places = game.board.places
    name = f"{places[game.lanes[lane].a].name}–{places[game.lanes[lane].b].name}"
    return f"{name}#{find_lanes(game, name).index(lane) + 1}"


def test_a_shared_lane_of_another_completes_a_ticket_and_counts_for_nothing_else(board: Board) -> None:
    position = Position(board)
    ticket, shared, other = halves(position.game)
    state = position.owns(1, shared).owns(0, other).holds(0, ticket).over().state()
    assert completed_tickets(state, 0) == 1
    lines = {(line.rule, line.seat): line.points for line in state.ledger()}
    assert lines["ticket", 0] == board.tickets[ticket].points


def test_a_lane_that_is_not_shared_lends_nothing(board: Board) -> None:
    position = Position(board)
    ticket, shared, other = halves(position.game)
    state = position.owns(0, shared).owns(1, other).holds(0, ticket).over().state()
    assert completed_tickets(state, 0) == 0


def test_a_planner_wants_nothing_more_for_a_ticket_that_lent_lanes_complete(board: Board) -> None:
    position = Position(board)
    ticket, shared, other = halves(position.game)
    done = position.owns(1, shared).owns(0, other).holds(0, ticket).state()
    policy = PlayoutPolicy(plan_tables(done.game), 0, True)
    policy.choose(done)
    assert policy.ticket_lanes == 0


def test_a_planner_plans_over_lent_lanes(board: Board) -> None:
    position = Position(board)
    ticket, shared, other = halves(position.game)
    state = position.owns(1, shared).holds(0, ticket).hand(0, wild=2).state()
    policy = PlayoutPolicy(plan_tables(state.game), 0, True)
    policy.choose(state)
    planned = [called(state.game, lane) for lane in policy.lanes[: policy.ticket_lanes]]
    assert len(planned) == 1
    assert planned[0].partition("#")[0] == other.partition("#")[0]


def test_the_rule_holds_what_every_rule_has_to(board: Board) -> None:
    check_rules(board, games=1)
