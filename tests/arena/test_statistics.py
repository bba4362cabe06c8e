"""Statistics against cases worked out by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from arena.made import game, seat, small
from ferrovia.arena.bot_rows import rows_of
from ferrovia.arena.intervals import around_mean, wilson
from ferrovia.arena.playing import play_game
from ferrovia.arena.ratings import rate
from ferrovia.arena.results import GameResult


# --- intervals --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (0.5, 1, 0.0546, 0.9454),  # a single shared victory
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(wins: float, games: int, low: float, high: float) -> None:
    assert list(wilson(wins, games)) == pytest.approx([low, high], abs=5e-5)


def test_the_interval_around_a_mean() -> None:
    reach = 1.959964 * 2 / sqrt(4)  # 1, 1, 5, 5 have a mean of 3 and a variance of 16/3
    low, high = around_mean([1, 1, 5, 5])
    assert [low, high] == pytest.approx([3 - reach * sqrt(4 / 3), 3 + reach * sqrt(4 / 3)])
    assert around_mean([7]) == (7, 7)


# --- ratings ----------------------------------------------------------------------------------------------
def test_the_first_game_moves_two_bots_by_what_the_formula_says() -> None:
    sigma, beta = 25 / 3, 25 / 6
    step = sigma**2 / sqrt(2 * (sigma**2 + beta**2)) / 2  # 2.635: both had an even chance
    rated = rate([game(0, seat("a", 1, 40), seat("b", 2, 30))])
    assert rated["a"].mu == pytest.approx(25 + step)
    assert rated["b"].mu == pytest.approx(25 - step)
    assert rated["a"].sigma == rated["b"].sigma < sigma


def test_a_shared_victory_between_equals_moves_nobody() -> None:
    rated = rate([game(0, seat("a", 1, 40, 0.5), seat("b", 1, 40, 0.5))])
    assert [rated["a"].mu, rated["b"].mu] == pytest.approx([25, 25])


def test_ratings_put_bots_in_order() -> None:
    pairs = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")] * 5
    results = [game(index, seat(one, 1, 40), seat(other, 2, 30)) for index, (one, other) in enumerate(pairs)]
    rated = rate(results)
    assert sorted(rated, key=lambda bot: -rated[bot].mu) == ["a", "b", "c", "d"]
    assert rate(reversed(results)) == rated, "the order in which results come in changes nothing"


def test_copies_of_a_bot_have_one_rating() -> None:
    rated = rate([game(0, seat("a", 1, 40), seat("b", 2, 30), seat("b", 3, 20), seat("b", 4, 10))])
    assert set(rated) == {"a", "b"}
    assert rated["a"].mu > 25 > rated["b"].mu


# --- rows -------------------------------------------------------------------------------------------------
def by_hand() -> list[GameResult]:
    """`a` wins twice and shares once with `b`; `c` only ever loses."""
    return [
        game(0, seat("a", 1, 41, kept=4, completed=3, choices=70, ms=10), seat("b", 2, 30), turns=20),
        game(1, seat("b", 1, 36, 0.5), seat("a", 1, 36, 0.5, kept=2, completed=2, moves=30, ms=50), turns=40),
        game(2, seat("a", 1, 44), seat("c", 2, -5, faults=2), turns=30),
        game(3, seat("c", 2, 10, faults=1), seat("b", 1, 11), turns=30),
    ]


def test_rows_count_what_happened() -> None:
    a, b, c = rows_of(small("a,b,c"), by_hand())
    assert [row.bot for row in (a, b, c)] == ["a", "b", "c"]
    assert [(row.games, row.wins) for row in (a, b, c)] == [(3, 2.5), (3, 1.5), (2, 0.0)]
    assert a.win_rate == pytest.approx(2.5 / 3)
    assert (a.low, a.high) == wilson(2.5, 3)
    assert sum(row.wins for row in (a, b, c)) == len(by_hand())
    assert a.mean_score == pytest.approx((41 + 36 + 44) / 3)
    assert a.ms_per_move == pytest.approx((10 + 50 + 20) / (10 + 30 + 10))
    assert a.branching == pytest.approx((70 + 50 + 50) / (10 + 30 + 10))
    assert a.moves == pytest.approx(50 / 3)
    assert [a.tickets_kept, a.tickets_completed] == pytest.approx([9 / 3, 7 / 3])
    assert a.turns == pytest.approx((20 + 40 + 30) / 3)
    assert [(row.faults, row.fault) for row in (a, b, c)] == [(0, ""), (0, ""), (3, "raised: by hand")]


def test_rows_tell_who_beats_whom() -> None:
    a, b, c = rows_of(small("a,b,c"), by_hand())
    assert {other: (record.games, record.wins) for other, record in a.against.items()} == {"b": (2, 1.5), "c": (1, 1)}
    assert {other: (record.games, record.wins) for other, record in b.against.items()} == {"a": (2, 0.5), "c": (1, 1)}
    assert {other: record.win_rate for other, record in c.against.items()} == {"a": 0, "b": 0}


def test_a_breakdown_adds_up_to_the_score() -> None:
    for row in rows_of(small("a,b,c"), by_hand()):
        assert sum(row.lines.values()) == pytest.approx(row.mean_score)
        assert list(row.lines)[:3] == ["start", "route", "ticket"]


def test_a_bot_beside_its_copies_has_a_rate_per_seat() -> None:
    results = [game(0, seat("a", 1, 9), seat("b", 2, 8), seat("b", 3, 7), seat("b", 4, 6))]
    a, b = rows_of(small("a,b", seats=4, format="challenge"), results)
    assert (a.games, a.wins, b.games, b.wins) == (1, 1, 3, 0)
    assert b.against["a"].games == 3


# --- played games -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("board", ["amsterdam", "nederland"])
def test_a_played_game_adds_up(board: str) -> None:
    plan = small(boards=(board,), seats=3, format="challenge")
    for number in range(3):
        result = play_game(plan, number)
        assert [taken.bot for taken in result.seats] == list(plan.fixture(number).seating)
        assert sum(taken.win for taken in result.seats) == 1
        for taken in result.seats:
            assert sum(taken.lines.values()) == taken.score
            assert 0 <= taken.completed <= taken.kept
            assert taken.choices >= taken.moves > 0
            assert taken.seconds > 0
        assert max(result.seats, key=lambda taken: (taken.win, taken.score)).place == 1
        assert result.turns > 0
