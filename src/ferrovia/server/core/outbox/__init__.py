"""The one way out: whatever a client learns is made here, for the seats that client holds.

Answers are plain JSON values whose shapes `answers` says; whoever sends them encodes them."""

from ferrovia.server.core.outbox.history import move_list, past_position, record
from ferrovia.server.core.outbox.lane import lane_answer
from ferrovia.server.core.outbox.moves import hint, move_facts, plan_info
from ferrovia.server.core.outbox.positions import answer, facts, log_answer, position, told
from ferrovia.server.core.outbox.records import counted, opened_record, record_position
from ferrovia.server.core.outbox.socket import (
    accepted_message,
    pong_message,
    presence_message,
    refused_message,
    said,
    said_message,
    update_message,
    welcome_message,
)
from ferrovia.server.core.outbox.table import (
    accepted,
    chances,
    created,
    done,
    failure,
    invites,
    joined,
    outdated_summary,
    summary,
)

__all__ = [
    "accepted",
    "accepted_message",
    "answer",
    "chances",
    "counted",
    "created",
    "done",
    "facts",
    "failure",
    "hint",
    "invites",
    "joined",
    "lane_answer",
    "log_answer",
    "move_facts",
    "move_list",
    "opened_record",
    "outdated_summary",
    "past_position",
    "plan_info",
    "pong_message",
    "position",
    "presence_message",
    "record",
    "record_position",
    "refused_message",
    "said",
    "said_message",
    "summary",
    "told",
    "update_message",
    "welcome_message",
]
