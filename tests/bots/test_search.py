"""Bots that plan and search: legal at every table, blind to what is hidden, within their budget, and no fools."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bots.tables_of_bots import LIGHT, THINKING, check_blind, check_faultless
from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import BOTS, Bot, Budget, make_bot
from ferrovia.bots.expert import Expert
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.planner import Planner
from ferrovia.bots.search.beliefs import ticket_weights
from ferrovia.bots.search.network_plans import best_plan
from ferrovia.bots.search.pathfinder import FAR, PathFinder
from ferrovia.bots.search.search import Search
from ferrovia.bots.search.ticket_choice import mean_of_best
from ferrovia.bots.tables import board_tables
from ferrovia.bots.v1.planner import PlannerV1
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.view import determinize_likely, observe
from positions import Position
from properties.tables import Table, tables

QUICK = Budget(iterations=12)


def test_every_bot_is_either_light_or_thinking() -> None:
    """So that none is left out of the tests of this folder."""
    assert sorted(BOTS) == sorted([*LIGHT, *THINKING])


@pytest.mark.parametrize(("number", "table"), list(enumerate(tables())), ids=str)
def test_tables_of_thinkers_play_to_the_end_without_a_fault(number: int, table: Table) -> None:
    names = [THINKING[(number + seat * 2) % len(THINKING)] for seat in range(table.seats)]
    check_faultless(table, number, names, QUICK)


@pytest.mark.parametrize("name", THINKING)
def test_a_choice_does_not_depend_on_what_is_hidden(name: str) -> None:
    check_blind(name, THINKING.index(name), 30, QUICK)


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("id", board_ids())
def test_first_tickets_are_chosen_by_all_at_once(name: str, id: str) -> None:
    """The last seat may be asked before the first one has answered."""
    state = new_game(load(id), 2).start(seeded(3))
    assert state.phase == FIRST_TICKETS
    action = make_bot(name, seeded(4)).choose(observe(state, 1), list(state.legal_for(1)), QUICK)
    assert action in list(state.legal_for(1))


# --- plans ----------------------------------------------------------------------------------------------
def plan_lanes(position: Position, *tickets: tuple[str, str]) -> list[str]:
    """The places a cheapest plan joins, with every lane at its number of cards."""
    game = position.game
    state = position.state()
    finder = PathFinder(board_tables(game))
    cost = vec[i64]([0 if state.owner[lane] == 0 else game.lane_cards[lane] for lane in range(len(game.lane_a))])
    for lane in range(len(cost)):
        if state.owner[lane] == 1:
            cost[lane] = FAR
    names = [place.name for place in game.board.places]
    ends = [(names.index(a), names.index(b)) for a, b in tickets]
    numbers = [
        ticket
        for a, b in ends
        for ticket in range(game.tickets)
        if {game.ticket_a[ticket], game.ticket_b[ticket]} == {a, b}
    ]
    assert len(numbers) == len(tickets)
    plan = best_plan(finder, cost, vec[i64](numbers))
    return sorted("–".join(sorted((names[game.lane_a[lane]], names[game.lane_b[lane]]))) for lane in plan.lanes)


def test_a_plan_takes_the_shortest_way() -> None:
    assert plan_lanes(Position("usa"), ("Denver", "El Paso")) == ["Denver–Santa Fe", "El Paso–Santa Fe"]


def test_a_plan_uses_what_is_owned_and_avoids_what_is_lost() -> None:
    owned = Position("usa").owns(0, "Denver–Santa Fe")
    assert plan_lanes(owned, ("Denver", "El Paso")) == ["El Paso–Santa Fe"]
    lost = Position("usa").owns(1, "Denver–Santa Fe")
    assert "Denver–Santa Fe" not in plan_lanes(lost, ("Denver", "El Paso"))


def test_tickets_share_their_ways() -> None:
    """Duluth–El Paso passes where Denver–El Paso goes already, if that is cheapest together."""
    together = plan_lanes(Position("usa"), ("Denver", "El Paso"), ("Duluth", "El Paso"))
    alone = plan_lanes(Position("usa"), ("Denver", "El Paso")), plan_lanes(Position("usa"), ("Duluth", "El Paso"))
    assert len(set(together)) == len(together)
    assert len(together) <= len(alone[0]) + len(alone[1])


@pytest.mark.parametrize("dealt", [1, 2, 3, 4, 9])
def test_the_mean_of_the_best_of_an_offer(dealt: int) -> None:
    worths = [-50, -3, 0, 7, 7, 20]
    sets = list(combinations(worths, min(dealt, len(worths))))
    assert mean_of_best(vec[i64](worths), dealt) == pytest.approx(sum(max(one) for one in sets) / len(sets))


# --- decisions nobody should get wrong --------------------------------------------------------------------
def last_turn() -> State:
    """One lane is missing to a ticket of 21 points, the cards are in the hand, and there is no turn after this one."""
    position = Position("usa").hand(0, orange=4, red=6)
    position.holds(0, position.ticket("Los Angeles", "New York"))
    position.owns(0, "Los Angeles–El Paso", "El Paso–Oklahoma City", "Oklahoma City–Kansas City")
    position.owns(0, "Kansas City–Saint Louis", "Saint Louis–Chicago", "Pittsburgh–New York")
    state = position.state()
    state.turns_left = 1
    return state


def test_lookahead_finds_the_winning_claim() -> None:
    state = last_turn()
    for bot in (Planner(seeded(1)), Expert(seeded(1))):
        actions = list(state.legal_actions())
        action = bot.choose(observe(state, 0), actions, Budget(iterations=400))
        assert format_action(state.game, action).startswith("claim Chicago–Pittsburgh")


def last_claim() -> State:
    """The claim with most points leaves the longest path to the other seat, which wins by it; another one wins."""
    position = Position("usa").hand(0, red=5, blue=2)
    position.owns(0, "Salt Lake City–Denver", "Denver–Kansas City")
    position.owns(1, "Dallas–El Paso", "Dallas–Little Rock", "El Paso–Santa Fe")
    state = position.state()
    state.turns_left = 1
    return state


def winner_after(bot: Bot, state: State) -> int:
    state.apply(bot.choose(observe(state, 0), list(state.legal_actions()), Budget()))
    assert state.over
    return next(standing.seat for standing in state.standings() if standing.place == 1)


def test_the_planner_takes_the_longest_path_where_that_wins() -> None:
    assert winner_after(Planner(seeded(1)), last_claim()) == 0
    assert winner_after(PlannerV1(seeded(1)), last_claim()) == 1  # as it was before


@pytest.mark.parametrize(("board", "short"), [("amsterdam", True), ("usa", False)])
def test_the_planner_plays_every_turn_of_a_short_game_out(board: str, short: bool) -> None:
    state = new_game(load(board), 2).start(seeded(3))
    while state.phase == FIRST_TICKETS:
        state.apply(state.legal_actions()[0])
    planner = Planner(seeded(1))
    planner.choose(observe(state, int(state.seat)), list(state.legal_actions()), Budget())
    assert planner.search is not None
    assert (planner.search.iterations > 0) == short


# --- the search -------------------------------------------------------------------------------------------
def searching(seed: int = 1) -> tuple[State, Search]:
    state = new_game(load("amsterdam"), 2).start(seeded(seed))
    return state, Search(board_tables(state.game), 0, seeded(seed))


def test_a_search_spends_its_iterations_and_no_more() -> None:
    state, search = searching()
    while not state.over:
        if state.seat == 0 and len(state.legal_actions()) > 1:
            action = search.choose(observe(state, 0), 300, 1e9)
            assert 210 <= search.iterations <= 300
            assert sum(candidate.visits for candidate in search.field) == search.iterations
        else:
            action = state.legal_actions()[0]
        state.apply(action)


def test_a_search_keeps_to_its_time() -> None:
    state, search = searching()
    began = perf_counter()
    search.choose(observe(state, 0), 1 << 40, 0.3)
    assert 0.1 < perf_counter() - began < 0.6
    assert search.iterations > 10


def test_the_same_luck_searches_the_same() -> None:
    (state, one), (_, other) = searching(), searching()
    assert one.choose(observe(state, 0), 200, 1e9) == other.choose(observe(state, 0), 200, 1e9)
    assert [c.mean() for c in one.field] == [c.mean() for c in other.field]


def test_a_search_leaves_its_position_as_it_was() -> None:
    state, search = searching()
    before = state.digest()
    search.choose(observe(state, 0), 60, 1e9)
    assert state.digest() == before


# --- beliefs ----------------------------------------------------------------------------------------------
def test_who_builds_towards_a_ticket_probably_holds_it() -> None:
    position = Position("usa").owns(1, "Denver–Santa Fe")
    state = position.holds(1, position.ticket("Denver", "El Paso")).state()
    view = observe(state, 0)
    weights = ticket_weights(view, PathFinder(board_tables(state.game)))
    game = state.game
    names = [place.name for place in game.board.places]
    row = [int(weight) for weight in weights[game.tickets : 2 * game.tickets]]
    ends = [{names[game.ticket_a[t]], names[game.ticket_b[t]]} for t in range(game.tickets)]
    near, far = ends.index({"Denver", "El Paso"}), ends.index({"Boston", "Miami"})
    assert row[near] > row[far]
    assert min(row) > 0


def test_a_ticket_between_two_ends_of_a_network_is_the_likeliest() -> None:
    """Not only what is built of its way tells: who has nothing to do with a place touches it rarely."""
    position = Position("usa").owns(1, "Denver–Santa Fe").owns(1, "Boston–New York")
    state = position.holds(1, position.ticket("Denver", "El Paso")).state()
    game = state.game
    weights = ticket_weights(observe(state, 0), PathFinder(board_tables(game)))
    names = [place.name for place in game.board.places]
    touched = {"Denver", "Santa Fe", "Boston", "New York"}
    row = [int(weight) for weight in weights[game.tickets : 2 * game.tickets]]
    ends = [len({names[game.ticket_a[t]], names[game.ticket_b[t]]} & touched) for t in range(game.tickets)]
    means = [sum(row[t] for t in range(game.tickets) if ends[t] == count) / ends.count(count) for count in (0, 1)]
    assert means[1] > 2 * means[0]


def test_no_ticket_is_thought_impossible_or_sure() -> None:
    """However many points a ticket of somebody's board has, the weights can be added up."""
    position = Position("usa").owns(1, "Denver–Santa Fe")
    state = position.holds(1, position.ticket("Denver", "El Paso")).state()
    game = state.game
    game.ticket_points[3] = 1_000_000
    weights = ticket_weights(observe(state, 0), PathFinder(board_tables(game)))
    assert 0 < min(weights) <= max(weights) < 1 << 40


def test_weights_change_what_is_dealt_and_not_what_is_seen() -> None:
    position = Position("usa")
    state = position.holds(1, position.ticket("Denver", "El Paso")).state()
    view = observe(state, 0)
    game = state.game
    favourite = 5
    weights = vec[i64]([1] * (game.seats * game.tickets))
    weights[game.tickets + favourite] = 1000
    held = 0
    for seed in range(40):
        dealt = determinize_likely(view, seeded(seed), weights)
        assert observe(dealt, 0).facts() == view.facts()
        held += dealt.holder[favourite] == 1
    assert held > 30


# --- levels -----------------------------------------------------------------------------------------------
def test_there_are_five_levels_and_each_is_a_bot() -> None:
    assert len(LEVELS) == 5
    for name, kind in LEVELS:
        assert isinstance(make_bot(name, seeded(1)), kind)
        assert kind.__doc__
