"""Compiled or not, listed or not: the same games. The other way is run in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ferrovia
from ferrovia.engine.actions import KEEP
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import Refusal
from ferrovia.engine.policy import RandomPolicy, play_out
from ferrovia.engine.series import play_series, play_series_listed
from properties.tables import Table, tables

GAMES = 12
SEED = 20260731

PROBE = """
import json, sys
import ferrovia
from ferrovia.engine.series import play_series
from golden.make import counts, play, golden_tables
from properties.tables import boards, tables

assert not ferrovia.COMPILED
seed, games = map(int, sys.argv[1:])
series = {str(table): play_series(table.game(), seed, 0, games).checksum for table in tables()}
ends = {name: play(name, table)[1].digest() for name, table in golden_tables().items()}
print(json.dumps([series, ends, {board.id: counts(board) for board in boards()}]))
"""


def run_interpreted() -> tuple[dict[str, int], dict[str, str], dict[str, object]]:
    """Checksums of random games, digests of games between bots and counts of actions, from uncompiled code."""
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"FERROVIA_INTERPRETED": "1", "PYTHONPATH": path}
    command = [sys.executable, "-c", PROBE, str(SEED), str(GAMES)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    series, ends, counted = json.loads(done.stdout)
    return series, ends, counted


@pytest.mark.skipif(not ferrovia.COMPILED, reason="the package under test is not compiled: nothing to compare with")
def test_compiled_and_interpreted_play_the_same_games() -> None:
    from golden.make import counts, golden_tables, play
    from properties.tables import boards

    series, ends, counted = run_interpreted()
    assert {str(table): play_series(table.game(), SEED, 0, GAMES).checksum for table in tables()} == series
    assert {name: play(name, table)[1].digest() for name, table in golden_tables().items()} == ends
    assert {board.id: counts(board) for board in boards()} == counted


@pytest.mark.parametrize("table", tables(), ids=str)
def test_choosing_without_the_list_plays_the_same_games(table: Table) -> None:
    games = 300 if ferrovia.COMPILED else 15
    plain = play_series(table.game(), SEED, 5, games)
    listed = play_series_listed(table.game(), SEED, 5, games)
    assert (plain.games, plain.decisions, plain.checksum) == (games, listed.decisions, listed.checksum)
    assert list(plain.scores) == list(listed.scores)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_series_in_parts_adds_up_to_the_whole(table: Table) -> None:
    whole = play_series(table.game(), SEED, 0, 9)
    parts = play_series(table.game(), SEED, 0, 4)
    parts.add(play_series(table.game(), SEED, 4, 5))
    assert (parts.games, parts.decisions, parts.checksum) == (whole.games, whole.decisions, whole.checksum)
    assert list(parts.scores) == list(whole.scores)


HUGE = pytest.mark.parametrize(
    "number", [2**60, 2**63, 2**64, -(2**63) - 1, 10**400], ids=["60 bits", "64 bits", "65 bits", "below", "400 digits"]
)


@HUGE
def test_integers_of_more_than_64_bits_are_refused_like_any_other(number: int) -> None:
    state = tables()[0].game().start(seeded(1))
    before = state.digest()
    for seat in range(state.game.seats):
        with pytest.raises(Refusal) as refusal:
            state.apply_for(seat, number)
        assert (refusal.value.code, refusal.value.params) == ("action.unknown", {"action": number})
    with pytest.raises(Refusal, match=r"action\.unknown"):
        state.apply(number)
    with pytest.raises(Refusal, match=r"turn\.not_yours"):
        state.apply_for(number, KEEP)
    assert state.digest() == before


@HUGE
def test_when_the_game_is_over_integers_of_any_size_hear_so(number: int) -> None:
    state = tables()[0].game().start(seeded(1))
    play_out(state, RandomPolicy(state.game, seeded(2)))
    with pytest.raises(Refusal, match=r"game\.over"):
        state.apply(number)
    for seat, action in ((0, number), (number, 0)):
        with pytest.raises(Refusal, match=r"game\.over"):
            state.apply_for(seat, action)
