"""S1–S6: stations."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ferrovia.boards import BoardError, load, new_game
from ferrovia.engine.audit import audit
from ferrovia.engine.chance import seeded
from ferrovia.engine.ledger import CORE_LINES
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.scoring import completed_tickets
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.view import determinize, from_facts, observe
from positions import Position, codes, counter, do, hand_of, legal, refused, said
from rulings.skerries_board import FOLDER, SKERRIES

NAMES = [place.name for place in SKERRIES.places]
ON = {"stations": True}


def table(seats: int = 3) -> Position:
    return Position(SKERRIES, seats=seats, options=ON)


def station(position: Position, seat: int, *places: str) -> Position:
    """A seat has stations on these places."""
    for place in places:
        position.counter("stations", NAMES.index(place), seat + 1)
    return position.counter("stations_left", seat, 3 - len(places))


def ticket_points(state: State, seat: int = 0) -> list[int]:
    return [line.points for line in state.ledger() if line.rule == "ticket" and line.seat == seat]


def put(state: State) -> set[str]:
    return {text for text in legal(state) if text.startswith("station at")}


def test_s1_a_turn_may_put_a_station_on_any_place() -> None:
    state = table().hand(0, red=1).state()
    assert put(state) == {f"station at {name}" for name in NAMES if name != "Knut"}
    do(state, "station at Dal", "station pay red")
    assert (hand_of(state, 0), state.seat, state.turns) == ({}, 1, 1)
    assert said(state, "station.built") == [{"place": NAMES.index("Dal"), "ruling": "S1"}]
    assert (counter(state, "stations", NAMES.index("Dal")), counter(state, "stations_left", 0)) == (1, 2)
    assert audit(state) == ""


def test_s1_r31_a_junction_takes_no_station() -> None:
    assert refused(table().hand(0, red=1).state(), "station at Knut").code == "action.not_now"


def test_s1_without_the_rule_there_are_none() -> None:
    state = Position(SKERRIES, seats=3).hand(0, red=1).state()
    assert not any(text.startswith("station") for text in legal(state))


def test_s2_the_first_costs_one_card_the_second_two_the_third_three() -> None:
    hand = {"red": 3, "blue": 2, "wild": 1}
    asked = []
    for built in (["Dal"], ["Dal", "Enby"]):
        state = do(station(table(), 0, *built).hand(0, **hand).state(), "station at Gard")
        asked.append(legal(state))
    assert asked[0] == {"station pay red", "station pay red+1w", "station pay blue", "station pay blue+1w"}
    assert asked[1] == {"station pay red", "station pay red+1w", "station pay blue+1w"}
    first = do(table().hand(0, **hand).state(), "station at Gard")
    assert legal(first) == {"station pay red", "station pay blue", "station pay wild"}


def test_s2_all_cards_are_of_one_colour() -> None:
    state = station(table(), 0, "Dal", "Enby").hand(0, red=2, blue=2).state()
    assert put(state) == set()
    assert refused(state, "station at Gard").code == "action.not_now"


def test_s2_a_fourth_there_is_not() -> None:
    state = station(table(), 0, "Dal", "Enby", "Falla").hand(0, red=8, wild=8).state()
    assert put(state) == set()


def test_s2_a_place_chosen_has_to_be_paid() -> None:
    state = do(table().hand(0, red=2, lilac=3).state(), "station at Dal")
    for text in ("pass", "draw blind", "tickets", "station at Gard", "claim Gard–Alvik lilac"):
        assert refused(state, text).code == "action.not_now"
    assert refused(state, "station pay blue").code == "action.not_now"


def test_s3_two_stations_never_stand_on_one_place() -> None:
    state = station(table(), 1, "Dal").hand(0, red=1).state()
    assert "station at Dal" not in put(state)
    assert refused(state, "station at Dal").code == "action.not_now"


def test_s3_a_station_closes_no_route() -> None:
    state = station(table(), 1, "Gard").hand(0, lilac=3).state()
    assert "claim Gard–Alvik lilac" in legal(state)


def test_s4_a_station_lends_one_route_of_somebody_else_into_its_place() -> None:
    position = station(table().owns(0, "Dal–Enby").owns(1, "Enby–Falla"), 0, "Falla")
    far = position.ticket("Dal", "Falla")
    assert ticket_points(position.holds(0, far).over().state()) == [5]
    without = table().owns(0, "Dal–Enby").owns(1, "Enby–Falla").holds(0, far).over().state()
    assert ticket_points(without) == [-5]


def test_s4_the_route_has_to_lead_into_the_place_of_the_station() -> None:
    position = station(table().owns(0, "Falla–Gard").owns(1, "Dal–Enby", "Enby–Falla"), 0, "Dal")
    state = position.holds(0, position.ticket("Dal", "Enby"), position.ticket("Dal", "Falla")).over().state()
    assert sorted(ticket_points(state)) == [-5, 3]


def test_s4_each_station_lends_one_route_and_no_more() -> None:
    position = station(table().owns(1, "Dal–Enby", "Enby–Falla"), 0, "Enby")
    one, other = position.ticket("Dal", "Enby"), position.ticket("Enby", "Falla")
    assert sorted(ticket_points(position.holds(0, one, other).over().state())) == [-2, 3]


def test_s4_several_stations_work_together() -> None:
    position = station(table().owns(1, "Dal–Enby", "Enby–Falla"), 0, "Enby", "Falla")
    assert ticket_points(position.holds(0, position.ticket("Dal", "Falla")).over().state()) == [5]


def test_s4_where_nobody_else_builds_a_station_lends_nothing() -> None:
    position = station(table().owns(0, "Berga–Knut"), 0, "Enby")
    assert ticket_points(position.holds(0, position.ticket("Dal", "Enby")).over().state()) == [-3]


def test_s4_r26_borrowed_tickets_count_as_completed_in_a_tie() -> None:
    position = station(table(2).owns(1, "Dal–Enby"), 0, "Dal")
    state = position.holds(0, position.ticket("Dal", "Enby")).over().state()
    assert [completed_tickets(state, seat) for seat in range(2)] == [1, 0]


def test_s5_a_borrowed_route_never_counts_for_the_longest_path() -> None:
    position = station(table().owns(0, "Dal–Enby").owns(1, "Enby–Falla", "Falla–Gard"), 0, "Enby")
    state = position.over().state()
    paths = {line.seat: line.detail for line in state.ledger() if line.rule == "longest_path"}
    assert paths == {1: 5}
    assert sum(line.points for line in state.ledger() if line.rule == "route" and line.seat == 0) == 4


def test_s5_a_ticket_is_shown_as_completed_by_own_routes_only_until_the_end() -> None:
    position = station(table().owns(1, "Dal–Enby"), 0, "Dal")
    state = position.holds(0, position.ticket("Dal", "Enby")).state()
    assert observe(state, 0).completed == [False]


def test_s6_stations_kept_score() -> None:
    state = station(table(), 1, "Dal", "Enby", "Falla").over().state()
    lines = [(line.seat, line.points, line.detail) for line in state.ledger() if line.rule not in CORE_LINES]
    assert lines == [(0, 12, 3), (2, 12, 3)]


def test_stations_are_public_and_random_games_hold_together() -> None:
    game = new_game(SKERRIES, 4, ON)
    given: set[str] = set()
    for number in range(25):
        state = game.start(seeded(number))
        policy = RandomPolicy(game, seeded(number, 1))
        while not state.over:
            action = policy.choose(state)
            given.add(" ".join(format_action(game, action).split()[:2]))
            state.apply(action)
            assert audit(state) == ""
            if "station" in format_action(game, action):
                facts = observe(state, 1).facts()
                assert from_facts(game, facts).facts() == facts
                assert observe(determinize(observe(state, 1), seeded(1)), 1).facts() == facts
                assert facts["counters"] == observe(state, -1).facts()["counters"]
    assert given >= {"station at", "station pay"}


def test_a_bot_puts_a_station_in_its_last_turn_where_that_completes_much() -> None:
    position = table(2).owns(0, "Berga–Knut").owns(1, "Knut–Enby", "Enby–Falla").hand(0, red=2)
    state = position.holds(0, position.ticket("Berga", "Falla")).state()
    rule = state.game.rule_by_id["stations"]
    assert rule.advise(state) == -1
    state.turns_left = 2
    assert rule.advise(state) == -1  # one station is not enough
    near = table(2).owns(0, "Berga–Knut", "Knut–Enby").owns(1, "Enby–Falla").hand(0, red=2)
    state = near.holds(0, near.ticket("Berga", "Falla")).state()
    state.turns_left = 2
    assert format_action(state.game, rule_of(state).advise(state)) in ("station at Falla", "station at Enby")
    do(state, "station at Falla")
    assert format_action(state.game, rule_of(state).advise(state)) == "station pay red"
    assert "station.built" in codes(do(state, "station pay red"))


def rule_of(state: State):  # type: ignore[no-untyped-def]
    return state.game.rule_by_id["stations"]


@pytest.mark.parametrize(("old", "new", "reason"), [
    ("pieces = 3", "pieces = 0", "from 1 to 6"), ("points = 4", "points = -4", "whole number"),
], ids=str)  # fmt: skip
def test_s1_the_loader_refuses_what_can_t_be(tmp_path: Path, old: str, new: str, reason: str) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "board")
    text = (folder / "board.toml").read_text(encoding="utf-8")
    (folder / "board.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BoardError) as error:
        load(folder)
    assert any(reason in problem.reason for problem in error.value.problems)
