"""What a client knows of a table: the position that the server last told it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.boards import GameKey, known, shared_game
from ferrovia.client.errors import ClientError
from ferrovia.engine.game import Game
from ferrovia.engine.version import difference
from ferrovia.view import View, from_facts

Json = dict[str, Any]
"""As it came; /api/openapi.json and /api/messages.json say what is in it."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table as one seat or a watcher sees it. `said` is the JSON that the server sent."""

    said: Json

    @property
    def version(self) -> int:
        version: int = self.said["version"]
        return version

    @property
    def status(self) -> str:
        """waiting, playing, over or closed."""
        status: str = self.said["status"]
        return status

    @property
    def ended(self) -> bool:
        return self.status in ("over", "closed")

    @property
    def seat(self) -> int | None:
        """Whose view this is; None for a watcher."""
        seat: int | None = self.said["seat"]
        return seat

    @property
    def decision(self) -> int | None:
        """What a move has to name; None when nothing is asked of this seat."""
        choices = self.said["choices"]
        return None if choices is None else choices["decision"]

    @property
    def actions(self) -> list[int]:
        """All that the seat may do now, sorted; empty when it is not asked."""
        choices = self.said["choices"]
        return [] if choices is None else choices["actions"]

    @property
    def names(self) -> list[str]:
        return [person["name"] or person["bot"] for person in self.said["people"]]

    @property
    def away(self) -> bool:
        """Whether a stand-in plays for this seat."""
        return self.seat is not None and bool(self.said["people"][self.seat]["away"])

    @property
    def events(self) -> list[Json]:
        """What happened since the position before."""
        events: list[Json] = self.said["events"]
        return events

    def view(self, game: Game) -> View:
        """As a bot gets it. Only once the game has begun."""
        return from_facts(game, self.said["view"])


def game_of(table: Mapping[str, Any]) -> Game:
    """The game that is played at a table. Raises a ClientError if it plays differently here."""
    board = known(table["board"])
    if difference(board, table["seats"], table["options"], table["digest"], table["rules_version"]) is not None:
        raise ClientError("table.other_version", {"board": table["board"]})
    return shared_game(GameKey(table["board"], table["seats"], tuple(table["options"].items()), table["first"]))
