"""The version of the rules, and which games of older versions and boards still play the same.

Records and tables name the version and the board's digest they were begun with. The version is raised when any game
would play differently. What is said here of play holds for moves and scores; the final order always follows the newest
version (R26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ferrovia.engine.board import Board
from ferrovia.engine.options import resolve

RULES_VERSION: Final = 2
OLDEST_VERSION: Final = 1

CHANGED_RULINGS: Final[dict[int, dict[str, str]]] = {2: {"neutral_player": "N25"}}
"""Of every version after the oldest: the rules that play differently since, each with its ruling. Games without them
go on as they were begun."""
EQUAL_BOARDS: Final[dict[str, str]] = {
    # Version 2 breaks ties by the path here, too.
    "352e4bb9e6d6d8db05370d485a9fedee79557406683be9a4f01e5f4da0123ed8": (
        "925e0efc5e32a83296bae5384979f67ee32ec74623edeab19c587faf86d29617"
    ),
}
"""The digest of a board as it was → the digest of what plays the same today."""

OTHER_VERSION: Final = "version"  # nobody here knows its rules
OTHER_BOARD: Final = "board"  # the board has changed
OTHER_RULING: Final = "ruling"  # a rule that it plays with has


class Difference(NamedTuple):
    """Why a game can't be played here as it was begun."""

    kind: str
    ruling: str = ""


def difference(
    board: Board, seats: int, options: Mapping[str, bool], digest: str, rules_version: int
) -> Difference | None:
    """What keeps a game from being played on this board, by its digest and version; None if nothing does.

    Raises a SetupError if the board does not offer such options."""
    if not OLDEST_VERSION <= rules_version <= RULES_VERSION:
        return Difference(OTHER_VERSION)
    if EQUAL_BOARDS.get(digest, digest) != board.digest:
        return Difference(OTHER_BOARD)
    values = resolve(board, seats, options)
    played = [use.rule for use in board.rules if use.when is None or values[use.when]]
    for version in range(rules_version + 1, RULES_VERSION + 1):
        for rule, ruling in CHANGED_RULINGS[version].items():
            if rule in played:
                return Difference(OTHER_RULING, ruling)
    return None
