"""A flaw that was planted is the first thing the report names; on a sound board it is not there."""

from __future__ import annotations

from functools import cache

import pytest

from balance.flaws import doubled, extra_card, sound, too_few
from ferrovia.balance import BalancePlan, Measurement, figures_of
from ferrovia.balance.findings import Finding, findings
from ferrovia.engine.board import Board
from ferrovia.report.balance_text import finding_text
from ferrovia.text.words import Words

GAMES = 3000


def first(board: Board) -> list[Finding]:
    return findings(figures_of(Measurement(BalancePlan(board, (2,), 0, GAMES, 0)).finish(jobs=1)))


@cache
def usual() -> list[Finding]:
    return first(sound())


@pytest.mark.parametrize("ticket", [5, 20])
def test_a_ticket_worth_double(ticket: int) -> None:
    board = doubled(ticket)
    found = first(board)
    printed = board.tickets[ticket]
    assert found[0].code == "ticket.high"
    assert found[0].weight >= 1
    assert found[0].params["from"] == board.places[printed.a].name
    assert found[0].params["to"] == board.places[printed.b].name
    assert f"{printed.points}, where " in finding_text(Words("en"), board, found[0])


@pytest.mark.parametrize("chair", [0, 1])
def test_a_seat_that_starts_with_a_card_more(chair: int) -> None:
    found = first(extra_card(chair))
    assert (found[0].code, found[0].params["number"]) == ("chair", chair + 1)
    assert found[0].weight >= 1


def test_a_colour_too_few() -> None:
    found = first(too_few("red", 3))
    assert (found[0].code, found[0].params["colour"]) == ("short", "red")
    assert found[0].weight >= 1


def test_a_sound_board_has_none_of_these() -> None:
    out = {finding.code for finding in usual() if finding.weight >= 1}
    assert out == {"turn"}, "who begins has an advantage on this board, and nothing else stands out"
    assert len(usual()) == 5


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_finding_has_words(language: str) -> None:
    words = Words(language)
    for finding in (*usual(), *first_of_styles()):
        assert finding_text(words, sound(), finding)


def first_of_styles() -> list[Finding]:
    measured = Measurement(BalancePlan(sound(), (2,), 40, 0, 2)).finish(jobs=1)
    return findings(figures_of(measured))
