"""How a table is set up. Fixed when the table is made; `setup_json` stores it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ferrovia.boards import Laid, builtin, new_game, shared_game
from ferrovia.engine.game import RANDOM_FIRST, Game
from ferrovia.engine.version import RULES_VERSION
from ferrovia.server.core.errors import Denied

Level = Literal["novice", "commuter", "conductor", "dispatcher", "stationmaster"]
"""The bots that people meet, weakest first (`ferrovia.bots.levels`)."""
Start = Literal["full", "host"]
"""The game begins when the last seat is taken, or when the host says so."""


@dataclass(frozen=True, slots=True)
class NoClock:
    """Everybody takes the time they want."""

    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class LiveClock:
    """A time bank for the whole game, and a little more with every turn."""

    kind: Literal["live"] = "live"
    bank_seconds: int = 600
    increment_seconds: int = 10


@dataclass(frozen=True, slots=True)
class DaysClock:
    """So many days for every move."""

    kind: Literal["correspondence"] = "correspondence"
    days: int = 3


Clock = NoClock | LiveClock | DaysClock


@dataclass(frozen=True, slots=True)
class Setup:
    board: str
    digest: str
    rules_version: int
    seats: int
    options: dict[str, bool]
    first: int | None
    """The seat that begins; None: drawn by lot."""
    clock: Clock
    stand_in: Level
    """The bot that plays on for whoever leaves or runs out of time."""
    start: Start

    def game(self) -> Game:
        """Refused if the board or the rules have changed since: the game waits for the version it was begun with."""
        if self.rules_version != RULES_VERSION or builtin(self.board).digest != self.digest:
            raise Denied("table.outdated", {"rules": self.rules_version, "here": RULES_VERSION})
        return shared_game(self.laid)

    @property
    def laid(self) -> Laid:
        return Laid(self.board, self.seats, tuple(self.options.items()), self.first)


def new_setup(
    board: str,
    seats: int,
    options: dict[str, bool],
    first: int | None,
    clock: Clock,
    stand_in: Level,
    start: Start,
) -> Setup:
    """Raises a SetupError if the board offers no such table."""
    printed = builtin(board)
    game = new_game(printed, seats, options, RANDOM_FIRST if first is None else first)
    return Setup(
        board=board,
        digest=printed.digest,
        rules_version=RULES_VERSION,
        seats=seats,
        options=dict(game.options),
        first=first,
        clock=clock,
        stand_in=stand_in,
        start=start,
    )
