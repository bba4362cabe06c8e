"""The last round, the final score, ties, and who begins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.boards import load, new_game
from ferrovia.engine.errors import SetupError
from ferrovia.engine.game import Game
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.engine.values import Standing
from ferrovia.rules.longest_path.trail import longest_trail
from positions import Position, codes, dealt, do, log, refused, said, vec_of

TWO_BLIND = ("draw blind", "draw blind")


def lines(state: State, rule: str) -> list[tuple[int, int, int]]:
    """(seat, points, detail) of the ledger lines of one rule."""
    return [(line.seat, line.points, line.detail) for line in state.ledger() if line.rule == rule]


# --- R23 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r23_after_the_trigger_everybody_has_one_more_turn(seats: int) -> None:
    table = Position(seats=seats).pieces(1, 3).hand(1, red=1).to_play(1)
    state = do(table.state(), "claim Dallas–Houston red")
    assert said(state, "round.last") == [{"turns": seats, "ruling": "R23"}]
    players = []
    while not state.over:
        players.append(int(state.seat))
        do(state, *TWO_BLIND)
    assert players == [(1 + turn) % seats for turn in range(1, seats + 1)]
    assert players[-1] == 1
    assert said(state, "game.over") == [{"reason": "last_round", "ruling": "R23"}]


def test_r23_three_wagons_left_are_too_many() -> None:
    state = do(Position().pieces(0, 4).hand(0, red=1).state(), "claim Dallas–Houston red")
    assert (state.pieces[0], state.turns_left) == (3, 0)
    assert "round.last" not in codes(state)


def test_r23_it_triggers_once() -> None:
    table = Position(seats=3).pieces(0, 3).pieces(1, 3).hand(0, red=2).hand(1, red=1)
    state = do(table.state(), "claim Dallas–Houston red", "claim Atlanta–Nashville red")
    assert [event.seat for event in log(state) if event.code == "round.last"] == [0]
    do(state, *TWO_BLIND, "claim Seattle–Vancouver red")
    assert state.over


def test_r23_it_is_checked_at_the_end_of_the_players_own_turn_only() -> None:
    """Seat 1 has few wagons, but seat 0 has just played."""
    state = do(Position().pieces(1, 2).state(), *TWO_BLIND)
    assert state.turns_left == 0
    do(state, *TWO_BLIND)
    assert state.turns_left == 2


def test_r23_nothing_can_be_done_afterwards() -> None:
    state = Position().over().state()
    assert list(state.legal_actions()) == []
    for action in ("pass", "tickets", "draw blind", "claim Dallas–Houston red", "keep 1"):
        assert refused(state, action).code == "game.over"


# --- tickets and R28 ------------------------------------------------------------------------------------
def test_r28_a_total_may_be_negative() -> None:
    table = Position().holds(0, 0, 1)
    state = table.over().state()
    assert [points for _, points, _ in lines(state, "ticket")] == [-12, -13]
    assert state.scores() == [-25, 0]


def test_r28_completed_tickets_add_and_the_others_subtract() -> None:
    table = Position().owns(0, "Denver–Santa Fe", "El Paso–Santa Fe")
    done, missed = table.ticket("Denver", "El Paso"), table.ticket("Chicago", "Santa Fe")
    state = table.holds(0, done, missed).over().state()
    assert sorted(lines(state, "ticket")) == sorted([(0, 4, done), (0, -9, missed)])
    assert state.scores() == [2 + 2 + 4 - 9 + 10, 0]


def test_r28_tickets_count_only_once_the_game_is_over() -> None:
    table = Position().holds(0, 0)
    assert table.state().scores() == [0, 0]
    assert table.over().state().scores() == [-12, 0]


# --- R24, R25: the longest path --------------------------------------------------------------------------
NETWORKS = {
    "one route": (["Atlanta–Miami"], 5),
    "two apart": (["Atlanta–Miami", "Denver–Phoenix", "Dallas–Houston"], 5),
    "in a line": (["Atlanta–Miami", "Atlanta–Charleston"], 7),
    "a branch does not count": (["Atlanta–Miami", "Atlanta–Charleston", "Atlanta–New Orleans"], 9),
    "a loop": (["Dallas–Little Rock", "Dallas–Oklahoma City", "Little Rock–Oklahoma City"], 6),
    "a loop with a tail": (
        ["Dallas–Little Rock", "Dallas–Oklahoma City", "Little Rock–Oklahoma City", "Dallas–Houston"], 7,
    ),
    "a loop with two tails: one way round, or once round and one tail": (
        ["Dallas–Little Rock", "Dallas–Oklahoma City", "Little Rock–Oklahoma City", "Dallas–Houston",
         "Little Rock–New Orleans"], 9,
    ),
    "two loops through one place": (
        ["Dallas–Little Rock", "Dallas–Oklahoma City", "Little Rock–Oklahoma City", "Little Rock–Nashville",
         "Nashville–Saint Louis", "Little Rock–Saint Louis"], 13,
    ),
    "a place is passed twice, a route never": (
        ["Denver–Salt Lake City", "Helena–Salt Lake City", "Denver–Helena", "Denver–Omaha", "Denver–Santa Fe"], 16,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NETWORKS)
def test_r24_longest_trail(name: str) -> None:
    routes, length = NETWORKS[name]
    state = Position().owns(0, *routes).over().state()
    assert lines(state, "longest_path") == [(0, 10, length)]


def longest_by_trying(game: Game, lanes: list[int], at: int | None = None) -> int:
    """Every trail there is."""
    best = 0
    for lane in lanes:
        for start, end in ((game.lane_a[lane], game.lane_b[lane]), (game.lane_b[lane], game.lane_a[lane])):
            if at is None or at == start:
                rest = [other for other in lanes if other != lane]
                best = max(best, game.lane_pieces[lane] + longest_by_trying(game, rest, end))
    return best


USA = new_game(load("usa"), 2)
TANGLE = [
    lane
    for lane in range(len(USA.lanes))
    if {USA.board.places[USA.lane_a[lane]].name, USA.board.places[USA.lane_b[lane]].name}
    <= {"Denver", "Omaha", "Kansas City", "Oklahoma City", "Santa Fe", "El Paso", "Dallas", "Houston", "Little Rock"}
]
"""Lanes so close together that a few of them make loops and branches."""


@given(st.sets(st.sampled_from(TANGLE), max_size=9))
def test_r24_is_what_trying_every_trail_finds(lanes: set[int]) -> None:
    assert longest_trail(USA, vec_of(sorted(lanes))) == longest_by_trying(USA, sorted(lanes))


def test_r24_all_tied_players_score_it() -> None:
    table = Position(seats=3).owns(0, "Atlanta–Miami").owns(1, "Denver–Phoenix").owns(2, "Calgary–Helena")
    state = table.over().state()
    assert lines(state, "longest_path") == [(0, 10, 5), (1, 10, 5)]
    assert state.scores() == [20, 20, 7]


def test_r25_nobody_scores_it_with_length_0() -> None:
    state = Position().over().state()
    assert lines(state, "longest_path") == []
    assert state.scores() == [0, 0]


# --- R26: ties -------------------------------------------------------------------------------------------
def test_r26_most_points_win() -> None:
    state = Position().owns(1, "Dallas–Houston").over().state()
    assert state.standings() == [Standing(1, 1, 11, "score"), Standing(0, 2, 0, "score")]


def test_r26_then_most_completed_tickets() -> None:
    table = Position().owns(1, "Denver–Santa Fe", "El Paso–Santa Fe").owns(0, "Denver–Kansas City", "Portland–Seattle")
    state = table.holds(1, table.ticket("Denver", "El Paso")).over().state()
    assert state.scores() == [7 + 1 + 10, 2 + 2 + 4 + 10]
    assert state.standings() == [Standing(1, 1, 18, "score"), Standing(0, 2, 18, "tickets")]


def test_r26_tickets_held_but_not_completed_break_no_tie() -> None:
    table = Position().owns(0, "Denver–Kansas City", "Portland–Seattle").owns(1, "Denver–Santa Fe", "El Paso–Santa Fe")
    state = table.holds(0, table.ticket("Denver", "El Paso")).over().state()
    assert state.scores() == [7 + 1 - 4 + 10, 2 + 2 + 10]
    assert state.standings() == [Standing(0, 1, 14, "score"), Standing(1, 1, 14, "shared")]


def test_r26_then_the_longer_path() -> None:
    table = Position().owns(1, "Atlanta–Miami")
    table.owns(0, "Denver–Helena", "Calgary–Seattle", "Chicago–Duluth", "Boston–Montréal")
    state = table.over().state()
    assert state.scores() == [7 + 7 + 4 + 2, 10 + 10]
    assert state.standings() == [Standing(1, 1, 20, "score"), Standing(0, 2, 20, "longest_path")]


def test_r26_then_the_victory_is_shared() -> None:
    state = Position(seats=3).owns(0, "Atlanta–Miami").owns(2, "Denver–Phoenix").over().state()
    assert state.standings() == [Standing(0, 1, 20, "score"), Standing(2, 1, 20, "shared"), Standing(1, 3, 0, "score")]


APART = [
    "Little Rock–Nashville", "Montréal–New York", "El Paso–Phoenix", "Duluth–Sault St. Marie",
    "Los Angeles–San Francisco",
]  # fmt: skip
"""Routes of three spaces, 4 points each; no two meet."""


def test_r26_the_path_of_those_tied_counts_whoever_holds_the_bonus() -> None:
    """Seat 2 has the longest path of all; seats 0 and 1 are tied for the victory, and seat 0 has the longer one."""
    table = Position(seats=3).owns(0, "Denver–Helena", "Calgary–Seattle", "Chicago–Toronto").owns(2, "Atlanta–Miami")
    state = table.owns(1, *APART, "Portland–Seattle").over().state()
    assert state.scores() == [7 * 3, 4 * 5 + 1, 10 + 10]
    assert lines(state, "longest_path") == [(2, 10, 5)]
    assert state.standings() == [
        Standing(0, 1, 21, "score"), Standing(1, 2, 21, "longest_path"), Standing(2, 3, 20, "score"),
    ]  # fmt: skip


def test_r26_of_two_tied_for_second_place_the_longer_path_is_second() -> None:
    table = Position(seats=3).owns(0, *APART, "Portland–Seattle")
    table.owns(1, "Denver–Helena", "Calgary–Seattle", "Chicago–Toronto").owns(2, "Atlanta–Miami", "Denver–Phoenix")
    state = table.over().state()
    assert state.scores() == [21, 21, 10 + 10 + 10]
    assert state.standings() == [
        Standing(2, 1, 30, "score"), Standing(1, 2, 21, "score"), Standing(0, 3, 21, "longest_path"),
    ]  # fmt: skip


def test_r26_the_path_is_asked_only_among_those_with_as_many_tickets() -> None:
    """Seat 1 is ahead by its ticket, though its path is the shortest; seats 0 and 2 are told apart by theirs."""
    table = Position(seats=4).owns(1, "Denver–Santa Fe", "El Paso–Santa Fe").owns(3, "Atlanta–Miami")
    table.owns(0, "Denver–Helena", "Portland–Seattle").owns(2, *APART[:2])
    state = table.holds(1, table.ticket("Denver", "El Paso")).over().state()
    assert state.scores() == [8, 8, 8, 20]
    assert [(one.seat, one.place, one.decided_by) for one in state.standings()] == [
        (3, 1, "score"), (1, 2, "score"), (0, 3, "tickets"), (2, 4, "longest_path"),
    ]  # fmt: skip


class Asked(Rule):
    """Breaks ties for the higher seat, and remembers about whom it was asked."""

    def __init__(self) -> None:
        super().__init__({})
        self.seats: list[int] = []

    def tie_break(self, state: State, seat: int) -> int:
        self.seats.append(seat)
        return seat


def test_r26_a_path_is_measured_only_for_those_still_tied() -> None:
    table = Position(seats=5).owns(3, "Atlanta–Miami").owns(1, "Dallas–Houston").owns(0, "Denver–Santa Fe")
    table.owns(2, "El Paso–Santa Fe").owns(4, "Portland–Seattle", "Seattle–Vancouver")
    asked = table.game.tie_rules["longest_path"] = Asked()
    table.over().state().standings()
    assert sorted(asked.seats) == [0, 2, 4]
    asked.seats.clear()
    table.holds(2, table.ticket("Denver", "El Paso")).state().standings()
    assert sorted(asked.seats) == [0, 4]
    asked.seats.clear()
    table.holds(0, table.ticket("Boston", "Miami")).state().standings()
    assert asked.seats == []


def test_r26_n7_a_board_without_the_bonus_breaks_ties_by_the_path_and_scores_nothing_for_it() -> None:
    table = Position("nederland", seats=3).owns(1, "Groningen–Emden")
    table.owns(0, "Waddeneilanden–Leeuwarden", "Rotterdam–Breda", "Haarlem–Amsterdam")
    state = table.over().state()
    assert {line.rule for line in state.ledger()} == {"start", "route", "toll_rank"}
    assert state.scores() == [2 + 2 + 1 + 55, 1 + 4 + 55, 2 + 55]
    assert state.standings()[:2] == [Standing(1, 1, 60, "score"), Standing(0, 2, 60, "longest_path")]
    assert {line.rule for line in state.ledger()} == {"start", "route", "toll_rank"}


def test_r26_lower_places_can_be_shared_too() -> None:
    state = Position(seats=4).owns(3, "Atlanta–Miami").over().state()
    assert [(standing.seat, standing.place) for standing in state.standings()] == [(3, 1), (0, 2), (1, 2), (2, 2)]


# --- R29 -------------------------------------------------------------------------------------------------
def test_r29_the_first_player_is_drawn_from_the_seed() -> None:
    firsts = [int(dealt("usa", 5, seed).first) for seed in range(40)]
    assert set(firsts) == {0, 1, 2, 3, 4}
    assert firsts == [int(dealt("usa", 5, seed).first) for seed in range(40)]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_r29_or_set_by_the_host(first: int) -> None:
    state = dealt("usa", 3, first=first)
    assert said(state, "game.started") == [{"first": first, "ruling": "R29"}]
    do(state, "keep 1,2", "keep 1,2", "keep 1,2")
    assert (state.first, state.turn, state.seat) == (first, first, first)
    do(state, *TWO_BLIND)
    assert state.seat == (first + 1) % 3


def test_r29_a_seat_that_is_not_there_cannot_be_first() -> None:
    with pytest.raises(SetupError) as refusal:
        new_game(load("usa"), 3, first=3)
    assert refusal.value.code == "seats.first"
