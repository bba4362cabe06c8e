"""Measurements: the same on any number of workers, resumable, and what reports lay beside them."""

from __future__ import annotations

import json
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from balance.flaws import doubled, named, sound
from ferrovia.arena.journal import JournalError
from ferrovia.balance import BalanceError, BalancePlan, Measurement, figures_of
from ferrovia.balance.advice import PROPOSALS, Seeker, advise
from ferrovia.balance.alterations import Alteration, folder_of, write_altered
from ferrovia.balance.comparison import compare
from ferrovia.balance.counting.layout import VERSION
from ferrovia.balance.intervals import Figure
from ferrovia.balance.plan import cut
from ferrovia.balance.summary import KEYS, builtin_data, builtin_summaries, share, summary_of
from ferrovia.balance.wishes import TICKETS, Distance, read_wish
from ferrovia.boards import board_ids, load
from ferrovia.boards.digest import digest
from ferrovia.engine.board import Board
from ferrovia.engine.version import RULES_VERSION


def small(**fields: object) -> BalancePlan:
    chosen: dict[str, object] = {"players": (2,), "games": 80, "planner_games": 80, "style_games": 0, **fields}
    return BalancePlan(sound(), **chosen)  # type: ignore[arg-type]


def test_batches_cover_every_game_once() -> None:
    for games in (1, 2, 39, 80, 1000, 20_001):
        parts = list(cut(games, 40))
        assert [game for start, count in parts for game in range(start, start + count)] == list(range(games))
        assert len(parts) <= 40
        assert all(start % 2 == 0 for start, _ in parts), "lots and plans are in every batch alike"


def test_workers_change_nothing() -> None:
    plan = small(style_games=2)
    assert Measurement(plan).finish(jobs=2).done == Measurement(plan).finish(jobs=1).done


def test_a_measurement_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file, plan = tmp_path / "counts", small()
    with Measurement(plan, file) as measurement:
        playing = measurement.play(jobs=1)
        next(playing)
        next(playing)
        playing.close()
    with file.open("a") as stream:
        stream.write('{"number":7,"cou')  # torn off by a kill
    with Measurement(plan, file) as measurement:
        assert len(measurement.left) == len(plan.batches) - 2
        measurement.finish(jobs=1)
    assert measurement.done == Measurement(plan).finish(jobs=1).done
    with pytest.raises(JournalError) as refused:
        Measurement(small(games=82), file)
    assert refused.value.code == "journal.other_plan"


def test_nothing_to_measure_is_refused() -> None:
    with pytest.raises(BalanceError):
        small(games=0, planner_games=0).check()


def test_another_value_shows_on_the_same_deals_and_nothing_else_does() -> None:
    """The ticket that was doubled is kept more often, beyond doubt; who wins by seat is not changed by it."""
    here = Measurement(small(games=0, planner_games=800)).finish(jobs=1)
    there = Measurement(small(games=0, planner_games=800)).finish(jobs=1)
    assert {change.change.value for change in compare(here, there)} == {0.0}
    board = doubled(20)
    other = Measurement(replace(here.plan, board=board)).finish(jobs=1)
    kept = [one for one in compare(here, other) if (one.section, one.figure) == ("tickets", "kept")]
    most = max(kept, key=lambda change: change.change.value)
    assert most.what["from"] == board.places[board.tickets[20].a].name
    assert most.change.low > 0


def test_advice_lowers_a_ticket_worth_double_and_tells_what_it_did() -> None:
    board = doubled(20)
    advice = advise(BalancePlan(board, (2,), 0, 2000, 0), {TICKETS: 2.0}, jobs=1)
    changed = {row["from"]: (row["before"], row["after"]) for row in advice.to_dict()["changes"]}
    before, after = changed[board.places[board.tickets[20].a].name]
    assert (before, after < 10) == (12, True)
    assert advice.after[TICKETS].excess < advice.before[TICKETS].excess
    assert set(advice.after) == {"tickets", "seats", "colours"}, "what nobody wished for is measured, too"


def test_a_change_that_costs_another_wish_is_told_and_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any change is made to seem worse for the seats."""
    monkeypatch.setattr("ferrovia.balance.advice.is_farther", lambda before, after: before.kind == "seats")
    plan = BalancePlan(doubled(20), (2,), 0, 800, 0)
    advice = Seeker(plan, {"tickets": 2.0, "seats": 50.0}, 1).seek()
    assert not advice.alteration
    assert [(trade.nearer, trade.farther) for trade in advice.trades][:1] == [("tickets", "seats")]


class CreepingSeeker(Seeker):
    """Every point to begin with brings the seats nearer, and takes tickets away by less than luck may do."""

    def measure(self, board: Board) -> Any:
        return sum(board.start_scores)

    def distances(self, counts: Any) -> dict[str, Distance]:
        seats, tickets = 10.0 - counts, 0.05 * counts
        return {
            "tickets": Distance("tickets", 0.0, [Figure(tickets, tickets - 1, tickets + 1)]),
            "seats": Distance("seats", 0.0, [Figure(seats, seats - 0.1, seats + 0.1)]),
        }


def test_small_steps_away_from_a_wish_do_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(board: Board, counts: Any, far: Distance) -> list[Alteration]:
        return [Alteration(start_scores=(0, counts + 1, 0, 0))] * 2

    monkeypatch.setitem(PROPOSALS, "seats", one_more)
    advice = CreepingSeeker(BalancePlan(sound(), (2,), 0, 800, 0), {"tickets": 2.0, "seats": 1.0}, 1).seek()
    assert advice.alteration.start_scores == (0, 2, 0, 0)
    assert [trade.alteration.start_scores for trade in advice.trades] == [(0, 3, 0, 0)], "told once"


@pytest.mark.parametrize("text", ["tickets=-1", "tickets=x", "luck=2", ""])
def test_wishes_that_nobody_can_have(text: str) -> None:
    with pytest.raises(BalanceError):
        read_wish(text)


def test_an_altered_board_is_written_as_it_was_measured(tmp_path: Path) -> None:
    board = sound()
    change = Alteration(points={3: 9}, colours={0: "red"}, start_scores=(0, 2, 2, 3))
    write_altered(folder_of("amsterdam"), board, change, tmp_path / "mine")
    assert load(tmp_path / "mine").digest == change.of(board).digest == digest(named(change.of(board)))
    assert {row["what"] for row in change.differences(board)} == {"ticket", "lane", "start_scores"}


def test_every_figure_has_an_interval_around_it() -> None:
    data = figures_of(Measurement(small(planner_games=400, style_games=2)).finish(jobs=1)).to_dict()
    assert list(data) == ["seats", "offers", "tickets", "lanes", "colours", "length", "styles"]
    figures = [value for rows in data.values() for row in rows for value in row.values() if isinstance(value, dict)]
    assert len(figures) > 500
    assert all(
        figure["low"] <= figure["value"] + 1e-6 and figure["value"] <= figure["high"] + 1e-6 for figure in figures
    )
    json.dumps(data)


def test_the_figures_of_the_builtin_boards_are_of_these_boards_and_rules() -> None:
    """`make balance` measures them anew."""
    data = builtin_data()
    assert (data["counts"], data["rules"]) == (VERSION, RULES_VERSION)
    assert {id: facts["digest"] for id, facts in data["boards"].items()} == {id: load(id).digest for id in board_ids()}


@pytest.mark.parametrize("board", board_ids())
def test_the_figures_of_the_builtin_boards_are_those_of_todays_planners(board: str) -> None:
    """A small measurement of the same deals agrees with the stored one; planners that play otherwise don't."""
    plan = BalancePlan(load(board), (2,), 0, 800, 0)
    own = summary_of(figures_of(Measurement(plan).finish(jobs=1)), 2, "planner")
    stored = dict(builtin_summaries(2, "planner"))[board]
    assert list(stored) == list(KEYS)
    for key in ("first", "completed", "kept", "turns", "lead_changes", "margin", "surprises"):
        small_one, large = own[key], stored[key]
        assert small_one is not None
        assert large is not None
        reach = hypot(small_one.high - small_one.low, large.high - large.low)
        assert abs(small_one.value - large.value) < reach, (key, small_one, large)


def test_a_share_is_never_more_than_all() -> None:
    """A report of few games said 97.4 % (94.3–100.4 %)."""
    assert share([Figure(1.0, 0.5, 1.5), None]) == Figure(1.0, 0.5, 1.0)
    assert share([Figure(0.0, -0.5, 0.5)]) == Figure(0.0, 0.0, 0.5)
    assert share([None]) is None
