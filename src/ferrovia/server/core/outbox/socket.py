"""The messages of a table's socket."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core.commands import Move
from ferrovia.server.core.entries import now
from ferrovia.server.core.outbox.messages import AcceptedMessage, AnswerKind, Pong, RefusedMessage, Update, Welcome
from ferrovia.server.core.outbox.positions import News, answer, position
from ferrovia.server.core.outbox.table import accepted, failure
from ferrovia.server.core.table import Table
from ferrovia.server.core.tables import Outcome


def welcome_message(table: Table, held: Sequence[int], news: News, build: str) -> Welcome:
    answers: list[AnswerKind] = ["accepted", "update"]
    return {"type": "welcome", "build": build, **answer(table, held, news), "answers": answers}


def update_message(table: Table, held: Sequence[int], news: News, answers: str | None = None) -> Update:
    return {"type": "update", "position": position(table, held, news), "answers": answers}


def accepted_message(move: Move, outcome: Outcome) -> AcceptedMessage:
    return {"type": "accepted", **accepted(move, outcome)}


def refused_message(error: FerroviaError, key: str | None) -> RefusedMessage:
    """`key`: of the move that was refused, if it was one."""
    return {"type": "refused", "key": key, **failure(error)}


def pong_message() -> Pong:
    return {"type": "pong", "now": now()}
