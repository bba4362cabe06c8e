"""The expert's tree: it tries what is promising, knows the answers that hurt, and is kept from move to move."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.search.tree import NOWHERE, Node
from ferrovia.bots.search.tree_search import CLAIM, OTHERWISE, RIPE, TreeSearch
from ferrovia.bots.tables import board_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import TURN
from ferrovia.engine.state import State
from ferrovia.view import observe
from positions import Position

NO_HURRY = 1e9


# --- nodes ------------------------------------------------------------------------------------------------
def picked(node: Node, *moves: int) -> int:
    """The move that is tried next, the first of them with most of the prior."""
    return moves[node.select(vec[i64](list(moves)), 0.6, 0.4)]


def test_the_first_try_goes_where_the_prior_is() -> None:
    assert picked(Node(), 7, 3, 5) == 7


def test_a_move_that_ends_badly_is_left() -> None:
    node = Node()
    for _ in range(20):
        node.add(7, 0.1)
        node.add(3, 0.9)
    assert picked(node, 7, 3) == 3


def test_what_can_not_be_chosen_in_a_deal_is_not() -> None:
    node = Node()
    for _ in range(20):
        node.add(3, 0.9)
    assert picked(node, 7, 5) in (5, 7)


def test_a_new_move_has_no_place_and_no_child() -> None:
    node = Node()
    assert node.place_of(4) == NOWHERE
    assert node.child(4) is None


# --- the search -------------------------------------------------------------------------------------------
def first_turn(board: str, seats: int = 2) -> State:
    state = new_game(load(board), seats).start(seeded(4))
    while state.phase != TURN or state.seat != 0:
        state.apply(state.legal_actions()[0])
    return state


def searching(state: State) -> TreeSearch:
    return TreeSearch(board_tables(state.game), 0, seeded(1))


@pytest.mark.parametrize("board", board_ids())
def test_the_tree_is_kept_from_move_to_move(board: str) -> None:
    """What was tried below the chosen move is known at the next decision."""
    state = first_turn(board)
    search = searching(state)
    known = decisions = 0
    while decisions < 6 and not state.over:
        if state.seat == 0 and len(state.legal_actions()) > 1:
            action = search.choose(observe(state, 0), 150, NO_HURRY)
            known += search.root.visits > search.iterations
            decisions += 1
        else:
            action = state.legal_actions()[0]
        state.apply(action)
    assert known > 0


def test_another_position_gets_a_new_tree() -> None:
    state = first_turn("usa")
    search = searching(state)
    search.choose(observe(state, 0), 60, NO_HURRY)
    search.choose(observe(state, 0), 60, NO_HURRY)  # the same turn again: nobody has moved
    assert search.root.visits == sum(candidate.visits for candidate in search.field)


def below(node: Node) -> list[Node]:
    children = [child for child in node.children if child is not None]
    return children + [deeper for child in children for deeper in below(child)]


def test_others_answer_where_it_hurts() -> None:
    """Seat 1 can pay any lane that the ticket needs; the tree has a branch for that."""
    position = Position("usa").hand(0, blue=1).row("red", "green", "blue", "white", "pink")
    position.holds(0, position.ticket("Denver", "El Paso")).owns(0, "Denver–Santa Fe")
    position.hand(1, red=6, blue=6, green=6)
    search = searching(position.state())
    search.choose(observe(position.state(), 0), 10_000, NO_HURRY)
    assert search.plan is not None
    hurting = {CLAIM + int(lane) for lane in search.plan.lanes}
    answers = {int(move) for node in below(search.root) for move in node.moves}
    assert answers & hurting
    assert OTHERWISE in answers


def test_a_position_branches_once_enough_walks_have_met_it() -> None:
    """Until then every walk goes on by the planned move, so that what candidates are worth is no noise of trying."""
    state = first_turn("usa")
    search = searching(state)
    search.choose(observe(state, 0), 4000, NO_HURRY)
    children = [child for child in search.root.children if child is not None]
    branching = [child for child in children if any(child.offered)]
    assert branching
    assert all(child.visits > RIPE for child in branching)
    assert any(0 < child.visits <= RIPE for child in children)


def test_the_same_luck_grows_the_same_tree() -> None:
    state = first_turn("amsterdam", 2)
    one, other = searching(state), searching(state)
    assert one.choose(observe(state, 0), 200, NO_HURRY) == other.choose(observe(state, 0), 200, NO_HURRY)
    assert list(one.root.tries) == list(other.root.tries)
    assert one.root.totals == other.root.totals


def test_a_search_leaves_its_position_as_it_was() -> None:
    state = first_turn("lyon", 3)
    before = state.digest()
    searching(state).choose(observe(state, 0), 60, NO_HURRY)
    assert state.digest() == before
