"""What people at a table say: phrases and reactions that everybody reads in their own language, and a free chat where
the host has switched it on, of the players among themselves and of the watchers among themselves.

None of it is part of the game: it is kept beside the log, and no record has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol

from ferrovia.server.core.commands import Command
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import NO_SEAT, Kind, now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.permissions import check_host, check_open
from ferrovia.server.core.table import Table

SayingKind = Literal["phrase", "reaction", "chat"]
PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "oops",
    "thinking",
    "back_soon",
    "your_turn",
    "close",
    "nice_route",
    "good_game",
    "again",
)
REACTIONS: Final = ("whistle", "clear", "star", "heart", "rain", "coffee")
KEPT: Final = 300
"""Of each table; older ones are deleted."""
RECENT: Final = 50
"""Told to who comes."""
SWITCHES: Final = 40
"""Times that a host may switch the chat: each is an entry of the log."""


class Saying(NamedTuple):
    number: int
    """From 1 at every table, without gaps."""
    at: int
    seat: int
    """-1: a watcher."""
    kind: SayingKind
    text: str
    """Of a phrase or a reaction: which one."""
    name: str = ""
    """What a watcher calls themselves."""

    def is_for(self, held: Sequence[int]) -> bool:
        """Players read what players write, and watchers what watchers write; phrases are for all."""
        return self.kind != "chat" or (self.seat != NO_SEAT) == bool(held)


class SayingStore(Protocol):
    async def write_saying(self, table: str, saying: Saying) -> Saying:
        """Keeps it under the next number; the oldest go. What is returned has that number."""

    async def read_sayings(self, table: str, last: int) -> list[Saying]:
        """The last ones, oldest first."""


def check_may_say(table: Table, held: Sequence[int], kind: SayingKind, text: str) -> None:
    check_open(table)
    if kind == "chat":
        if not (table.chats.players if held else table.chats.watchers):
            raise Denied("chat.off")
        return
    if not held:
        raise Denied("token.seat")
    if text not in (PHRASES if kind == "phrase" else REACTIONS):
        raise Denied("request.invalid")


async def say(
    store: SayingStore, opened: OpenTable, held: Sequence[int], kind: SayingKind, text: str, name: str
) -> Saying:
    """Keeps it, then tells everybody at the table whom it is for."""
    check_may_say(opened.table, held, kind, text)
    seat = held[0] if held else NO_SEAT
    if len(held) > 1:  # people who share a device: whoever's turn it is
        waiting = opened.table.waiting_seats()
        seat = next((each for each in held if each in waiting), seat)
    kept = await store.write_saying(opened.table.id, Saying(0, now(), seat, kind, text, "" if held else name))
    opened.tell_said(kept)
    return kept


@dataclass(frozen=True)
class SwitchChat(Command):
    """The host opens or closes the free chat: of players, and apart from it of watchers."""

    host: str = field(repr=False)
    players: bool
    watchers: bool

    def draft(self, table: Table) -> Draft | None:
        check_open(table)
        check_host(table, self.host)
        if (table.chats.players, table.chats.watchers) == (self.players, self.watchers):
            return None
        if table.chats.switched >= SWITCHES:
            raise Denied("limit.moves")
        names = [name for name, is_on in (("players", self.players), ("watchers", self.watchers)) if is_on]
        return Draft(table.copy()).add(Kind.CHAT, text=" ".join(names))
