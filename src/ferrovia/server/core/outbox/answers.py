"""The shape of the JSON that clients are sent; `view_facts` and `messages` have the rest."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from ferrovia.server.core.outbox.view_facts import ViewFacts


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


class Payment(TypedDict):
    action: int
    colour: int
    wilds: int


class TermInfo(TypedDict):
    """What a claim costs or brings besides its cards. A warning is told before the claim is confirmed."""

    key: str
    params: dict[str, int]
    warning: bool
    glyph: str
    """What stands on the map at its `place`, for its `seat`: the data of an SVG path, from −1 to 1; "": nothing."""
    cards: list[int]
    """What lies open before everybody while it holds."""


class Claim(TypedDict):
    lane: int
    payments: list[Payment]
    """The default first, then the fewest wilds."""
    default: int
    """The action to propose: the payment with the fewest wilds (R20)."""
    terms: list[TermInfo]


class OwnAction(TypedDict):
    """An action of a board's own rule, in notation."""

    action: int
    text: str
    term: TermInfo | None
    """What it does, as the rule words it."""


class Keep(TypedDict):
    kept: list[int]
    """Places in the offer, from 0."""
    action: int


DecisionKind = Literal["first_tickets", "turn", "second_card", "keep_tickets", "rule"]


class Choices(TypedDict):
    """All that the seat may do now. What is sent back names `decision` and one of the numbers called action."""

    decision: int
    kind: DecisionKind
    slots: list[int]
    """Places of the row that a card may be taken from, from 0."""
    slot_actions: list[int]
    """Of `slots`, in the same order."""
    blind: bool
    blind_action: int | None
    tickets: bool
    tickets_action: int | None
    must_pass: bool
    pass_action: int | None
    keep_least: int
    """Of the offered tickets; 0 if none are offered."""
    keeps: list[Keep]
    """Every choice of tickets that is allowed."""
    claims: list[Claim]
    own: list[OwnAction]
    actions: list[int]


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


class CallWays(TypedDict):
    """In which ways a server can call people."""

    push: str | None
    """The server's public key for Web Push."""
    webhook: bool
    mail: bool


class CallInfo(TypedDict):
    """How somebody wants to be called; told to nobody else."""

    id: str
    way: Literal["push", "webhook", "mail"]
    address: str
    quiet_from: int
    quiet_to: int
    zone: str
    digest_minutes: int
    confirmed: bool


class Calls(TypedDict):
    calls: list[CallInfo]


class CallAdded(TypedDict):
    id: str
    secret: str | None
    """What the calls of a webhook are signed with; it is told only now."""


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


class MoveFacts(TypedDict):
    """A move as a client puts it into words. What its kind does not need is -1, 0 or empty."""

    kind: Literal["pass", "slot", "blind", "tickets", "keep", "claim", "rule"]
    text: str
    """In notation."""
    lane: int
    card: int
    """What is taken from the row, or what pays."""
    wilds: int
    tickets: list[int]
    """What is kept."""


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
