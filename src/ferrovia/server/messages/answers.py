"""What the server sends: the shape of the JSON itself."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from ferrovia.server.setup import DaysClock, LiveClock, NoClock


class Failure(TypedDict):
    """Why something was not done. `code` is stable; words live in the client."""

    code: str
    params: dict[str, Any]


# --- a table --------------------------------------------------------------------------------------------
class SeatInfo(TypedDict):
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str
    """The bot that plays the seat now: its own, or the stand-in of somebody who is away."""
    away: bool


class TableInfo(TypedDict):
    """What does not change."""

    id: str
    board: str
    digest: str
    rules_version: int
    options: dict[str, bool]
    seats: int
    first: int | None
    clock: NoClock | LiveClock | DaysClock
    stand_in: str
    start: str
    commitment: str
    """The hash of the secret that all luck follows from; the secret is in the record of the finished game."""
    created_at: int


class ViewFacts(TypedDict):
    """What one seat may know of the game, as `ferrovia.view.View.facts` tells it. Tables by seat, lane or card."""

    board: str
    seats: int
    options: dict[str, bool]
    seat: int
    phase: int
    deciding: int | None
    waiting: list[bool]
    turn: int
    first: int
    turns: int
    passes: int
    turns_left: int
    held: int
    row: list[int]
    deck_size: int
    discard: list[int]
    known: list[list[int]]
    hand_sizes: list[int]
    pieces: list[list[int]]
    points: list[int]
    owner: list[int]
    closed: list[list[int]]
    counters: dict[str, list[int]]
    ticket_counts: list[int]
    ticket_batches: list[list[int]]
    offer_sizes: list[int]
    offer_batches: list[list[int]]
    ticket_batch: list[int]
    batches: int
    ticket_deck_size: int
    ticket_discard: list[int]
    put_under: list[int]
    hand: list[int]
    tickets: list[int]
    completed: list[bool]
    offer: list[int]
    choice: int
    returned: list[int]
    own_counters: dict[str, int]
    revealed: list[list[int]]
    ledger: list[tuple[str, int, int, int]]
    standings: list[tuple[int, int, int, str]]


class Payment(TypedDict):
    action: int
    colour: int
    wilds: int


class Claim(TypedDict):
    lane: int
    payments: list[Payment]
    """The default first, then the fewest wilds."""
    default: int
    """The action to propose: the payment with the fewest wilds (R20)."""


class OwnAction(TypedDict):
    """An action of a board's own rule, in notation."""

    action: int
    text: str


DecisionKind = Literal["first_tickets", "turn", "second_card", "keep_tickets", "rule"]


class Choices(TypedDict):
    """All that the seat may do now. Whatever is sent back names `decision`."""

    decision: int
    kind: DecisionKind
    slots: list[int]
    """Places of the row that a card may be taken from, from 0."""
    blind: bool
    tickets: bool
    must_pass: bool
    keep_least: int
    """Of the offered tickets; 0 if none are offered."""
    claims: list[Claim]
    own: list[OwnAction]
    actions: list[int]


class EventInfo(TypedDict):
    """Something that happened, as this seat saw it. `ferrovia.engine.params` says for every code what `facts` mean."""

    version: int
    at: int
    code: str
    seat: int
    facts: dict[str, Any]


class ClockInfo(TypedDict):
    """Milliseconds. `deadline` is when the seat that is waited for runs out of time."""

    banks: list[int]
    deadlines: list[int | None]


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
    choices: Choices | None
    moves: int
    rematch: str | None
    events: list[EventInfo]


class TableAnswer(TypedDict):
    table: TableInfo
    position: Position


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


class Rematch(TypedDict):
    table: str


class Log(TypedDict):
    version: int
    events: list[EventInfo]


class LaneAnswer(TypedDict):
    lane: int
    refusal: Failure | None
    """Why the seat could not claim this lane if it were its turn."""
    payments: list[Payment]
    """With which it can claim it now."""


class Summary(TypedDict):
    table: str
    board: str
    status: Literal["waiting", "playing", "over", "closed"]
    people: list[SeatInfo]
    mine: list[int]
    my_turn: bool
    updated_at: int
    points: list[int]
    places: list[int]
    """Of every seat in a finished game, from 1."""
    deadline: int | None
    rematch: str | None


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
    hands: list[list[int]]
    tickets: list[list[int]]
    completed: list[list[bool]]
    """Of every ticket in `tickets`."""
    trails: list[list[int]]
    """The lanes of each seat's longest path in the order of walking: at the end, where a bonus is given for it."""
    events: list[EventInfo]


class History(TypedDict):
    moves: list[PastMove]


class Chances(TypedDict):
    """How likely each seat was to win, from the deal to the last move; shorter than the game while it is worked out."""

    moves: int
    chances: list[list[float]]


# --- over the socket ------------------------------------------------------------------------------------
class Welcome(TypedDict):
    type: Literal["welcome"]
    table: TableInfo
    position: Position


class Update(TypedDict):
    type: Literal["update"]
    position: Position


class AcceptedMessage(Accepted):
    type: Literal["accepted"]


class RefusedMessage(Failure):
    """A move, or anything else that was sent, was not carried out."""

    type: Literal["refused"]
    key: str | None


class Pong(TypedDict):
    type: Literal["pong"]
    now: int


ServerMessage = Welcome | Update | AcceptedMessage | RefusedMessage | Pong
