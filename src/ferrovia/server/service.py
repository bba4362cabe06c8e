"""What the API does, whichever way it is asked: over HTTP or a socket."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from ferrovia.engine import claims
from ferrovia.engine.chance import new_secret
from ferrovia.engine.errors import FerroviaError, Refusal
from ferrovia.record import NotationError
from ferrovia.server.api.requests import BotSeat, Held, Join, Move, NewTable, PersonSeat
from ferrovia.server.core import commands
from ferrovia.server.core.commands import Draft
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox import position as outbox
from ferrovia.server.core.outbox.answers import Accepted, Created, Failure, Invite, LaneAnswer, Summary
from ferrovia.server.core.setup import new_setup
from ferrovia.server.core.table import Seat, Status, Table
from ferrovia.server.core.tables import News, OpenTable, Tables
from ferrovia.server.core.tokens import hash_token, invite, new_table_id
from ferrovia.server.metrics import METRICS
from ferrovia.server.settings import Settings


class Service:
    def __init__(self, settings: Settings, tables: Tables) -> None:
        self.settings = settings
        self.tables = tables

    # --- making tables ----------------------------------------------------------------------------------
    async def create(self, wanted: NewTable) -> Created:
        setup = new_setup(
            wanted.board,
            len(wanted.seats),
            wanted.options,
            wanted.first,
            wanted.clock,
            wanted.stand_in,
            wanted.start,
        )
        key = hash_token(wanted.host)
        table = Table(new_table_id(), setup, new_secret(), key, [Seat("open")] * len(wanted.seats))
        for number, seat in enumerate(wanted.seats):
            table.seats[number] = commands.vacant(table, wanted.host, number, 0)
            if isinstance(seat, BotSeat):
                table.seats[number] = Seat("bot", bot=seat.bot)
            elif isinstance(seat, PersonSeat):
                vacant = table.seats[number]  # its invitation is good again if this person gets up
                table.seats[number] = replace(vacant, kind="person", name=seat.name, token_hash=hash_token(seat.token))
        draft = Draft(table.copy()).add(Kind.CREATED).start_if_full()
        id = await self.tables.create(key, table, draft)
        METRICS.tables.inc()
        opened = await self.tables.open(id)
        return {"table": id, "commitment": opened.table.commitment, "invites": invites(opened.table, wanted.host)}

    async def rematch(self, id: str, token: str) -> str:
        """The same people at a new table; whoever asks second is sent to the same one."""
        opened = await self.tables.fresh(id)
        seats_of(opened.table, token)
        if opened.table.rematch is not None:
            return opened.table.rematch
        if opened.table.status != Status.OVER:
            raise Denied("game.not_over")
        old = opened.table
        table = Table(new_table_id(), old.setup, new_secret(), old.host_hash, commands.same_people(old))
        draft = Draft(table.copy()).add(Kind.CREATED).add(Kind.STARTED)
        created = await self.tables.create(hash_token(f"rematch {id}"), table, draft)
        await self.tables.act(id, lambda table: commands.offer_rematch(table, created))
        return created

    # --- sitting down and getting up --------------------------------------------------------------------
    async def join(self, id: str, invitation: str, joining: Join) -> tuple[int, int]:
        opened, _ = await self.tables.act(
            id, lambda table: commands.join(table, invitation, joining.name, joining.token)
        )
        return opened.table.held_by(joining.token)[0], opened.table.version

    async def leave(self, id: str, token: str) -> OpenTable:
        opened = await self.tables.fresh(id)
        for seat in seats_of(opened.table, token):
            opened, _ = await self.tables.act(id, lambda table, seat=seat: commands.leave(table, seat))  # type: ignore[misc]
        return opened

    async def come_back(self, id: str, held: Sequence[int]) -> OpenTable:
        opened = await self.tables.open(id)
        for seat in held:
            if opened.table.away[seat]:
                opened, _ = await self.tables.act(id, lambda table, seat=seat: commands.come_back(table, seat))  # type: ignore[misc]
        return opened

    # --- playing ----------------------------------------------------------------------------------------
    async def move(self, id: str, token: str | None, asked: Move) -> Accepted:
        """Does a move, or finds that it was done before."""
        begin = time.perf_counter()
        if token is None:
            raise Denied("token.seat")
        if not asked.is_sane:
            raise Denied("request.invalid")
        table = (await self.tables.open(id)).table
        seat = moving_seat(table, seats_of(table, token), asked.seat)

        def moved(table: Table) -> Draft:
            if seat not in table.held_by(token):  # opened again meanwhile
                raise Denied("token.seat")
            return commands.move(table, seat, asked.decision, asked.action, asked.key)

        try:
            _, draft = await self.tables.act(id, moved)
        except (Refusal, NotationError, Denied) as refusal:
            if refusal.code in ("database.unavailable", "token.seat"):
                raise
            done = await self.tables.repository.find_key(id, asked.decision, seat, asked.key)
            if done is None:
                raise
            return {"key": asked.key, "version": done.version, "events": []}
        assert draft is not None
        METRICS.move_seconds.observe(time.perf_counter() - begin)
        news: News = [(draft.entries[-1], draft.events)]
        return {"key": asked.key, "version": draft.table.version, "events": outbox.told(news, seat)}

    # --- looking ----------------------------------------------------------------------------------------
    async def news_since(self, opened: OpenTable, version: int) -> News:
        """What happened after a version: remembered, or played again from the log."""
        while True:
            news = opened.news_since(version)
            if news is not None:
                return news
            stored = await self.tables.repository.find(opened.table.id)
            if stored is None:
                raise Denied("table.unknown")
            table = stored.new_table()
            whole = [(entry, table.apply(entry)) for entry in stored.log]
            if table.version >= opened.table.version:
                return [(entry, events) for entry, events in whole if version < entry.version <= opened.table.version]

    async def lane(self, id: str, token: str, lane: int) -> LaneAnswer:
        table = (await self.tables.fresh(id)).table
        seat = outbox.shown_seat(table, seats_of(table, token))
        if table.state is None or table.game is None or seat < 0:
            raise Denied("game.not_started")
        if not 0 <= lane < len(table.game.lanes):
            raise Denied("lane.unknown", {"lane": lane})
        refusal = claims.refuse(table.state, seat, lane)
        offered = outbox.choices(table, seat)
        found = [claim["payments"] for claim in (offered["claims"] if offered else []) if claim["lane"] == lane]
        return {
            "lane": lane,
            "refusal": None if refusal is None else failure(refusal),
            "payments": found[0] if found else [],
        }

    async def summary(self, held: Held) -> Summary | None:
        """None for a table that is not there, or not this token's."""
        try:
            table = (await self.tables.fresh(held.table)).table
            mine = seats_for(table, held.token)
        except Denied:
            return None
        return summary(table, mine)


def summary(table: Table, mine: Sequence[int]) -> Summary:
    state = table.state
    over = table.status == Status.OVER and state is not None
    waiting = [seat for seat in table.waiting_seats() if seat in mine and table.bot_of(seat) is None]
    deadlines = [table.deadline(seat) for seat in waiting]
    places = {standing.seat: standing.place for standing in state.standings()} if over and state is not None else {}
    return {
        "table": table.id,
        "board": table.setup.board,
        "status": table.status.value,
        "people": outbox.people(table),
        "mine": list(mine),
        "my_turn": bool(waiting),
        "updated_at": table.updated_at,
        "points": [] if state is None else [int(p) for p in (state.scores() if over else state.points)],
        "places": [places[seat] for seat in range(table.setup.seats)] if places else [],
        "deadline": min((deadline for deadline in deadlines if deadline is not None), default=None),
        "rematch": table.rematch,
    }


def failure(error: FerroviaError) -> Failure:
    return {"code": error.code, "params": dict(error.params)}


def invites(table: Table, host: str) -> list[Invite]:
    """Of the open seats, for the host alone."""
    return [
        {"seat": number, "token": invite(host, table.id, number, seat.invite_number)}
        for number, seat in enumerate(table.seats)
        if seat.kind == "open"
    ]


def seats_of(table: Table, token: str) -> tuple[int, ...]:
    held = table.held_by(token)
    if not held:
        raise Denied("token.seat")
    return held


def seats_for(table: Table, token: str | None) -> tuple[int, ...]:
    """Those of whoever only looks: none without a token, or for the host who does not play."""
    if token is None:
        return ()
    held = table.held_by(token)
    if not held and not table.is_host(token):
        raise Denied("token.seat")
    return held


def moving_seat(table: Table, held: Sequence[int], named: int | None) -> int:
    """The seat a move is for. Only one's own, whatever the message names."""
    if named is not None:
        if named not in held:
            raise Denied("token.seat")
        return named
    shown = outbox.shown_seat(table, held)
    return shown if shown >= 0 else held[0]
