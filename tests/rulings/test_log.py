"""The log names a ruling where it had an effect."""

from __future__ import annotations

import pytest

from ferrovia.engine.state import State
from positions import Position, do, log

TWO_BLIND = ("draw blind", "draw blind")
BREDA = "Rotterdam–Breda"


def named(state: State) -> set[object]:
    return {event.public["ruling"] for event in log(state) if "ruling" in event.public}


def nederland(turns: int = 0) -> Position:
    return Position("nederland").to_play(turns % 2, turns)


def turned_up(*places: str) -> Position:
    """The end of round 6, with this ticket on top."""
    table = nederland(turns=11)
    return table.ticket_deck(table.ticket(*places), 0)


CASES = [
    pytest.param("R2", Position().deck(red=1, wild=3, blue=2, green=5).row("red", "wild", "wild", "blue", "blue")
                 .discard(green=5), ["draw 1"]),
    pytest.param("R7", Position().deck(red=1, wild=1).row("red", "wild"), ["draw 1"]),
    pytest.param("R9", Position().deck(red=1, blue=2).discard(blue=2), ["draw blind"]),
    pytest.param("R10", Position().deck(red=1).hand(0, red=1), ["claim Dallas–Houston red"]),
    pytest.param("R11", Position().deck().ticket_deck(), ["pass"]),
    pytest.param("R12", Position().deck().ticket_deck(), ["pass", "pass"]),
    pytest.param("R13", Position().ticket_deck(1, 2), ["tickets"]),
    pytest.param("R22", Position().hand(0, red=1), ["claim Dallas–Houston red"]),
    pytest.param("R23", Position().pieces(0, 2), [*TWO_BLIND]),
    pytest.param("A1", Position("amsterdam").hand(0, green=2), ["claim Nieuwe Waal–Noordermarkt green"]),
    pytest.param("N2", nederland().hand(0, pink=2), [f"claim {BREDA} pink"]),
    pytest.param("N3", nederland().counter("tolls_paid", 0, 30).hand(0, pink=2), [f"claim {BREDA} pink"]),
    pytest.param("N5", nederland().counter("tolls_paid", 0, 30).owns(1, f"{BREDA}#1").hand(0, yellow=2),
                 [f"claim {BREDA}#2 yellow"]),
    pytest.param("N10", nederland().ticket_deck(1, 2).ticket_discard(3, 4, 5), ["tickets"]),
    pytest.param("N12", nederland(), ["tickets", "keep 1"]),
    pytest.param("N20", turned_up("Amsterdam", "Antwerpen"), [*TWO_BLIND]),
    pytest.param("N21", turned_up("Amsterdam", "Antwerpen"), [*TWO_BLIND]),
    pytest.param("N22", turned_up("Nijmegen", "Antwerpen"), [*TWO_BLIND, "neutral 1"]),
    pytest.param("N23", turned_up("Nijmegen", "Antwerpen").owns(0, BREDA), [*TWO_BLIND]),
    pytest.param("N24", turned_up("Nijmegen", "Antwerpen").neutral_owns(BREDA), [*TWO_BLIND]),
    pytest.param("N25", turned_up("Nijmegen", "Antwerpen").counter("neutral_pieces", 0, 1), [*TWO_BLIND]),
    pytest.param("N26", nederland().neutral_owns(BREDA).hand(0, yellow=2), [f"claim {BREDA}#2 yellow"]),
]  # fmt: skip


@pytest.mark.parametrize(("ruling", "table", "actions"), CASES, ids=[str(case.values[0]) for case in CASES])
def test_the_log_names_the_ruling(ruling: str, table: Position, actions: list[str]) -> None:
    assert ruling in named(do(table.state(), *actions))
