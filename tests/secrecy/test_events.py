"""A whole game's events, read as one seat gets them: nothing in them that only another seat may know."""

from __future__ import annotations

import json

import pytest

from ferrovia.engine.chance import Chance, from_secret, seeded
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.policy import RandomPolicy, play_out
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.view import SPECTATOR, observe
from positions import Position, refused
from properties.tables import Table, luck, tables

PUBLIC: dict[str, set[str]] = {
    "card.blind": set(),
    "card.face_up": {"slot", "card"},
    "card.only_one": set(),
    "cards.paid": {"colour", "plain", "wilds"},
    "deck.reshuffled": {"cards"},
    "game.over": {"reason"},
    "game.started": {"first"},
    "hand.dealt": {"count"},
    "loan.taken": {"tokens", "to"},
    "merchandise.taken": set(),
    "neutral.blank": set(),
    "neutral.ended": {"reason"},
    "neutral.placed": {"lane"},
    "neutral.turned": {"ticket"},
    "round.last": {"turns"},
    "route.claimed": {"lane", "points"},
    "route.closed": {"lane"},
    "row.filled": {"slot", "card"},
    "row.refilled": set(),
    "row.reset": {"row"},
    "row.stays": {"resets"},
    "tickets.chosen": set(),
    "tickets.kept": {"kept", "rejected", "long", "discarded"},
    "tickets.offered": {"count"},
    "tickets.reshuffled": {"count"},
    "toll.paid": {"tokens", "to"},
    "toll.received": {"tokens"},
    "cutting.turned_up": {"cards", "extra"},
    "cutting.withdrawn": {"lane"},
    "station.built": {"place"},
    "tunnel.turned_up": {"lane", "cards", "extra"},
    "tunnel.withdrawn": {"lane"},
    "turn.passed": set(),
}
"""What everybody is told, by code; any event may name its ruling. A new one has to be thought about first."""


def play(table: Table, number: int) -> list[Event]:
    game = table.game()
    events: list[Event] = []
    state = deal(game, luck("secret", f"events {table} {number}"), events)
    play_out(state, RandomPolicy(game, seeded(number)))
    return events


def numbers(value: object) -> set[int]:
    return {value} if isinstance(value, int) else set(value) if isinstance(value, list) else set()


def shown_tickets(seen: dict[str, object]) -> set[int]:
    """The tickets an event names."""
    keys = {"tickets", "returned", "discarded", "ticket"} & seen.keys()
    return {ticket for key in keys for ticket in numbers(seen[key])}


@pytest.mark.parametrize("table", tables(), ids=str)
def test_events_show_others_nothing_but_what_is_public(table: Table) -> None:
    for number in range(3):
        events = play(table, number)
        for viewer in (SPECTATOR, *range(table.seats)):
            entitled: set[int] = set()
            for event in events:
                seen = json.loads(json.dumps(event.seen_by(viewer)))
                told = seen.keys() - {"code", "seat"}
                if event.seat == viewer and viewer != TABLE:
                    assert told == event.public.keys() | event.private.keys()
                    entitled |= shown_tickets(event.private)
                else:
                    assert told - {"ruling"} <= PUBLIC[event.code]
                    assert told == event.public.keys()
                if "discarded" in seen:
                    assert table.board.ticket_deal.face_up_discard  # N12
                entitled |= shown_tickets(event.public)
                assert shown_tickets(seen) <= entitled


@pytest.mark.parametrize("table", tables(), ids=str)
def test_private_parts_are_what_the_table_does_not_see(table: Table) -> None:
    """No code keeps the same thing in both halves, so nothing private is public under another viewer."""
    for event in play(table, 9):
        shared = event.private.keys() & event.public.keys()
        assert not shared, event.code
        if event.code == "card.blind":
            assert set(event.private) == {"card"}
        if event.seat == TABLE:
            assert not event.private


# --- what an error message or a debugger prints ---------------------------------------------------------
SECRET = bytes(range(100, 132))


def dealt(chance: Chance) -> State:
    return deal(tables()[0].game(), chance, [])


def prints(thing: object) -> str:
    return f"{thing!r} {thing!s} {thing}"


def leaks(text: str) -> bool:
    return SECRET.hex() in text or repr(SECRET) in text or repr(SECRET)[2:12] in text or "secret=" in text


def test_states_chances_and_views_print_no_secret() -> None:
    state = dealt(from_secret(SECRET))
    state.apply(state.legal_actions()[0])
    for thing in (state, state.chance, observe(state, 0), observe(state, SPECTATOR)):
        text = prints(thing)
        assert not leaks(text)
        assert len(text) < 400
        assert str(state.hand(1)) not in text
    assert state.chance.block[:4].hex() not in prints(state.chance)


def test_a_seeded_chance_does_not_print_its_word() -> None:
    chance = seeded(2026)
    assert str(chance.word) not in prints(chance)
    assert str(chance.word) not in prints(dealt(chance))


def test_events_print_their_public_half_only() -> None:
    event = Event("card.blind", 1, {"slot": 3}, {"card": 987654321, "tickets": [123456789]})
    for text in (prints(event), prints([event]), prints({"event": event})):
        assert "987654321" not in text
        assert "123456789" not in text
        assert "card.blind" in text


def test_refusals_print_nothing_of_a_hand() -> None:
    """Nothing but what was asked for: not what the hand has, nor whose it is."""
    state = Position(seats=3).hand(0, red=1, wild=1).hand(1, red=9).row("red", "blue", "blue", "green").state()
    refusal = refused(state, "claim Dallas–Oklahoma City red")
    assert refusal.params.keys() <= {"lane", "needed", "wilds"}
    assert refused(state, "draw blind", seat=1).params == {"seat": 1}
