"""The layout of observations: what a field says of a position, in the order that its axes promise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ferrovia
from checkout import load_module
from ferrovia.engine.errors import SeatError
from ferrovia.engine.phases import KEEP_TICKETS, TURN
from ferrovia.engine.state import State
from ferrovia.env import VERSION, Spec, spec
from ferrovia.view import SPECTATOR, observe
from positions import Position
from properties.tables import Table, tables, tables_of
from rulings.skerries_board import SKERRIES

PAGE = Path(__file__).parents[2] / "docs" / "env.md"
LAYOUTS = (
    1,
    {
        "amsterdam": "2bc2567847b61fc5",
        "berlin": "44c7ba9da798cb28",
        "lyon": "bc7549194566387b",
        "nederland": "e349a1bf0e50cc38",
        "usa": "0c98fe8dfc4d6d0f",
    },
)
"""As the first version had them (commit 528f620)."""


def read(state: State, seat: int) -> dict[str, list[int]]:
    layout = spec(state.game)
    return layout.read(layout.encode(observe(state, seat)))


@pytest.mark.parametrize("table", tables(), ids=str)
def test_fields_stand_side_by_side(table: Table) -> None:
    layout, at = spec(table.game()), 0
    for field in layout.fields:
        assert field.at == at
        assert len(field.axes) == len(field.shape)
        at += field.size
    assert at == layout.size
    assert len({field.name for field in layout.fields}) == len(layout.fields)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_counter_of_a_rule_is_a_field(table: Table) -> None:
    game = table.game()
    names = {field.name for field in spec(game).fields}
    assert {f"rule.{name}" for name, _, _ in game.counter_names} == {name for name in names if name.startswith("rule.")}


def test_seats_are_counted_from_the_observer_on() -> None:
    state = Position("usa", seats=3).hand(1, red=3, wild=1).owns(2, "Dallas–Houston").to_play(1).state()
    one, two = read(state, 1), read(state, 2)
    assert one["seat.hand"] == [4, 0, 0]
    assert two["seat.hand"] == [0, 0, 4]
    assert one["seat.turn"] == [1, 0, 0]
    assert two["seat.turn"] == [0, 0, 1]
    lane = Position("usa", seats=3).lane("Dallas–Houston")
    assert one["lane.owner"][lane * 3 : lane * 3 + 3] == [0, 1, 0]
    assert two["lane.owner"][lane * 3 : lane * 3 + 3] == [1, 0, 0]
    assert sum(one["place.lanes"]) == 2
    red = state.game.colours.index("red")
    assert (one["hand"][red], one["hand"][-1], sum(one["hand"])) == (3, 1, 4)
    assert sum(two["hand"]) == 0


def test_a_claimed_lane_is_open_to_nobody() -> None:
    state = Position("usa", seats=4).owns(0, "Dallas–Houston").state()
    lanes = [lane for lane, owner in enumerate(state.owner) if owner == 0]
    twin = next(int(other) for other in state.game.twins[state.game.twin_first[lanes[0]] :][:1])
    told = read(state, 3)["lane.open"]
    assert told[lanes[0] * 4 : lanes[0] * 4 + 4] == [0, 0, 0, 0]
    assert told[twin * 4 : twin * 4 + 4] == [1, 0, 1, 1], "R21: whoever has a lane may not claim the one beside it"


def test_offered_and_held_tickets_are_the_observers_own() -> None:
    game = ferrovia.new_game(ferrovia.load("usa"), seats=2)
    state = game.start(ferrovia.seeded(5))
    offered = observe(state, 0).offer
    told = read(state, 0)
    assert [told["ticket.offer"][ticket] for ticket in offered] == [1, 2, 3]
    assert told["seat.offered"] == [3, 3]
    assert told["choice"] == [0, 0, 0]
    state.apply_for(0, ferrovia.parse_action(game, "keep 1,3"))
    assert read(state, 0)["choice"] == [1, 0, 1]
    assert read(state, 0)["seat.deciding"] == [0, 1]
    assert read(state, 1)["choice"] == [0, 0, 0]
    state.apply_for(1, ferrovia.parse_action(game, "keep 1,2,3"))
    told = read(state, 0)
    assert told["phase"].index(1) == TURN
    assert told["seat.tickets"] == [2, 3]
    assert [ticket for ticket in range(30) if told["ticket.holder"][ticket * 2]] == sorted([offered[0], offered[2]])
    assert sum(told["ticket.holder"][1::2]) == 0
    assert told["ticket.returned"][offered[1]] == len(state.ticket_deck)
    assert sum(read(state, 1)["ticket.returned"]) == 0


def test_the_mask_is_what_may_be_done() -> None:
    game = ferrovia.new_game(ferrovia.load("usa"), seats=2)
    state = game.start(ferrovia.seeded(5))
    flags = spec(game).mask(state.legal_actions())
    assert [action for action, flag in enumerate(flags) if flag] == list(state.legal_actions())
    assert len(flags) == game.actions


def test_a_spectator_has_no_observation() -> None:
    state = ferrovia.new_game(ferrovia.load("usa"), seats=2).start(ferrovia.seeded(5))
    with pytest.raises(SeatError):
        spec(state.game).encode(observe(state, SPECTATOR))


def test_the_digest_tells_layouts_apart() -> None:
    tables_of = {seats: Spec(ferrovia.new_game(ferrovia.load("usa"), seats)) for seats in (2, 3)}
    assert tables_of[2].digest == spec(ferrovia.new_game(ferrovia.load("usa"), 2)).digest
    assert tables_of[2].digest != tables_of[3].digest
    assert tables_of[2].version == VERSION


def test_the_layout_of_the_built_in_boards_is_that_of_its_version() -> None:
    """A digest that differs means another layout: raise VERSION, then write it down here."""
    found = {id: Spec(ferrovia.new_game(ferrovia.load(id), 2)).digest for id in ferrovia.board_ids()}
    assert (VERSION, found) == LAYOUTS


def test_constants_are_told_by_lane_and_ticket() -> None:
    told = spec(ferrovia.new_game(ferrovia.load("amsterdam"), seats=2)).constants()
    game = ferrovia.new_game(ferrovia.load("amsterdam"), seats=2)
    assert told["lane.cards"] == [lane.cards for lane in game.lanes]
    assert told["lane.mark.cart"] == [int(lane.columns["cart"] == "yes") for lane in game.lanes]
    assert len(told["ticket.points"]) == game.tickets


def test_tickets_to_choose_from_are_those_of_the_phase() -> None:
    game = ferrovia.new_game(ferrovia.load("nederland"), seats=2)
    state = game.start(ferrovia.seeded(1))
    while state.phase != TURN:
        state.apply(state.legal_actions()[0])
    state.apply(ferrovia.parse_action(game, "tickets"))
    told = read(state, int(state.seat))
    assert told["phase"].index(1) == KEEP_TICKETS
    offered = [ticket for ticket, place in enumerate(told["ticket.offer"]) if place]
    assert offered == sorted(observe(state, state.seat).offer)
    assert told["seat.offered"] == [len(offered), 0]


def test_owners_of_stations_are_counted_from_the_observer_on() -> None:
    table = next(table for table in tables_of(SKERRIES) if str(table) == "skerries-3p-stations")
    state = table.game(first=1).start(ferrovia.seeded(1))
    start = next(at for name, at, _ in state.game.counter_names if name == "stations")
    state.counters[start + 2] = 1 + 1
    for observer, relative in ((0, 1), (1, 0), (2, 2)):
        told = read(state, observer)["rule.stations"]
        assert [at for at, flag in enumerate(told) if flag] == [2 * 3 + relative]


def test_cards_turned_up_for_a_tunnel_are_told_one_by_one() -> None:
    table = next(table for table in tables_of(SKERRIES) if str(table) == "skerries-2p-plain")
    state = table.game().start(ferrovia.seeded(1))
    cards = int(state.game.cards)
    start, width = next((at, width) for name, at, width in state.game.counter_names if name == "tunnel_cards")
    assert read(state, 0)["rule.tunnel_cards"] == [0] * (width * cards)
    state.counters[start], state.counters[start + 1] = 0, cards - 1
    for observer in (0, 1):
        told = read(state, observer)["rule.tunnel_cards"]
        assert [at for at, flag in enumerate(told) if flag] == [0, cards + cards - 1]


# --- the page -------------------------------------------------------------------------------------------
def test_the_page_has_every_field_as_the_encoder_has_it() -> None:
    text = PAGE.read_text(encoding="utf-8")
    (shown,) = re.findall(r"<!-- fields -->\n(.*?)<!-- /fields -->", text, re.DOTALL)
    assert shown == load_module("tools/env_fields.py").table(), "python tools/env_fields.py writes it anew"
