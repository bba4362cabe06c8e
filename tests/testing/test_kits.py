"""The kits hold for all that is ours, and find what is planted."""

from __future__ import annotations

import itertools

import pytest

import ferrovia
from ferrovia.bots import bot_names
from ferrovia.testing import check_bot, check_rules
from ferrovia.testing import rules as rules_kit
from properties.tables import boards

SEARCHING = ("expert", "expert-v1", "dispatcher", "stationmaster", "conductor")


@pytest.mark.parametrize("name", [name for name in bot_names() if name not in SEARCHING])
def test_our_bots_conform(name: str) -> None:
    check_bot(name, boards=["amsterdam"])


@pytest.mark.parametrize("board", boards(), ids=lambda board: board.id)
def test_our_rules_conform(board: ferrovia.Board) -> None:
    check_rules(board, games=1, every=29)


class Planted(ferrovia.Bot):
    """Plays the first action, and does one thing that it should not."""

    def choose(self, view: ferrovia.View, actions: ferrovia.Actions, budget: ferrovia.Budget) -> int:
        return actions[0]


class Illegal(Planted):
    def choose(self, view: ferrovia.View, actions: ferrovia.Actions, budget: ferrovia.Budget) -> int:
        return 10_000


class Words(Planted):
    def choose(self, view: ferrovia.View, actions: ferrovia.Actions, budget: ferrovia.Budget) -> int:
        return "draw blind"  # type: ignore[return-value]


class Fickle(Planted):
    turns = itertools.count()

    def choose(self, view: ferrovia.View, actions: ferrovia.Actions, budget: ferrovia.Budget) -> int:
        return actions[next(self.turns) % len(actions)]


class Meddling(Planted):
    def choose(self, view: ferrovia.View, actions: ferrovia.Actions, budget: ferrovia.Budget) -> int:
        view.hand[0] += 1
        return actions[0]


class Shortening(Planted):
    def choose(self, view: ferrovia.View, actions: ferrovia.Actions, budget: ferrovia.Budget) -> int:
        first = actions[0]
        actions.clear()  # type: ignore[attr-defined]
        return first


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (Illegal, "is not legal"),
        (Words, "is no action"),
        (Fickle, "the same luck and views"),
        (Meddling, "changed its view"),
        (Shortening, "changed the list"),
    ],
)
def test_what_is_planted_in_a_bot_is_found(bot: type[ferrovia.Bot], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_bot(bot, boards=["amsterdam"])


@pytest.mark.parametrize(
    ("function", "value", "said"),
    [
        ("audit", lambda state: "a card", "a card"),
        ("parse_action", lambda game, text: -1, "another action"),
        ("determinize", lambda view, luck: ferrovia.new_game(view.game.board, 2).start(luck), "hidden|secret"),
    ],
)
def test_what_is_planted_in_the_rules_is_found(
    monkeypatch: pytest.MonkeyPatch, function: str, value: object, said: str
) -> None:
    monkeypatch.setattr(rules_kit, function, value)
    with pytest.raises(AssertionError, match=said):
        check_rules(ferrovia.load("amsterdam"), games=1)
