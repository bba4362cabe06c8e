"""A client's socket at a table: the first message says who it is, then moves come in and updates go out.

A client that reads too slowly is disconnected; it comes back with the version it has."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Final

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.api.access import address_of, check_replay
from ferrovia.server.api.requests import CLIENT_MESSAGE, Back, Hello, MoveMessage, Ping, Say
from ferrovia.server.close_codes import BAD_MESSAGE, GOING_AWAY, TOO_MUCH, close_code
from ferrovia.server.core import outbox
from ferrovia.server.core.commands import ComeBack
from ferrovia.server.core.entries import SEAT_KINDS
from ferrovia.server.core.errors import Denied, Unavailable
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.permissions import seats_for
from ferrovia.server.core.sayings import RECENT, Saying, check_may_say, say
from ferrovia.server.core.tokens import is_table_id
from ferrovia.server.encoding import encode
from ferrovia.server.limits import Limit
from ferrovia.server.metrics import METRICS
from ferrovia.server.page import build_id
from ferrovia.server.send_queue import SendQueue
from ferrovia.server.services import Services
from ferrovia.server.writing import Write, never

HELLO_SECONDS: Final = 10.0
"""Seconds for the first message."""
SILENT_SECONDS: Final = 90.0
"""Seconds without any message, not even a ping, after which a socket is closed."""
MOST_INVALID: Final = 10
"""Invalid messages after which the sender is disconnected."""

DISCONNECTED: Final = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending raises once the other end is gone."""

log = logging.getLogger(__name__)


class Connection:
    """One client at one table, and a subscriber of that table."""

    def __init__(self, services: Services, socket: WebSocket, table: str, moves: Limit, write: Write = never) -> None:
        self.services = services
        self.socket = socket
        self.id = table
        settings = services.settings
        self.queue = SendQueue(socket, settings.unsent_messages, settings.unsent_bytes, write)
        self.token: str | None = None
        self.held: tuple[int, ...] = ()
        self.counted: tuple[int, ...] = ()
        """The seats at which this connection is counted as their person's."""
        self.wants_presence = False
        self.wants_said = False
        self.moves = moves
        self.bucket = moves.bucket()
        self.invalid = 0
        self.at_work = False
        self.answering: MoveMessage | None = None
        """The move that is being carried out, until an update has answered it."""

    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        if self.token is not None and any(entry.kind in SEAT_KINDS for entry, _ in news):
            self.held = opened.table.held_by(self.token)  # the seat may be somebody else's now, or nobody's
            if self.held != self.counted:
                self.sit(opened, self.held)
        key = self.answered_by(news)
        message = encoded.get((self.held, key))
        if message is None:
            message = encode(outbox.update_message(opened.table, self.held, news, key))
            encoded[self.held, key] = message
        self.queue.send(message)

    def tell_presence(self, opened: OpenTable, encoded: dict[object, bytes]) -> None:
        if not self.wants_presence:
            return
        message = encoded.get("presence")
        if message is None:
            message = encoded["presence"] = encode(outbox.presence_message(opened))
        self.queue.send(message)

    def tell_said(self, saying: Saying, encoded: dict[object, bytes]) -> None:
        if not self.wants_said or not saying.is_for(self.held):
            return
        message = encoded.get("said")
        if message is None:
            message = encoded["said"] = encode(outbox.said_message([saying], self.held))
        self.queue.send(message)

    def sit(self, opened: OpenTable, seats: tuple[int, ...]) -> None:
        """From now on this connection is that of these seats."""
        attendance, before = self.services.tables.attendance, self.counted
        self.counted = seats
        attendance.depart(opened, before)
        attendance.arrive(opened, seats)

    def answered_by(self, news: News) -> str | None:
        """The key of the move that this update answers. A device that holds several seats is shown another seat by now,
        so what the move brought has to be told apart."""
        move, entry = self.answering, news[-1][0]
        if move is None or entry.key != move.key or len(self.held) != 1 or entry.seat != self.held[0]:
            return None
        self.answering = None
        return move.key

    # --- from the first message to the last -------------------------------------------------------------
    async def run(self) -> None:
        sender = asyncio.create_task(self.queue.run(), name="send queue")
        opened: OpenTable | None = None
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = self.read(await self.receive())
            if not isinstance(hello, Hello):
                raise Denied("request.invalid")
            opened = await self.welcome(hello)
            if hello.said:  # after the subscription: what is said meanwhile comes twice, and is known by its number
                await self.tell_recent()
            reader = asyncio.create_task(self.read_messages(), name="reader")
            done, pending = await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
            if reader in pending and not self.at_work:  # a move that was begun is finished
                reader.cancel()
            reader.add_done_callback(report)
            error = sender.exception() if sender in done else None
            if error is not None and not isinstance(error, DISCONNECTED):
                report(sender)
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            pass
        except FerroviaError as error:
            self.refuse(error, None)
            self.queue.close(close_code(error))
        finally:
            if opened is not None:
                opened.subscribers.discard(self)
                opened.attendees.discard(self)
                self.sit(opened, ())
                opened.used = time.monotonic()
            await self.finish(sender)

    async def finish(self, sender: asyncio.Task[None]) -> None:
        """Waits a moment for the last messages to be sent."""
        self.queue.close(GOING_AWAY)
        try:
            async with asyncio.timeout(1.0):
                await sender
        except (TimeoutError, *DISCONNECTED):
            sender.cancel()

    async def welcome(self, hello: Hello) -> OpenTable:
        if not is_table_id(self.id):
            raise Denied("table.unknown")
        opened = await self.services.tables.fresh(self.id)
        self.token = hello.token
        self.held = seats_for(opened.table, self.token)
        if hello.back:
            await self.come_back(opened)
        news = await self.news_since(opened, hello.since)
        while opened.stale:  # others have written meanwhile, and nobody here had to be told
            opened = await self.services.tables.fresh(self.id)
            news = await self.news_since(opened, hello.since)
        self.held = seats_for(opened.table, self.token)  # the seat may have been opened again meanwhile
        # From here to the subscription nothing is awaited: no update is missed, none comes twice.
        self.sit(opened, self.held)
        message = outbox.welcome_message(opened, self.held, news, build_id())
        opened.subscribers.add(self)
        self.wants_presence, self.wants_said = hello.presence, hello.said
        if hello.presence or hello.said:
            opened.attendees.add(self)
        self.queue.send(encode(message))
        return opened

    async def tell_recent(self) -> None:
        with suppress(Unavailable):
            found = await self.services.sayings.read_sayings(self.id, RECENT)
            if found:
                self.queue.send(encode(outbox.said_message(found, self.held)))

    async def news_since(self, opened: OpenTable, version: int | None) -> News:
        if version is None:
            return []
        if opened.news_since(version) is None:
            check_replay(self.socket)
        return await self.services.tables.news_since(opened, version)

    async def read_messages(self) -> None:
        """Until the sender is gone, silent for too long, or has to be disconnected."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENT_SECONDS) as silence:
                while await self.read_message():
                    put_off(silence)

    async def read_message(self) -> bool:
        try:
            text = await self.receive()
        except (WebSocketDisconnect, RuntimeError):
            return False
        if not self.bucket.take(self.moves.rate, self.moves.burst):
            self.refuse(Denied("limit.moves"), None)
            self.queue.close(TOO_MUCH)
            return False
        return await self.answer(text) and self.queue.closing is None

    async def receive(self) -> str:
        try:
            return await self.socket.receive_text()
        except KeyError:  # a binary frame, which is never valid
            return ""

    async def answer(self, text: str) -> bool:
        """Handles one message. False if the sender has to be disconnected."""
        key: str | None = None
        try:
            message = self.read(text)
            if isinstance(message, MoveMessage):
                key = message.key
                await self.move(message)
            elif isinstance(message, Back):
                await self.come_back(await self.services.tables.open(self.id))
            elif isinstance(message, Say):
                await self.say(message)
            elif isinstance(message, Ping):
                self.queue.send(encode(outbox.pong_message()))
            else:
                raise Denied("request.invalid")
        except FerroviaError as error:
            self.refuse(error, key)
            self.invalid += error.code == "request.invalid"
            if self.invalid >= MOST_INVALID:
                self.queue.close(BAD_MESSAGE)
                return False
        return True

    async def move(self, message: MoveMessage) -> None:
        move = message.command(self.token)
        self.answering = message if message.answer == "update" else None
        try:
            self.at_work = True
            outcome = await self.services.tables.act_here(self.id, move)
            if self.answering is not None or message.answer == "accepted":
                self.queue.send(encode(outbox.accepted_message(move, outcome)))
        finally:
            self.answering = None
            self.at_work = False

    async def say(self, message: Say) -> None:
        opened = await self.services.tables.open(self.id)
        who = f"{self.id} {self.held[0]}" if self.held else address_of(self.socket)
        check_may_say(opened.table, self.held, message.kind, message.text)
        if not self.services.words.allows(who):
            raise Denied("limit.words")
        await say(self.services.sayings, opened, self.held, message.kind, message.text, message.name)

    async def come_back(self, opened: OpenTable) -> None:
        """Asked for with every hello, so the log is only looked at if somebody is away."""
        if self.token is not None and any(opened.table.away[seat] for seat in self.held):
            await self.services.tables.act(self.id, ComeBack(self.token))

    def read(self, text: str) -> Hello | MoveMessage | Back | Say | Ping:
        if len(text) > self.services.settings.message_bytes:
            raise Denied("request.invalid")
        try:
            return CLIENT_MESSAGE.validate_json(text)
        except ValidationError:
            raise Denied("request.invalid") from None

    def refuse(self, error: FerroviaError, key: str | None) -> None:
        METRICS.refused.labels(error.code).inc()
        self.queue.send(encode(outbox.refused_message(error, key)))


def report(ended: asyncio.Task[None]) -> None:
    """Says so if a task has failed."""
    if not ended.cancelled() and ended.exception() is not None:
        METRICS.failures.inc()
        log.error("a socket failed", exc_info=ended.exception())


def put_off(silence: asyncio.Timeout) -> None:
    """Something was heard. The timer is set again only now and then: doing it for every message costs more than reading
    one, and nobody minds a tenth."""
    end, at = silence.when(), asyncio.get_running_loop().time() + SILENT_SECONDS
    if end is not None and at - end > SILENT_SECONDS / 10:
        silence.reschedule(at)
