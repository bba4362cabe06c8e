"""The expert's plans: other networks than the cheapest are tried as a whole, and the best of them is followed."""

from __future__ import annotations

import pickle

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import Budget, make_bot
from ferrovia.bots.search.network_plans import FOR_TICKET
from ferrovia.bots.search.plan_maker import PlanMaker, same_lanes
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.search.tree_search import TreeSearch
from ferrovia.bots.tables import plan_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import FIRST_TICKETS, TURN
from ferrovia.engine.state import State
from ferrovia.view import observe
from positions import Position

NO_HURRY = 1e9


def with_tickets(board: str) -> State:
    """The first turn of seat 0, which has kept all it was offered."""
    state = new_game(load(board), 2).start(seeded(4))
    while state.phase != TURN or state.seat != 0:
        state.apply(state.legal_actions()[-1])
    return state


def maker_for(state: State) -> PlanMaker:
    maker = PlanMaker(PlayoutPolicy(plan_tables(state.game), 0, False), seeded(2))
    maker.begin(state)
    return maker


def joined_by(state: State, lanes: vec[i64]) -> int:
    """How many of the seat's tickets are completed once it owns these lanes, too."""
    after = state.clone()
    for lane in lanes:
        after.owner[lane] = 0
    return len(maker_for(state).open_tickets(state)) - len(maker_for(after).open_tickets(after))


# --- making plans -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("board", board_ids())
def test_varied_plans_differ_and_complete_tickets(board: str) -> None:
    state = with_tickets(board)
    maker = maker_for(state)
    tickets = maker.open_tickets(state)
    maker.add_cheapest(tickets)
    maker.add_varied(tickets, 6)
    assert len(maker.plans) > 3
    for index, plan in enumerate(maker.plans):
        assert not any(same_lanes(plan, other) for other in maker.plans[:index])
        assert joined_by(state, plan.lanes) >= len(tickets) - 1  # one may be left out on purpose
    assert joined_by(state, maker.plans[0].lanes) == len(tickets)


def test_the_same_plan_is_not_made_twice() -> None:
    state = with_tickets("usa")
    maker = maker_for(state)
    assert maker.add_cheapest(maker.open_tickets(state))
    lanes = maker.plans[0].lanes
    assert not maker.add_lanes(vec[i64](list(reversed(list(lanes)))))


def test_a_plan_with_a_lost_lane_is_no_plan() -> None:
    position = Position("usa").owns(0, "Denver–Santa Fe").owns(1, "El Paso–Santa Fe")
    mine, lost, free = (position.lane(name) for name in ("Denver–Santa Fe", "El Paso–Santa Fe", "Denver–Oklahoma City"))
    maker = maker_for(position.state())
    assert not maker.add_lanes(vec[i64]([free, lost]))
    assert maker.add_lanes(vec[i64]([free, mine]))
    assert list(maker.plans[0].lanes) == [free]  # what is built is not planned again


# --- following them ---------------------------------------------------------------------------------------
def follower(position: Position, *lanes: str) -> tuple[State, PlayoutPolicy]:
    state = position.state()
    policy = PlayoutPolicy(plan_tables(state.game), 0, False)
    policy.follow(state, vec[i64]([position.lane(name) for name in lanes]))
    return state, policy


def planned(policy: PlayoutPolicy) -> list[int]:
    return [int(lane) for lane in policy.lanes_for_tickets()]


def test_a_policy_follows_a_plan_that_is_not_the_cheapest() -> None:
    position = Position("usa").hand(0, red=2)
    position.holds(0, position.ticket("Denver", "El Paso"))
    way_round = ["Denver–Oklahoma City", "Oklahoma City–El Paso"]
    state, policy = follower(position, *way_round)
    for _ in range(2):
        policy.update_plan(state)
        assert planned(policy) == [position.lane(name) for name in way_round]
        assert all(policy.role[lane] == FOR_TICKET for lane in planned(policy))


def test_a_policy_makes_a_plan_of_its_own_when_the_one_it_was_given_is_broken() -> None:
    position = Position("usa").hand(0, red=2)
    position.holds(0, position.ticket("Denver", "El Paso"))
    _, policy = follower(position, "Denver–Oklahoma City", "Oklahoma City–El Paso")
    other = Position("usa").owns(1, "Denver–Oklahoma City").hand(0, red=2)
    other.holds(0, other.ticket("Denver", "El Paso"))
    policy.update_plan(other.state())
    assert not policy.follows
    assert position.lane("Denver–Oklahoma City") not in planned(policy)
    assert planned(policy)


def test_a_careful_policy_knows_what_losing_a_lane_of_its_given_plan_would_cost() -> None:
    """Without that, it claimed a lane beside others no sooner than any other."""
    position = Position("usa").hand(0, red=2)
    position.holds(0, position.ticket("Denver", "El Paso")).owns(0, "Denver–Santa Fe")
    state, lane = position.state(), position.lane("El Paso–Santa Fe")
    policy = PlayoutPolicy(plan_tables(state.game), 0, True)
    policy.follow(state, vec[i64]([lane]))
    assert planned(policy) == [lane]
    assert policy.detour[lane] > 0


# --- the search -------------------------------------------------------------------------------------------
def test_the_plan_and_others_that_did_well_are_kept_for_the_next_turn() -> None:
    state = with_tickets("usa")
    search = TreeSearch(plan_tables(state.game), 0, seeded(1))
    search.choose(observe(state, 0), 600, NO_HURRY)
    assert search.plan is search.shelf[0]
    assert len(search.shelf) > 1
    assert search.careful.follows


def test_every_playout_of_an_action_follows_the_plan() -> None:
    state = with_tickets("usa")
    search = TreeSearch(plan_tables(state.game), 0, seeded(1))
    search.choose(observe(state, 0), 600, NO_HURRY)
    assert all(candidate.plan is search.plan for candidate in search.field)


@pytest.mark.parametrize("board", board_ids())
def test_a_choice_of_tickets_spends_its_iterations_and_no_more(board: str) -> None:
    state = new_game(load(board), 2).start(seeded(3))
    assert state.phase == FIRST_TICKETS
    search = TreeSearch(plan_tables(state.game), 0, seeded(1))
    action = search.choose(observe(state, 0), 600, NO_HURRY)
    assert action in list(state.legal_for(0))
    assert 400 <= search.iterations <= 600
    assert search.plan is not None


def test_without_time_for_a_playout_the_planned_move_is_played() -> None:
    state = with_tickets("usa")
    search = TreeSearch(plan_tables(state.game), 0, seeded(1))
    policy = PlayoutPolicy(plan_tables(state.game), 0, True)
    search.slowest = 0.0
    assert search.choose(observe(state, 0), 1 << 40, -1.0) == policy.choose(state)


def test_a_pickled_bot_goes_on_by_its_plan() -> None:
    state = with_tickets("usa")
    bot = make_bot("expert", seeded(5))
    budget = Budget(iterations=400)
    bot.choose(observe(state, 0), list(state.legal_actions()), budget)
    again = pickle.loads(pickle.dumps(bot))
    one = bot.choose(observe(state, 0), list(state.legal_actions()), budget)
    assert again.choose(observe(state, 0), list(state.legal_actions()), budget) == one
