"""The shapes of answers about games as a whole: summaries, what was played, what it was worth, printed games."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ferrovia.server.core.outbox.answers import EventInfo, Failure, SeatInfo
from ferrovia.server.core.outbox.choice_answers import MoveFacts, TermInfo
from ferrovia.server.core.outbox.view_facts import ViewFacts


class TicketCount(TypedDict):
    """Tickets of a seat at the end of a game."""

    kept: int
    completed: int


class Summary(TypedDict):
    table: str
    board: str
    status: Literal["waiting", "playing", "over", "closed", "outdated"]
    people: list[SeatInfo]
    mine: list[int]
    my_turn: bool
    updated_at: int
    points: list[int]
    places: list[int]
    """Of every seat in a finished game, from 1."""
    tickets: list[TicketCount]
    """Of every seat in a finished game."""
    deadline: int | None
    rematch: str | None
    reason: Failure | None
    """Why the table is outdated: only another version can play it."""


class Summaries(TypedDict):
    tables: list[Summary]


class PastMove(TypedDict):
    """A move of a finished game."""

    number: int
    at: int
    seat: int
    by_bot: bool
    text: str


class PastPosition(TypedDict):
    """A finished game after some of its moves, everything open or as a seat saw it then."""

    number: int
    moves: int
    view: ViewFacts
    standing: list[TermInfo]
    """What everybody should see of the rules there."""
    hands: list[list[int]]
    tickets: list[list[int]]
    completed: list[list[bool]]
    """Of every ticket in `tickets`."""
    lit: list[list[int]]
    """For every line of the ledger the lanes that its rule says it is about; filled at the end of a game."""
    events: list[EventInfo]


class History(TypedDict):
    moves: list[PastMove]


class Hint(TypedDict):
    """What a strong bot would do in this seat's place, knowing what it knows."""

    decision: int
    action: int
    move: MoveFacts


class ReasonFacts(TypedDict):
    """Why a move: a code for the page to put into words."""

    code: str
    params: dict[str, int]
    """Numbers of a lane, a card and a seat, of points, turns and cards, by name."""
    tickets: list[int]
    """What it is about, if it is about tickets."""


class TurningPoint(TypedDict):
    """A move after which a seat was less likely to win."""

    number: int
    seat: int
    """Whose chance it was; somebody else may have moved."""
    before: float
    after: float
    played: MoveFacts
    better: MoveFacts | None
    """What the expert would have done, who knew what the seat knew; None if nothing was surely better."""
    gain: float
    """How much more likely the seat would have been to win with it, and the standard error of that."""
    error: float
    why: ReasonFacts | None
    """What speaks for the move played, by the planner's numbers; None if it is not the seat's own."""
    better_why: ReasonFacts | None


class Chances(TypedDict):
    """How likely each seat was to win, from the deal to the last move; shorter than the game while it is worked out."""

    moves: int
    chances: list[list[float]]
    turning: list[TurningPoint] | None
    """In the order of play. Worked out once all chances are known; None before."""


# --- a game that is not of this server ------------------------------------------------------------------
class OpenedRecord(TypedDict):
    """A record that was checked and can be played again, move by move. Nothing of it is kept."""

    board: str
    options: dict[str, bool]
    rules_version: int
    people: list[SeatInfo]
    finished: bool
    moves: list[PastMove]


class CountedLine(TypedDict):
    rule: str
    seat: int
    points: int
    detail: int
    """The lane of a route, the ticket of a ticket, the count that a bonus is given for."""


class CountedPlace(TypedDict):
    seat: int
    place: int
    score: int
    decided_by: str


class Counted(TypedDict):
    """The score of a game that was played on the printed board."""

    ledger: list[CountedLine]
    standings: list[CountedPlace]
    """Best first."""
    lit: list[list[int]]
    """For every line of the ledger the lanes that its rule says it is about."""
