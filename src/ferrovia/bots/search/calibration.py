"""How fast points come on a board: measured once by a few quick games, so that no board needs numbers of its own."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ferrovia.bots.thinking.atlas import Atlas
from ferrovia.bots.thinking.pilot import Pilot, play_out
from ferrovia.bots.thinking.taste import USUAL_PACE, Taste
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.scoring import ledger
from ferrovia.engine.setup import deal

GAMES: Final = 6


def measured_atlas(game: Game) -> Atlas:
    """With a taste for what turns bring on this board."""
    return Atlas(game, Taste(measure_pace(game)))


def measure_pace(game: Game) -> i64:
    """What a turn brings, in tenths of a point."""
    atlas = Atlas(game, Taste(USUAL_PACE))
    points: i64 = 0
    turns: i64 = 1
    index: i64
    for index in range(GAMES):
        pilots = [Pilot(atlas, seat, False) for seat in range(game.seats)]
        state = deal(game, seeded(index))
        play_out(state, pilots)
        turns += state.turns
        for total in ledger(state, None).totals:
            points += total
    pace = points * 10 // turns
    if pace < 5:
        return 5
    return pace
