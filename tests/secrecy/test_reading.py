"""A view that is told as facts, sent as JSON and read again is the same view in every field."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.boards import board_ids, builtin, new_game
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.view import SPECTATOR, View, ViewError, from_facts, observe

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=5), part, max_size=3),
    max_leaves=8,
)
USA = new_game(builtin("usa"), 2)
DERIVED = {"offer_sizes", "ticket_counts", "ticket_deck_size"}
"""Told for people's sake: they follow from other facts."""


def some_facts() -> dict[str, object]:
    state = USA.start(seeded(1))
    for _ in range(10):
        state.apply(state.legal_actions()[0])
    return observe(state, 0).facts()


FACTS = some_facts()


def fields(view: View) -> dict[str, object]:
    values = {name: getattr(view, name) for name in dir(view) if not name.startswith("_") and name != "game"}
    plain = {name: list(value) if hasattr(value, "__getitem__") else value for name, value in values.items()}
    return {name: value for name, value in plain.items() if not callable(value)}


def sent(game: Game, view: View) -> View:
    return from_facts(game, json.loads(json.dumps(view.facts())))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("board", board_ids())
def test_every_view_of_a_game_survives_the_journey(board: str, seats: int) -> None:
    game = new_game(builtin(board), seats)
    state, luck = game.start(seeded(5)), seeded(7)
    while True:
        for viewer in range(SPECTATOR, seats):
            view = observe(state, viewer)
            assert fields(sent(game, view)) == fields(view)
        if state.over:
            break
        actions = state.legal_actions()
        state.apply(actions[luck.below(len(actions))])


def test_facts_of_another_game_are_refused() -> None:
    with pytest.raises(ViewError, match=r"view\.other_game"):
        from_facts(new_game(builtin("usa"), 3), FACTS)
    with pytest.raises(ViewError, match=r"view\.other_game"):
        from_facts(new_game(builtin("lyon"), 2), FACTS)


@pytest.mark.parametrize("name", sorted(FACTS.keys() - DERIVED))
def test_a_missing_fact_is_named(name: str) -> None:
    with pytest.raises(ViewError) as refused:
        from_facts(USA, {key: value for key, value in FACTS.items() if key != name})
    assert refused.value.params == {"fact": name}


@given(name=st.sampled_from(sorted(FACTS)), value=ANYTHING)
def test_nonsense_is_refused_or_read(name: str, value: object) -> None:
    """Facts come over a network: whatever they are, nothing but a ViewError comes of it."""
    with suppress(ViewError):
        assert isinstance(from_facts(USA, {**FACTS, name: value}), View)


LIES: dict[str, tuple[str, object]] = {
    "a seat that is not there decides": ("deciding", 2),
    "a turn of nobody": ("turn", -1),
    "a phase that no rule has": ("phase", 9),
    "everybody waits": ("waiting", [True, True]),
    "a card that no deck has": ("row", [9, 0, 0, 0, 0]),
    "a card more in the hand": ("hand", [99, 0, 0, 0, 0, 0, 0, 0, 0]),
    "a hand without colours": ("hand", []),
    "more cards than the box has": ("deck_size", 1000),
    "fewer than none": ("deck_size", -1),
    "hands that grew": ("hand_sizes", [60, 60]),
    "pieces out of nowhere": ("pieces", [[99], [45]]),
    "points for nothing": ("points", [10, 0]),
    "a ticket twice": ("tickets", [1, 1]),
    "a ticket of another box": ("tickets", [1, 99]),
    "tickets told at the wrong time": ("revealed", [[], []]),
    "an empty ticket deck": ("put_under", []),
    "a lane of nobody": ("owner", [7] * len(USA.lanes)),
}


@pytest.mark.parametrize("lie", LIES)
def test_facts_that_contradict_each_other_are_refused(lie: str) -> None:
    fact, value = LIES[lie]
    assert FACTS[fact] != value
    with pytest.raises(ViewError) as refused:
        from_facts(USA, {**FACTS, fact: value})
    assert refused.value.code in ("view.inconsistent", "view.malformed")
