"""A table is what its log makes of it: decisions, clocks, who plays. No server, no database, no waiting."""

from __future__ import annotations

import pytest

from ferrovia.server.core.entries import Kind
from ferrovia.server.core.outbox import position
from ferrovia.server.core.setup import DaysClock, LiveClock
from ferrovia.server.core.table import BACK_AGAIN, DAY, Status, Table
from ferrovia.server.encoding import encode
from server.builder import LONG_AGO, TableBuilder

LIVE = LiveClock(bank_seconds=60, increment_seconds=5)
DAYS = DaysClock(days=2)


# --- decisions ------------------------------------------------------------------------------------------
def test_everybody_is_asked_for_first_tickets_at_once() -> None:
    built = TableBuilder("Ada", "Bo", "Cy").begin()
    assert built.table.waiting_seats() == [0, 1, 2]
    assert built.table.decisions == [2, 2, 2]


def test_a_choice_of_first_tickets_leaves_the_others_decisions_open() -> None:
    built = TableBuilder("Ada", "Bo", "Cy").begin().move(1, "keep 1")
    assert built.table.waiting_seats() == [0, 2]
    assert built.table.decisions == [2, 2, 2]


def test_the_last_choice_of_first_tickets_begins_the_first_turn() -> None:
    built = TableBuilder("Ada", "Bo", "Cy").begin().past_first_tickets()
    assert built.table.waiting_seats() == [0]
    assert built.table.decisions == [5, 2, 2]


def test_the_second_card_is_a_decision_of_its_own() -> None:
    built = TableBuilder("Ada", "Bo").begin().past_first_tickets().move(0, "draw blind")
    assert built.table.waiting_seats() == [0]
    assert built.table.decisions[0] == built.table.version == 5
    built.move(0, "draw blind")
    assert built.table.waiting_seats() == [1]
    assert built.table.decisions == [5, 6]


def test_coming_and_going_opens_no_new_decision() -> None:
    built = TableBuilder("Ada", "Bo").begin().past_first_tickets()
    built.happen(Kind.LEFT, 0).happen(Kind.RETURNED, 0)
    assert built.table.decisions[0] == 4


def test_nobody_is_waited_for_before_the_start_and_after_the_end() -> None:
    built = TableBuilder("Ada", "Bo")
    assert built.table.waiting_seats() == []
    built.begin().to_the_end()
    assert built.table.waiting_seats() == []
    assert built.table.status == Status.OVER


# --- copies ---------------------------------------------------------------------------------------------
def picture(table: Table) -> object:
    """Everything that anybody sees of it, and everything it keeps for itself."""
    own = {name: value for name, value in vars(table).items() if name not in ("state", "game", "setup")}
    return repr(own), [encode({**position(table, (seat,), []), "now": 0}) for seat in range(table.setup.seats)]


@pytest.mark.parametrize(
    ("kind", "text"),
    [(Kind.MOVED, "draw blind"), (Kind.PLAYED, "draw 1"), (Kind.LEFT, ""), (Kind.TIMED_OUT, ""), (Kind.RETURNED, "")],
)
def test_what_happens_to_a_copy_does_not_happen_to_the_table(kind: Kind, text: str) -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets(1000)
    original, before = built.table, picture(built.table)
    built.table = original.copy()
    assert picture(built.table) == before
    built.happen(kind, 0, text, after=1000)
    assert picture(built.table) != before
    assert picture(original) == before


def test_a_copys_seats_are_its_own() -> None:
    table = TableBuilder("Ada", "").table
    copy = table.copy()
    copy.seats[1] = copy.seats[0]
    assert table.seats[1].kind == "open"


# --- the live clock -------------------------------------------------------------------------------------
def test_thinking_is_taken_from_the_bank_and_a_turn_adds_to_it() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    built.move(0, "tickets", after=7_000)
    assert built.table.banks[0] == 60_000 + 5_000 - 7_000  # the turn is not over: no increment yet
    built.move(0, "keep 1", after=1_000)
    assert built.table.banks[0] == 60_000 + 5_000 - 8_000 + 5_000


def test_the_increment_comes_once_for_a_turn_of_two_cards() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    built.move(0, "draw blind", after=1_000).move(0, "draw blind", after=1_000)
    assert built.table.banks[0] == 65_000 - 2_000 + 5_000


def test_first_tickets_cost_everybody_only_their_own_time() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin()
    built.move(1, "keep 1", after=3_000).move(0, "keep 1", after=20_000)
    assert built.table.banks == [60_000 - 23_000 + 5_000, 60_000 - 3_000 + 5_000]


def test_time_passes_only_for_who_has_to_decide() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    built.move(0, "draw blind", after=50_000).move(0, "draw blind")
    assert built.table.banks[1] == 65_000
    assert built.table.deadline(1) == built.at + 65_000


def test_a_bank_is_never_below_nothing() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    built.move(0, "draw blind", after=3_600_000)  # written before anybody noticed that time was out
    assert built.table.banks[0] == 0


def test_a_stand_in_plays_for_whose_time_is_out() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    assert built.table.bot_of(0) is None
    built.happen(Kind.TIMED_OUT, 0, after=65_000)
    assert (built.table.away, built.table.banks[0]) == ([True, False], 0)
    assert built.table.bot_of(0) == "novice"
    assert built.table.due() == built.at


def test_a_stand_ins_moves_cost_no_time_and_earn_none() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets().happen(Kind.LEFT, 0)
    built.happen(Kind.PLAYED, 0, "draw blind", after=9_000).happen(Kind.PLAYED, 0, "draw blind", after=9_000)
    assert built.table.banks[0] == 65_000


def test_who_comes_back_out_of_time_has_some_again() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    built.happen(Kind.TIMED_OUT, 0, after=65_000).happen(Kind.RETURNED, 0, after=5_000)
    assert built.table.bot_of(0) is None
    assert built.table.banks[0] == BACK_AGAIN
    assert built.table.deadline(0) == built.at + BACK_AGAIN


def test_who_comes_back_with_time_left_gets_no_more() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    built.happen(Kind.LEFT, 1).happen(Kind.RETURNED, 1, after=5_000)
    assert built.table.banks[1] == 65_000


def test_to_leave_and_come_back_winds_up_no_clock() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin().past_first_tickets()
    built.happen(Kind.LEFT, 0, after=20_000).happen(Kind.RETURNED, 0)
    assert built.table.deadline(0) == built.at + 45_000


# --- days -----------------------------------------------------------------------------------------------
def test_every_decision_has_its_days() -> None:
    built = TableBuilder("Ada", "Bo", clock=DAYS).begin()
    assert [built.table.deadline(seat) for seat in (0, 1)] == [built.at + 2 * DAY] * 2
    built.past_first_tickets(after=DAY)
    assert built.table.deadline(0) == built.at + 2 * DAY
    built.move(0, "draw blind", after=DAY)
    assert built.table.deadline(0) == built.at + 2 * DAY  # the second card is a decision too
    built.move(0, "draw blind", after=DAY)
    assert built.table.deadline(1) == built.at + 2 * DAY


def test_days_are_not_wound_up_by_leaving_and_coming_back() -> None:
    built = TableBuilder("Ada", "Bo", clock=DAYS).begin().past_first_tickets()
    begun = built.at
    built.happen(Kind.LEFT, 0, after=DAY).happen(Kind.RETURNED, 0)
    assert built.table.deadline(0) == begun + 2 * DAY


def test_who_comes_back_after_the_days_are_over_has_a_moment() -> None:
    built = TableBuilder("Ada", "Bo", clock=DAYS).begin().past_first_tickets()
    built.happen(Kind.TIMED_OUT, 0, after=2 * DAY)
    assert built.table.due() is not None
    assert built.table.due() <= built.at  # type: ignore[operator]
    built.happen(Kind.RETURNED, 0)
    assert built.table.deadline(0) == built.at + BACK_AGAIN


# --- what is due ----------------------------------------------------------------------------------------
def test_nothing_is_ever_due_among_people_without_a_clock() -> None:
    built = TableBuilder("Ada", "Bo").begin()
    assert built.table.due() is None
    assert built.past_first_tickets().table.due() is None


def test_a_bots_move_is_due_at_once() -> None:
    built = TableBuilder("Ada", "novice")
    assert built.table.due() is None
    built.begin()
    assert built.table.due() == LONG_AGO
    built.happen(Kind.PLAYED, 1, "keep 1", after=500)
    assert built.table.due() is None
    built.move(0, "keep 1").move(0, "draw blind").move(0, "draw blind", after=500)
    assert built.table.due() == built.at


def test_the_first_of_several_clocks_is_due() -> None:
    built = TableBuilder("Ada", "Bo", clock=LIVE).begin()
    built.table.banks[1] = 12_345
    assert built.table.due() == built.at + 12_345
    built.move(1, "keep 1", after=345)
    assert built.table.due() == LONG_AGO + 60_000


def test_a_stand_ins_move_is_due_at_once_without_a_clock_too() -> None:
    built = TableBuilder("Ada", "Bo").begin().past_first_tickets().happen(Kind.LEFT, 1)
    assert built.table.due() is None
    built.happen(Kind.LEFT, 0, after=10)
    assert built.table.due() == built.at
    built.happen(Kind.RETURNED, 0)
    assert built.table.due() is None


def test_nothing_is_due_at_the_end() -> None:
    assert TableBuilder("Ada", "Bo", clock=LIVE).begin().to_the_end().table.due() is None
