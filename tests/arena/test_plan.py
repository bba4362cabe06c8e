"""Every game of a plan follows from its number: the deal, the seating, everybody's luck."""

from __future__ import annotations

import pytest

from arena.made import small
from ferrovia.arena import TournamentPlan
from ferrovia.arena.playing import play_game
from ferrovia.arena.tournament_plan import PlanError, table
from ferrovia.bots import UnknownBot
from ferrovia.engine.chance import Chance
from ferrovia.engine.errors import SetupError


def deal(plan: TournamentPlan, number: int) -> str:
    """The position before the first move."""
    fixture = plan.fixture(number)
    return table(fixture.board, plan.seats, plan.options).start(fixture.deal).digest()


def luck(chance: Chance) -> list[int]:
    return [chance.below(1 << 30) for _ in range(4)]


@pytest.mark.parametrize(("bots", "seats", "format"), [("greedy,random", 2, "ladder"), ("a,b", 4, "challenge")])
def test_all_seatings_of_a_lineup_share_the_deal(bots: str, seats: int, format: str) -> None:
    plan = small(bots, seats=seats, format=format, games=3 * seats)
    rounds = [range(start, start + seats) for start in range(0, 3 * seats, seats)]
    deals = [{deal(plan, number) for number in numbers} for numbers in rounds]
    assert [len(found) for found in deals] == [1, 1, 1]
    assert len(set.union(*deals)) == 3
    for numbers in rounds:
        seatings = [plan.fixture(number).seating for number in numbers]
        assert len(set(seatings)) == seats
        assert {seating.index(plan.bots[0]) for seating in seatings} == set(range(seats))


def test_every_seat_of_every_game_has_luck_of_its_own() -> None:
    plan = small(games=8)
    streams = [luck(chance) for number in range(8) for chance in plan.fixture(number).streams]
    deals = [luck(plan.fixture(number).deal) for number in range(0, 8, 2)]
    assert len({tuple(stream) for stream in [*streams, *deals]}) == 16 + 4
    again = [luck(chance) for number in range(8) for chance in plan.fixture(number).streams]
    assert again == streams
    assert luck(small(games=8, seed=2).fixture(0).streams[0]) != streams[0]


def test_a_bot_more_changes_no_other_game() -> None:
    two, three = small("greedy,random", games=4), small("greedy,random,greedy@5", games=4)
    assert [play_game(two, number) for number in range(4)] == [play_game(three, number) for number in range(4)]


def test_games_are_numbered_match_by_match() -> None:
    plan = small("a,b,c", boards=("lyon", "usa"), games=5)
    assert plan.numbers == range(30)
    assert [plan.matchup_of(number) for number in (0, 4, 5, 29)] == [
        ("lyon", ("a", "b")),
        ("lyon", ("a", "b")),
        ("lyon", ("a", "c")),
        ("usa", ("b", "c")),
    ]
    assert plan.fixture(29).round == 2


@pytest.mark.parametrize(
    ("plan", "error", "code"),
    [
        (small("greedy"), PlanError, "arena.two_bots"),
        (small("greedy,random", seats=3), PlanError, "arena.empty_seats"),
        (small(format="knockout"), PlanError, "arena.format"),
        (small("greedy,hal"), UnknownBot, "bot.unknown"),
        (small("greedy,hal@2s"), UnknownBot, "bot.unknown"),
        (small(boards=("atlantis",)), SetupError, "board.unknown"),
        (small("greedy,random", seats=5, format="challenge"), SetupError, "seats.number"),
        (small(options=(("tolls", True),)), SetupError, "option.unknown"),
    ],
)
def test_what_can_not_be_played_is_refused_at_once(plan: TournamentPlan, error: type[Exception], code: str) -> None:
    with pytest.raises(error) as refusal:
        plan.check()
    assert getattr(refusal.value, "code", "") == code
