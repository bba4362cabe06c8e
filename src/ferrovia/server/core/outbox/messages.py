"""The shape of everything that goes out over a table's socket."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ferrovia.server.core.outbox.answers import Accepted, Failure, Position, SaidInfo, SeatPresence, TableInfo

AnswerKind = Literal["accepted", "update"]


class Welcome(TypedDict):
    type: Literal["welcome"]
    table: TableInfo
    position: Position
    presence: list[SeatPresence]
    answers: list[AnswerKind]
    """What may answer a move: see `answer` in a move."""
    build: str
    """Of the page that the server serves now; one that was loaded before an upgrade has another."""


class Update(TypedDict):
    type: Literal["update"]
    position: Position
    answers: str | None
    """The key of the move of this client that is safe with it: it is the last thing that happened."""


class PresenceMessage(TypedDict):
    """Somebody came or went. Only for clients that asked for it in their hello."""

    type: Literal["presence"]
    now: int
    presence: list[SeatPresence]


class SaidMessage(TypedDict):
    """What was said, to whoever may read it. Only for clients that asked for it in their hello."""

    type: Literal["said"]
    said: list[SaidInfo]


class AcceptedMessage(Accepted):
    type: Literal["accepted"]


class RefusedMessage(Failure):
    """A move, or anything else that was sent, was not carried out."""

    type: Literal["refused"]
    key: str | None


class Pong(TypedDict):
    type: Literal["pong"]
    now: int


ServerMessage = Welcome | Update | PresenceMessage | SaidMessage | AcceptedMessage | RefusedMessage | Pong
