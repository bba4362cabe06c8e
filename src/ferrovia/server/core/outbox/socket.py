"""The messages of a table's socket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core.commands import Move
from ferrovia.server.core.entries import NO_SEAT, now
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.outbox.answers import SaidInfo
from ferrovia.server.core.outbox.messages import (
    AcceptedMessage,
    AnswerKind,
    Pong,
    PresenceMessage,
    RefusedMessage,
    SaidMessage,
    Update,
    Welcome,
)
from ferrovia.server.core.outbox.positions import News, answer, position, presence
from ferrovia.server.core.outbox.table import accepted, failure
from ferrovia.server.core.sayings import Saying
from ferrovia.server.core.table import Table
from ferrovia.server.core.tables import Outcome


def welcome_message(opened: OpenTable, held: Sequence[int], news: News, build: str) -> Welcome:
    answers: list[AnswerKind] = ["accepted", "update"]
    return {"type": "welcome", "build": build, **answer(opened, held, news), "answers": answers}


def presence_message(opened: OpenTable) -> PresenceMessage:
    return {"type": "presence", "now": now(), "presence": presence(opened)}


def update_message(table: Table, held: Sequence[int], news: News, answers: str | None = None) -> Update:
    return {"type": "update", "position": position(table, held, news), "answers": answers}


def said_message(sayings: Iterable[Saying], held: Sequence[int]) -> SaidMessage:
    return {"type": "said", "said": said(sayings, held)}


def said(sayings: Iterable[Saying], held: Sequence[int]) -> list[SaidInfo]:
    """What whoever holds these seats may read."""
    return [
        {
            "number": saying.number,
            "at": saying.at,
            "seat": None if saying.seat == NO_SEAT else saying.seat,
            "kind": saying.kind,
            "text": saying.text,
            "name": saying.name,
        }
        for saying in sayings
        if saying.is_for(held)
    ]


def accepted_message(move: Move, outcome: Outcome) -> AcceptedMessage:
    return {"type": "accepted", **accepted(move, outcome)}


def refused_message(error: FerroviaError, key: str | None) -> RefusedMessage:
    """`key`: of the move that was refused, if it was one."""
    return {"type": "refused", "key": key, **failure(error)}


def pong_message() -> Pong:
    return {"type": "pong", "now": now()}
