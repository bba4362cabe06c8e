"""Who meets whom, and from which seats."""

from __future__ import annotations

import pytest

from ferrovia.arena.lineups import challenge, ladder, round_robin, seatings
from ferrovia.bots import Budget
from ferrovia.bots.entrants import bot_of, budget_of, names_of


def test_a_round_robin_is_every_set_of_bots_that_fills_the_table() -> None:
    assert round_robin("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert round_robin("abcd", 4) == [("a", "b", "c", "d")]
    assert len(round_robin("abcde", 3)) == 10
    assert round_robin("ab", 3) == []


def test_a_bot_named_twice_plays_against_itself_once() -> None:
    assert round_robin("aa", 2) == [("a", "a")]
    assert round_robin("aab", 2) == [("a", "a"), ("a", "b")]


def test_a_ladder_is_neighbours_only() -> None:
    assert ladder("abcd", 2) == [("a", "b"), ("b", "c"), ("c", "d")]
    assert ladder("abcd", 3) == [("a", "b", "c"), ("b", "c", "d")]


def test_a_challenge_is_the_first_against_copies_of_each_other() -> None:
    assert challenge("abc", 4) == [("a", "b", "b", "b"), ("a", "c", "c", "c")]
    assert challenge("ab", 2) == [("a", "b")]


def test_seatings_are_all_rotations_and_none_twice() -> None:
    assert seatings(("a", "b")) == [("a", "b"), ("b", "a")]
    assert seatings(("a", "b", "c")) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert len(seatings(("a", "b", "b", "b"))) == 4
    assert seatings(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert seatings(("a", "a")) == [("a", "a")]


@pytest.mark.parametrize(
    ("entrant", "bot", "budget"),
    [
        ("expert", "expert", Budget(iterations=7)),
        ("expert@0.2s", "expert", Budget(seconds=0.2)),
        ("expert@5s", "expert", Budget(seconds=5.0)),
        ("expert@500", "expert", Budget(iterations=500)),
        ("me@home/mine.py:Mine", "me@home/mine.py:Mine", Budget(iterations=7)),
        ("me@home/mine.py:Mine@20", "me@home/mine.py:Mine", Budget(iterations=20)),
    ],
)
def test_an_entrant_may_have_a_budget_of_its_own(entrant: str, bot: str, budget: Budget) -> None:
    assert (bot_of(entrant), budget_of(entrant, Budget(iterations=7))) == (bot, budget)


def test_names_are_short_unless_two_would_have_one() -> None:
    assert names_of(["greedy", "a/mine.py:Mine", "a/mine.py:Mine@2s"]) == {
        "greedy": "greedy",
        "a/mine.py:Mine": "Mine",
        "a/mine.py:Mine@2s": "Mine@2s",
    }
    assert names_of(["a/x.py:X", "b/x.py:X"]) == {"a/x.py:X": "a/x.py:X", "b/x.py:X": "b/x.py:X"}
