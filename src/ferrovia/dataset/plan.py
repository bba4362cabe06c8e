"""What a data set holds: every shard follows from the plan, whoever writes it and in whatever order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import ferrovia
from ferrovia.boards.digest import digest
from ferrovia.bots.entrants import name_of
from ferrovia.engine.board import Board
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.game import Game
from ferrovia.engine.version import RULES_VERSION
from ferrovia.env.spec import spec
from ferrovia.simulation.series import GameRange, Setting

FORMAT: Final = 2
READ: Final = (1, FORMAT)
"""Format 1 had observations as lists of numbers."""
MANIFEST: Final = "dataset.json"
CARD: Final = "README.md"
OBSERVATIONS: Final = "observations"
RECORDS: Final = "records"
KINDS: Final = {OBSERVATIONS: 250, RECORDS: 10_000}
"""What a row is: a decision with all that the seat saw, or a game with its actions. And how many games are a shard."""


class DatasetError(FerroviaError):
    """A folder that no data set can be written to, or read from."""


@dataclass(frozen=True)
class Plan:
    setting: Setting
    games: int
    kind: str

    @property
    def game(self) -> Game:
        return self.setting.new_game()

    @property
    def shards(self) -> list[GameRange]:
        size = KINDS[self.kind]
        return [GameRange(start, min(size, self.games - start)) for start in range(0, self.games, size)]

    def facts(self) -> dict[str, Any]:
        """All that the shards depend on, as plain data. Bots in files are named in short."""
        setting, game = self.setting, self.game
        layout = spec(game)
        return {
            "format": FORMAT,
            "kind": self.kind,
            "board": setting.board.id,
            "digest": digest(setting.board),
            "seats": setting.seats,
            "options": {name: bool(value) for name, value in sorted(game.options.items())},
            "bots": [name_of(entrant) for entrant in setting.bots],
            "seed": setting.seed,
            "games": self.games,
            "rules": RULES_VERSION,
            "ferrovia": ferrovia.__version__,
            "observation": {"version": layout.version, "digest": layout.digest, "size": layout.size},
            "actions": layout.actions,
        }


def shard_name(part: GameRange) -> str:
    return f"games-{part.start:09d}-{part.start + part.games - 1:09d}.parquet"


def plan_of(
    board: Board, seats: int, games: int, seed: int, bots: tuple[str, ...], options: Mapping[str, bool], kind: str
) -> Plan:
    """Refuses what could not be played."""
    if kind not in KINDS:
        raise DatasetError("dataset.kind", {"kind": kind, "known": list(KINDS)})
    plan = Plan(Setting(board, seats, dict(sorted(options.items())), seed, bots=bots), games, kind)
    plan.setting.new_game()
    return plan
