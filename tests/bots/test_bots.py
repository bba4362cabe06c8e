"""Every light bot plays every table to its end, legally, from nothing but its view and its own luck."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bots.tables_of_bots import LIGHT
from ferrovia.boards import board_ids, load
from ferrovia.bots import BOTS, Actions, Bot, Budget, UnknownBot, make_bot, register
from ferrovia.engine.chance import seeded
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.view import View, observe
from properties.accounts import check
from properties.tables import Table, luck, tables, tables_of

MOST_DECISIONS = 5000


def play(table: Table, names: Sequence[str], number: int) -> State:
    """A game between bots by name, one per seat."""
    state = deal(table.game(), luck("seeded", f"bots {table} {number}"), [])
    players = [make_bot(name, seeded(number, seat)) for seat, name in enumerate(names)]
    for _ in range(MOST_DECISIONS):
        if state.over:
            break
        actions = list(state.legal_actions())
        action = players[state.seat].choose(observe(state, state.seat), actions, Budget(iterations=1))
        assert action in actions
        state.apply(action)
    assert state.over
    return state


@pytest.mark.parametrize("table", tables(), ids=str)
@pytest.mark.parametrize("name", LIGHT)
def test_a_table_of_one_kind_plays_to_the_end(name: str, table: Table) -> None:
    check(play(table, [name] * table.seats, 1))


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_mixed_table_plays_to_the_end(table: Table) -> None:
    check(play(table, [LIGHT[seat % len(LIGHT)] for seat in range(table.seats)], 2))


@pytest.mark.parametrize("name", LIGHT)
def test_the_same_view_and_luck_give_the_same_action(name: str) -> None:
    for table in tables()[::4]:
        one, other = play(table, [name] * table.seats, 3), play(table, [name] * table.seats, 3)
        assert one.digest() == other.digest()


@pytest.mark.parametrize("name", LIGHT)
def test_a_bot_leaves_what_it_is_given_as_it_was(name: str) -> None:
    """Views are shared with whoever shows the game; lists of actions with whoever checks the answer."""
    state = tables()[0].game().start(seeded(4))
    bot = make_bot(name, seeded(5))
    while not state.over:
        view, actions = observe(state, state.seat), list(state.legal_actions())
        facts, listed = str(view.facts()), list(actions)
        action = bot.choose(view, actions, Budget(iterations=1))
        assert (str(view.facts()), actions) == (facts, listed)
        state.apply(action)


@pytest.mark.parametrize("id", board_ids())
def test_greedy_beats_random(id: str) -> None:
    """Otherwise it would be no opponent. Both sit on either side. Of the toy's cuttings it knows nothing."""
    table = tables_of(load(id))[0]
    lead = 0
    for number in range(12):
        greedy = number % 2
        scores = play(table, ["random" if seat != greedy else "greedy" for seat in range(2)], number).scores()
        lead += scores[greedy] - scores[1 - greedy]
    assert lead > 0


# --- the registry ---------------------------------------------------------------------------------------
class Last(Bot):
    """Somebody else's bot."""

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        return actions[-1]


def test_other_peoples_bots_join_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrovia.bots.registry.BOTS", dict(BOTS))  # what is registered here stays here
    register("last", Last)
    register("last", Last)  # importing a file twice does no harm
    assert play(tables()[0], ["last", "random"], 6).over
    with pytest.raises(ValueError, match="there already"):
        register("greedy", Last)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot) as error:
        make_bot("deep blue", seeded(1))
    assert error.value.code == "bot.unknown"
    assert error.value.params == {"bot": "deep blue", "known": sorted(BOTS)}
