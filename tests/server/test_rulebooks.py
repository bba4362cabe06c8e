"""What the server tells of rules and of claims: keys and numbers, and nothing that it worked out itself."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ferrovia.boards import board_ids, load
from ferrovia.boards.rulebook import rulebook, words_of
from ferrovia.engine import claims
from ferrovia.server.api.catalogue import describe
from ferrovia.server.api.rulebooks import rules_of
from ferrovia.server.core.outbox import positions as outbox
from positions import Position
from server.builder import TableBuilder

PICTURES = Path(__file__).parents[2] / "web" / "src" / "components" / "rules" / "RulePicture.svelte"
every_board = pytest.mark.parametrize("board", board_ids())


@every_board
def test_the_rules_of_a_board_are_its_rulebook(board: str) -> None:
    sections = json.loads(json.dumps(rules_of(board)))["sections"]
    book = rulebook(load(board))
    assert [section["id"] for section in sections] == [section.id for section in book]
    told = [(each["key"], each["figures"]) for section in sections for each in section["sentences"]]
    assert told == [(each.key, list(each.figures)) for section in book for each in section.sentences]
    assert describe(board)["words"] == words_of(load(board)) == {}


@every_board
def test_the_page_has_every_picture_that_a_section_asks_for(board: str) -> None:
    """Of our own rules; one of somebody else's does without."""
    drawn = re.search(r"const drawn = \[(.*?)\]", PICTURES.read_text(encoding="utf-8"), re.DOTALL)
    assert drawn
    names = set(re.findall(r'"(\w+)"', drawn[1]))
    assert {section.picture for section in rulebook(load(board))} - {""} <= names


def test_n3_choices_tell_of_a_forced_loan() -> None:
    """The same as the rule says, for every claim that is offered."""
    laid = TableBuilder("Ada", "Bo", board="nederland").begin()
    for seat in (0, 1):
        laid.move(seat, "keep 1,2,3")
    state = laid.state
    at = next(at for name, at, _ in state.game.counter_names if name == "tolls_paid")
    state.counters[at] = 30
    offered = outbox.choices(laid.table, 0)
    assert offered is not None
    assert offered["claims"] != []
    for claim in offered["claims"]:
        terms = claims.terms(state, 0, claim["lane"])
        assert [(term["key"], term["params"]) for term in claim["terms"]] == [(each.key, each.params) for each in terms]
        assert [term["warning"] for term in claim["terms"]] == [True]


def test_terms_are_plain_numbers() -> None:
    table = Position("nederland", 3).owns(2, "Rotterdam–Breda#1")
    sent = outbox.terms(table.state(), 0, table.lane("Rotterdam–Breda", 2))
    assert sent == [{"key": "toll", "params": {"tokens": 4, "to": 2}, "warning": False, "glyph": "", "cards": []}]
    assert {type(value) for term in sent for value in term["params"].values()} == {int}
