"""L1–L4: long tickets, dealt once from a deck of their own."""

from __future__ import annotations

import pytest

from ferrovia.boards import new_game
from ferrovia.engine.audit import audit
from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.engine.tickets import BOX, boxed_by, offered
from ferrovia.view import ViewError, determinize, from_facts, observe
from positions import do, legal, log
from rulings.skerries_board import SKERRIES

LONG = {number for number, ticket in enumerate(SKERRIES.tickets) if ticket.long}


def dealt(seats: int = 3, seed: int = 1) -> State:
    return deal(new_game(SKERRIES, seats, first=0), seeded(seed), [])


def boxed(state: State) -> list[int]:
    return [ticket for ticket in range(state.game.tickets) if state.holder[ticket] <= BOX]


def test_l1_everybody_is_dealt_long_tickets_beside_the_first_ones() -> None:
    state = dealt()
    for seat in range(3):
        assert [ticket in LONG for ticket in offered(state, seat)] == [True, False]
    assert legal(state) == {"keep 1", "keep 2", "keep 1,2"}
    assert audit(state) == ""


def test_l1_what_has_to_be_kept_may_be_long_or_not() -> None:
    state = do(dealt(), "keep 1", "keep 2", "keep 1,2")
    held = [[ticket in LONG for ticket in observe(state, seat).tickets] for seat in range(3)]
    assert [sorted(kinds) for kinds in held] == [[True], [False], [False, True]]
    assert audit(state) == ""


def test_l2_rejected_long_tickets_leave_the_game_unseen() -> None:
    state = dealt()
    long = offered(state, 1)[0]
    do(state, "keep 1", "keep 2", "keep 1,2")
    assert state.holder[long] == boxed_by(1)
    assert long not in state.ticket_deck
    assert observe(state, 1).boxed == [long]
    assert (observe(state, 0).boxed, observe(state, -1).boxed) == ([], [])
    for viewer in (0, 2, -1):
        told = [event.seen_by(viewer) for event in log(state) if event.code == "tickets.kept" and event.seat == 1]
        assert [("tickets" in facts, "returned" in facts) for facts in told] == [(False, False)]


def test_l2_who_returned_a_long_ticket_never_thinks_it_elsewhere() -> None:
    state = do(dealt(), "keep 2", "keep 2", "keep 1")
    mine = observe(state, 0).boxed[0]
    for seed in range(40):
        filled = determinize(observe(state, 0), seeded(seed))
        assert filled.holder[mine] == boxed_by(0)
        assert observe(filled, 0).facts() == observe(state, 0).facts()
        assert audit(filled) == ""


def test_l3_long_tickets_are_never_drawn_later() -> None:
    game = new_game(SKERRIES, 4)
    for number in range(20):
        state = game.start(seeded(number))
        policy = RandomPolicy(game, seeded(number, 1))
        box = len(LONG) - 4
        assert len(boxed(state)) == box
        while not state.over:
            state.apply(policy.choose(state))
            assert not LONG & set(state.ticket_deck)
            assert audit(state) == ""


def test_l4_everybody_sees_who_keeps_how_many_long_tickets() -> None:
    state = do(dealt(), "keep 1", "keep 2", "keep 1,2")
    for viewer in (0, 1, 2, -1):
        assert observe(state, viewer).held_batches == [[-1], [0], [-1, 0]]


def test_l4_others_are_dealt_long_tickets_where_they_keep_some() -> None:
    state = do(dealt(), "keep 2", "keep 1", "keep 2")
    seen: set[int] = set()
    for seed in range(60):
        filled = determinize(observe(state, 0), seeded(seed))
        held = observe(filled, 1).tickets
        assert len(held) == 1
        seen.update(held)
    assert seen == LONG - set(observe(state, 0).boxed)


@pytest.mark.parametrize("change", [
    {"boxed": []}, {"boxed": [0]}, {"ticket_batches": [[0], [0], [-1, 0]]}, {"boxed": [99]},
], ids=str)  # fmt: skip
def test_l2_facts_that_can_t_be_are_refused(change: dict[str, object]) -> None:
    state = do(dealt(), "keep 2", "keep 1", "keep 1,2")
    facts = observe(state, 0).facts()
    assert from_facts(state.game, facts).facts() == facts
    with pytest.raises(ViewError):
        from_facts(state.game, {**facts, **change})
