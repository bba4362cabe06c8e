"""Figures against cases worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ferrovia.balance.counting.layout import SHARE, Layout
from ferrovia.balance.counts import Counts
from ferrovia.balance.figures import length_row, seat_rows
from ferrovia.balance.intervals import Figure, jackknife, leave_one_out, paired, rate, student
from ferrovia.balance.ratios import each, per_game
from ferrovia.balance.ticket_worth import gains, solve, through
from ferrovia.boards import load, new_game

GAME = new_game(load("amsterdam"), 2)


def batch(**numbers: int) -> list[int]:
    """Counts by hand: `game_turns=7`, `order_1_win=60`, `lanes_3_claimed=2`; all else is 0."""
    layout = Layout(GAME)
    counts = [0] * layout.size
    for name, number in numbers.items():
        block, _, rest = name.partition("_")
        row, _, column = rest.partition("_") if rest[0].isdigit() else ("0", "", rest)
        start, columns = layout.starts()[block]
        counts[start + int(row) * len(columns) + columns.index(column)] = number
    return counts


def counts_of(*batches: list[int]) -> Counts:
    return Counts(GAME, batches)


def near(figure: Figure | None, value: float, low: float, high: float) -> bool:
    assert figure is not None
    return (figure.value, figure.low, figure.high) == pytest.approx((value, low, high), abs=1e-4)


def test_a_share_has_wilsons_interval() -> None:
    # 8 of 10: (0.8 + 0.19207 ± 1.95996 · sqrt(0.016 + 0.0096037)) / 1.384146
    assert near(rate(8, 10), 0.8, 0.490162, 0.943318)
    assert rate(0, 0) is None


def test_students_quantiles_are_those_of_the_tables() -> None:
    for freedom, told in ((5, 2.571), (10, 2.228), (39, 2.023), (120, 1.980)):
        assert student(freedom) == pytest.approx(told, rel=2e-3)


def test_the_jackknife_of_a_mean_is_the_usual_interval() -> None:
    """Batches of one game each, with 10, 12, 14 and 20 turns: mean 14, standard error sqrt(56/3/4)."""
    counts = counts_of(*(batch(game_games=1, game_turns=turns) for turns in (10, 12, 14, 20)))
    reach = student(3) * (56 / 3 / 4) ** 0.5
    assert near(jackknife(counts, per_game("game", 0, "turns")), 14, 14 - reach, 14 + reach)


def test_a_ratio_is_that_of_the_sums() -> None:
    """5 claims late by 2,000 thousandths together: the mean of batches (0.5 and 0.25) would be another number."""
    batches = batch(lanes_3_claimed=1, lanes_3_when=500), batch(lanes_3_claimed=4, lanes_3_when=1000)
    figure = jackknife(counts_of(*batches), each("lanes", 3, "when", "claimed", 1000))
    assert figure is not None
    assert figure.value == pytest.approx(0.3)


def test_nothing_is_told_of_what_never_happened() -> None:
    counts = counts_of(batch(game_games=2), batch(game_games=2))
    assert jackknife(counts, each("lanes", 3, "when", "claimed")) is None
    assert leave_one_out(1.0, [1.0]) is None, "one batch says nothing of its spread"


def test_on_the_same_deals_luck_falls_out_of_a_difference() -> None:
    """Lengths vary widely from batch to batch; the other board takes two turns more each time."""
    ours = counts_of(*(batch(game_games=1, game_turns=turns) for turns in (10, 30, 50)))
    theirs = counts_of(*(batch(game_games=1, game_turns=turns + 2) for turns in (10, 30, 50)))
    assert near(paired(ours, theirs, per_game("game", 0, "turns")), 2, 2, 2)


def test_seats_share_victories() -> None:
    """Three games: one for the first, one for the second, one shared."""
    counts = counts_of(
        batch(game_games=2, order_0_win=SHARE, order_1_win=SHARE, chair_0_win=2 * SHARE),
        batch(game_games=1, order_0_win=SHARE // 2, order_1_win=SHARE // 2, chair_0_win=SHARE),
    )
    rows = list(seat_rows(counts, "random"))
    assert [(row.turn, row.chair, row.win.value) for row in rows] == [
        (1, None, 0.5),
        (2, None, 0.5),
        (None, 1, 1),
        (None, 2, 0),
    ]


def test_the_length_of_a_game_is_told_for_each_player() -> None:
    counts = counts_of(batch(game_games=2, game_turns=80, game_surprises=1), batch(game_games=2, game_turns=80))
    row = length_row(counts, "random")
    assert near(row.turns, 20, 20, 20)
    assert row.surprises is not None
    assert row.surprises.value == 0.25


def test_equations_are_solved() -> None:
    solved = solve([[2.0, 1.0], [1.0, 3.0]], [[5.0, 10.0], [2.0, 1.0]])
    assert solved is not None
    assert [*solved[0], *solved[1]] == pytest.approx([1.0, 3.0, 1.0, 0.0])
    assert solve([[1.0, 2.0], [2.0, 4.0]], [[1.0, 2.0]]) is None


def test_a_line_is_not_bent_by_one_wild_point() -> None:
    assert through([1, 2, 3, 4, 5], [3, 5, 7, 9, 100]) == (1, 2)


def lots(gain: Sequence[float]) -> list[int]:
    """Every two tickets were kept together by one seat each, and each alone: its score is 50 and what they add."""
    tickets = len(gain)
    numbers: dict[str, int] = {}

    def add(name: str, number: float) -> None:
        numbers[name] = numbers.get(name, 0) + round(number)

    kept_sets: list[tuple[int, ...]] = [(t,) for t in range(tickets)] + [
        (t, u) for t in range(tickets) for u in range(t)
    ]
    kept_sets += [()] * (len(kept_sets) % 2)
    for kept in kept_sets:
        score = 50 + sum(gain[ticket] for ticket in kept)
        add("game_lot_score", score)
        for ticket in kept:
            add(f"tickets_{ticket}_lot_kept", 1)
            add(f"tickets_{ticket}_lot_score", score)
            add(f"tickets_{ticket}_lot_completed", 1)
            for other in kept:
                add(f"pairs_{ticket * tickets + other}_both", 1)
    add("game_lots", len(kept_sets) / 2)
    return batch(**numbers)


def test_what_a_ticket_adds_is_found_again() -> None:
    """Each adds what its way is long, but for one that adds ten more: it has ten points too many."""
    ways = [3 + ticket % 5 for ticket in range(int(GAME.tickets))]
    gain = [float(way) for way in ways]
    gain[7] += 10
    counts = counts_of(lots(gain))
    found = gains(counts, counts.whole, ways)
    assert found is not None
    mean = sum(gain) / len(gain)
    assert found.points == pytest.approx([one - mean for one in gain], abs=0.05)
    values = [int(points) - (10 if ticket == 7 else 0) for ticket, points in enumerate(GAME.ticket_points)]
    assert found.values == pytest.approx(values, abs=0.1)
