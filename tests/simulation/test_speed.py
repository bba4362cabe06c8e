"""Measuring: every workload plays, and a row has the numbers that the table shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import ferrovia
from ferrovia.simulation.other_kernel import KernelError, build_beside, plays_too
from ferrovia.simulation.speed import machine, measure
from ferrovia.simulation.workloads import MODES, play_of, row_names


def test_every_board_has_rows_of_every_kind() -> None:
    names = row_names()
    assert len(set(names)) == len(names)
    assert {name.split("-")[0] for name in names} == set(ferrovia.board_ids())
    assert {name.split("-", 2)[2] for name in names} == set(MODES)


@pytest.mark.parametrize("mode", ["random", "listed", "python", "search", "batch", "batch-bare", "batch-python"])
def test_a_workload_plays_more_decisions_than_games(mode: str) -> None:
    rate = measure(play_of(f"berlin-2p-{mode}"), seconds=0.001)
    assert rate.decisions > rate.games > 0


def test_parts_of_a_series_are_the_whole() -> None:
    play = play_of("berlin-2p-listed")
    assert play(0, 3) == play(0, 1) + play(1, 1) + play(2, 1)


def test_another_kernel_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match=r"bench\.no_kernel"):
        build_beside(tmp_path)
    assert plays_too("usa", "usa-2p-random")
    assert not plays_too("usa", "usa-2p-search")
    assert not plays_too("usa", "lyon-2p-random")


def test_the_machine_is_named() -> None:
    assert "cores, Python 3." in machine()
