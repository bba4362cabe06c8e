"""The shape of everything that goes out over a table's socket."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ferrovia.server.core.outbox.answers import Accepted, Failure, Position, TableInfo


class Welcome(TypedDict):
    type: Literal["welcome"]
    table: TableInfo
    position: Position
    build: str
    """Of the page that the server serves now; one that was loaded before an upgrade has another."""


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
