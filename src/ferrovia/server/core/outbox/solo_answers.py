"""The shapes of answers about what one plays alone: the deal of the day, and puzzles."""

from __future__ import annotations

from typing_extensions import TypedDict

from ferrovia.server.core.outbox.choice_answers import Choices, MoveFacts
from ferrovia.server.core.outbox.game_answers import ReasonFacts
from ferrovia.server.core.outbox.view_facts import ViewFacts


class DayInfo(TypedDict):
    day: str
    number: int
    """The first day of a chain is 1."""
    board: str
    bots: list[str]
    ends_at: int
    seed: str | None
    """In hexadecimal; None until the day is over. Its SHA-256, taken `number` times, is the chain's end."""


class Days(TypedDict):
    today: DayInfo
    past: list[DayInfo]
    """The days before, the latest first."""
    chain_end: str
    """What every seed is proved by; it never changes."""


class Spread(TypedDict):
    """The points of all who played a day on it, alone and without hints."""

    count: int
    least: int
    lower: int
    """A quarter had less."""
    middle: int
    upper: int
    most: int


class DayScore(TypedDict):
    """How somebody did in the deal of a day."""

    day: str
    points: int
    place: int
    counts: bool
    """Whether it is part of the field: played on the day, with no stand-in and no hint."""
    behind: int
    """How many of the field had less."""
    field: Spread | None
    expert: int | None
    """Points of the expert with the same cards; None while it still plays."""


class PuzzleInfo(TypedDict):
    id: str
    board: str
    players: int
    difficulty: float
    """From 0 to 1, as the five levels of bots found it."""
    rank: int
    """The first level, counted from 1, that mostly solves it; 6 for none."""


class Puzzles(TypedDict):
    puzzles: list[PuzzleInfo]


class PuzzlePosition(PuzzleInfo):
    """What the seat to move may know, and what it may do."""

    turn: int
    view: ViewFacts
    choices: Choices


class Solved(TypedDict):
    right: bool
    answer: MoveFacts
    action: int
    """The answer as an action."""
    reason: ReasonFacts
    margin: float
    """How far it was ahead of the next best move, in the least clear of the searches: from 0 to 1."""
    second: MoveFacts
    levels: dict[str, float]
    """Which share of its tries each level found it in."""
