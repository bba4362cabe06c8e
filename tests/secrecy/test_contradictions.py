"""Facts of a view that can't all be true are refused; what is read can be dealt."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.boards import builtin, new_game
from ferrovia.engine.audit import audit
from ferrovia.engine.chance import seeded
from ferrovia.view import ViewError, determinize, from_facts, observe
from properties.profiles import examples

USA = new_game(builtin("usa"), 2)


def played(*, over: bool) -> dict[str, object]:
    """A seat's facts in the middle of a game, or at its end."""
    state, luck = USA.start(seeded(3)), seeded(4)
    while not state.over and (over or state.turns < 40):
        actions = state.legal_actions()
        state.apply(actions[luck.below(len(actions))])
    return json.loads(json.dumps(observe(state, 1).facts()))  # type: ignore[no-any-return]


MIDDLE, END = played(over=False), played(over=True)

CONTRADICTIONS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "a phase that is none": ("phase", lambda phase: 7),
    "a seat that is none decides": ("deciding", lambda seat: 2),
    "a seat that is none begins": ("first", lambda seat: -1),
    "more passes than seats": ("passes", lambda passes: 3),
    "a card that is none": ("row", lambda row: [99, *row[1:]]),
    "one card too many in the deck": ("deck_size", lambda size: size + 1),
    "fewer cards than none": ("discard", lambda cards: [-1, cards[0] + cards[1] + 1, *cards[2:]]),
    "a hand of another size": ("hand_sizes", lambda sizes: [sizes[0] + 1, sizes[1] - 1]),
    "a hand with more cards than there are": ("hand", lambda hand: [90, *hand[1:]]),
    "a hand that lacks cards seen being taken": ("known", lambda known: [known[0], [9] * 9]),
    "an owner that is none": ("owner", lambda owner: [9, *owner[1:]]),
    "one piece too many": ("pieces", lambda pieces: [[pieces[0][0] + 1], pieces[1]]),
    "points that no route earned": ("points", lambda points: [points[0] + 1, points[1]]),
    "a lane that is none is closed": ("closed", lambda closed: [[1000], closed[1]]),
    "a ticket twice": ("tickets", lambda tickets: [tickets[0], *tickets[:-1]]),
    "a ticket that is none": ("tickets", lambda tickets: [30, *tickets[1:]]),
    "a ticket less": ("tickets", lambda tickets: tickets[1:]),
    "more tickets of another seat": ("ticket_batches", lambda held: [[*held[0], 0], held[1]]),
    "a smaller ticket deck": ("put_under", lambda under: under[1:]),
    "a ticket that a seat put back and does not know": ("put_under", lambda under: [1, *under[1:]]),
    "a batch that is none": ("ticket_batch", lambda batch: [5, *batch[1:]]),
    "a choice of tickets not offered": ("choice", lambda choice: 8),
    "a ticket completed without lanes": ("completed", lambda done: [not done[0], *done[1:]]),
    "scores before the end": ("standings", lambda standings: [[0, 1, 10, "score"], [1, 2, 5, "score"]]),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_facts_that_contradict_each_other_are_refused(name: str) -> None:
    fact, change = CONTRADICTIONS[name]
    with pytest.raises(ViewError) as refused:
        from_facts(USA, {**MIDDLE, fact: change(MIDDLE[fact])})
    assert refused.value.code in ("view.inconsistent", "view.malformed")


@pytest.mark.parametrize("fact", ["revealed", "standings", "ledger"])
def test_an_end_that_contradicts_itself_is_refused(fact: str) -> None:
    rows = END[fact]
    assert isinstance(rows, list)
    changed = {"revealed": [rows[1], rows[0]], "standings": rows[:1], "ledger": [["routes", 9, 1, 1], *rows]}[fact]
    with pytest.raises(ViewError, match=r"view\.inconsistent"):
        from_facts(USA, {**END, fact: changed})


def numbers_in(value: object) -> list[tuple[list[Any], int]]:
    """Every number of nested lists, as the list it is in and its place there."""
    found: list[tuple[list[Any], int]] = []
    if isinstance(value, list):
        for place, item in enumerate(value):
            found += [(value, place)] if type(item) is int else numbers_in(item)
    return found


@examples(150)
@given(name=st.sampled_from(sorted(MIDDLE)), change=st.sampled_from([-1000, -2, -1, 1, 2, 7, 1000]), data=st.data())
def test_facts_with_one_number_changed_are_refused_or_can_be_dealt(name: str, change: int, data: st.DataObject) -> None:
    facts = json.loads(json.dumps(MIDDLE))
    whole = [facts[name]]
    spots = numbers_in(whole)
    if spots and name != "seat":
        table, place = data.draw(st.sampled_from(spots))
        table[place] += change
    with suppress(ViewError):
        view = from_facts(USA, {**facts, name: whole[0]})
        assert audit(determinize(view, seeded(1))) == ""
