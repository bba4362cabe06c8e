"""The shape of the JSON that clients are sent about a table; `choice_answers`, `game_answers`, `call_answers`,
`solo_answers`, `view_facts` and `messages` have the rest."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from ferrovia.server.core.outbox.choice_answers import Choices, MoveFacts, Payment, TermInfo
from ferrovia.server.core.outbox.view_facts import ViewFacts


class Failure(TypedDict):
    """Why something was not done. `code` is stable; words live in the client."""

    code: str
    params: dict[str, Any]


class SeatInfo(TypedDict):
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str
    """The bot that plays the seat now: its own, or the stand-in of somebody who is away."""
    away: bool
    resigned: bool
    """The person has given up: the stand-in plays to the end."""


class QuestionInfo(TypedDict):
    """What somebody asks the others. The same for everybody."""

    version: int
    what: Literal["stand_in", "takeback", "abort", "rematch"]
    seat: int
    """Who asks."""
    about: int
    """The seat that a stand-in shall play for; otherwise of no interest."""
    needed: list[int]
    """Whose people have to agree."""
    agreed: list[int]


class SeatPresence(TypedDict):
    """Whether the person of a seat is there."""

    connected: bool
    since: int | None
    """When there was last a connection, if there is none now and one was ever seen."""
    stand_in_at: int | None
    """When the others may have a stand-in play without asking, if nobody comes back before; only without a clock."""


class NoClockInfo(TypedDict):
    kind: Literal["none"]


class LiveClockInfo(TypedDict):
    kind: Literal["live"]
    bank_seconds: int
    increment_seconds: int


class DaysClockInfo(TypedDict):
    kind: Literal["correspondence"]
    days: int


ClockSetup = NoClockInfo | LiveClockInfo | DaysClockInfo


class TableInfo(TypedDict):
    """What does not change."""

    id: str
    board: str
    digest: str
    rules_version: int
    """That the game was begun with."""
    standings_version: int
    """Of the rules that the final order follows."""
    options: dict[str, bool]
    seats: int
    first: int | None
    clock: ClockSetup
    stand_in: str
    start: str
    day: str | None
    """The day whose deal it is, such as 2026-11-18; None: a deal of its own."""
    commitment: str
    """The hash of the secret that all luck follows from; the secret is in the record of the finished game."""
    created_at: int


class EventFacts(TypedDict, total=False):
    """Parameters of events: which of them an event has depends on its code. Rules of other packages may add their own.
    `ferrovia.engine.params` says what each of them means."""

    card: int
    cards: int | list[int]
    """How many, or which."""
    colour: int
    count: int
    discarded: list[int]
    extra: int
    first: int
    kept: int
    lane: int
    long: int
    mask: int
    place: int
    plain: int
    points: int
    reason: str
    rejected: int
    resets: int
    returned: list[int]
    row: list[int]
    ruling: str
    slot: int
    ticket: int
    tickets: list[int]
    to: int
    tokens: int
    turns: int
    wilds: int


class EventInfo(TypedDict):
    """Something that happened, as this seat saw it. `ferrovia.engine.params` says for every code what `facts` mean."""

    version: int
    at: int
    code: str
    seat: int
    facts: EventFacts


class ClockInfo(TypedDict):
    """Milliseconds. `deadline` is when the seat that is waited for runs out of time."""

    banks: list[int]
    deadlines: list[int | None]


class ChatInfo(TypedDict):
    """Whether there is a free chat: of the players, and apart from it of the watchers."""

    players: bool
    watchers: bool


class SaidInfo(TypedDict):
    """Something that somebody said."""

    number: int
    at: int
    seat: int | None
    """None: a watcher."""
    kind: Literal["phrase", "reaction", "chat"]
    text: str
    """Of a phrase or a reaction: which one; every reader has words of their own for it."""
    name: str
    """What a watcher calls themselves; otherwise empty."""


class Said(TypedDict):
    said: list[SaidInfo]


class Position(TypedDict):
    """A table now, as one seat or a watcher sees it."""

    version: int
    now: int
    status: Literal["waiting", "playing", "over", "closed"]
    people: list[SeatInfo]
    clock: ClockInfo
    mine: list[int]
    """The seats that this client holds."""
    seat: int | None
    """The seat whose view this is; None for watchers, and for a shared device between turns."""
    view: ViewFacts | None
    standing: list[TermInfo]
    """What everybody should see of the board's rules now, in the words of `status.<key>`."""
    choices: Choices | None
    moves: int
    rematch: str | None
    questions: list[QuestionInfo]
    chat: ChatInfo
    takeback: bool
    """Whether this client may take its last action back, if the others agree."""
    abort: bool
    """Whether the game may still be given up, if the others agree."""
    events: list[EventInfo]


class TableAnswer(TypedDict):
    table: TableInfo
    position: Position
    presence: list[SeatPresence]


class Invite(TypedDict):
    seat: int
    token: str


class Created(TypedDict):
    table: str
    commitment: str
    invites: list[Invite]


class Invites(TypedDict):
    invites: list[Invite]


class Accepted(TypedDict):
    key: str
    version: int
    events: list[EventInfo]
    """What happened, as the seat that moved saw it."""


class Joined(TypedDict):
    seat: int
    version: int


class Done(TypedDict):
    version: int


class PlanInfo(TypedDict):
    """What a seat will do when its turn comes; told to its owner alone."""

    move: MoveFacts | None
    """The claim, if there is a plan."""
    draws: bool
    """Whether it draws blind if the claim does not fit."""


class Rematch(TypedDict):
    table: str | None
    """None while others have to agree."""


class Log(TypedDict):
    version: int
    events: list[EventInfo]


class LaneAnswer(TypedDict):
    lane: int
    refusal: Failure | None
    """Why the seat could not claim this lane if it were its turn."""
    payments: list[Payment]
    """With which it can claim it now, or could if it were its turn."""
    terms: list[TermInfo]
