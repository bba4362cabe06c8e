"""How a table is set up. Fixed when the table is made; `setup_json` stores it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ferrovia.boards import GameKey, known, new_game, shared_game
from ferrovia.engine.game import RANDOM_FIRST, Game
from ferrovia.engine.version import OTHER_BOARD, OTHER_RULING, RULES_VERSION, Difference, difference
from ferrovia.server.core.errors import Outdated

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
    day: str | None = None
    """The day whose deal it is, such as 2026-11-18; None: a deal of its own."""

    def game(self) -> Game:
        """Refused if the board or the rules play differently since."""
        differs = difference(known(self.board), self.seats, self.options, self.digest, self.rules_version)
        if differs is not None:
            raise self.outdated(differs)
        return shared_game(self.game_key)

    def outdated(self, differs: Difference) -> Outdated:
        versions: dict[str, object] = {"rules": self.rules_version, "here": RULES_VERSION}
        if differs.kind == OTHER_BOARD:
            return Outdated("table.board_changed", {"board": self.board})
        if differs.kind == OTHER_RULING:
            return Outdated("table.ruling_changed", {**versions, "ruling": differs.ruling})
        return Outdated("table.outdated", versions)

    def anew(self) -> Setup:
        """The same table, by the rules and on the board of today, with a deal of its own."""
        return replace(self, digest=known(self.board).digest, rules_version=RULES_VERSION, day=None)

    @property
    def game_key(self) -> GameKey:
        return GameKey(self.board, self.seats, tuple(self.options.items()), self.first)


def new_setup(
    board: str,
    seats: int,
    options: dict[str, bool],
    first: int | None,
    clock: Clock,
    stand_in: Level,
    start: Start,
    day: str | None = None,
) -> Setup:
    """Raises a SetupError if the board offers no such table."""
    printed = known(board)
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
        day=day,
    )
