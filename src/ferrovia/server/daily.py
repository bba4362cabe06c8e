"""The deals of the day on this server: their seeds, their tables, their results, and what an expert makes of them."""

from __future__ import annotations

import asyncio
import logging
from datetime import date, timedelta
from statistics import quantiles
from typing import Final, Protocol

from ferrovia.bots.guard import guard
from ferrovia.bots.protocol import Budget
from ferrovia.engine.chance import from_secret
from ferrovia.server.bot_pool import ProcessPool, choose_action, question_for
from ferrovia.server.core import daily
from ferrovia.server.core.creation import ForBot, NewTable
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.outbox.solo_answers import DayInfo, Days, DayScore, Spread
from ferrovia.server.core.storage import Stored
from ferrovia.server.core.table import Status, Table
from ferrovia.server.store.day_store import EXPERT, DayResult
from ferrovia.view import observe

PAST: Final = 60
"""Days before today that are listed."""
THOUGHTS: Final = 600
"""Playouts for each of the expert's decisions."""

log = logging.getLogger(__name__)


class Results(Protocol):
    async def results(self, day: str) -> list[DayResult]: ...

    async def keep(self, day: str, result: DayResult) -> None: ...


class Daily:
    def __init__(self, rows: Results) -> None:
        self.rows = rows
        self.key = ""
        self.processes = ProcessPool(1)
        self.playing: dict[str, asyncio.Task[None]] = {}

    def open(self, key: str) -> None:
        self.key = key
        daily.chain(key)

    def close(self) -> None:
        for task in self.playing.values():
            task.cancel()
        self.processes.end(wait=True)

    # --- the days -----------------------------------------------------------------------------------------
    def seed(self, day: date) -> bytes:
        return daily.link(self.key, daily.number_of(day))

    def days(self) -> Days:
        today = daily.today()
        past = [today - timedelta(days=back) for back in range(1, PAST + 1)]
        return {
            "today": self.info(today),
            "past": [self.info(day) for day in past if daily.number_of(day) >= 1],
            "chain_end": daily.link(self.key, 0).hex(),
        }

    def info(self, day: date) -> DayInfo:
        return {
            "day": day.isoformat(),
            "number": daily.number_of(day),
            "board": daily.board_of(day),
            "bots": list(daily.BOTS),
            "ends_at": daily.ends_at(day),
            "seed": self.seed(day).hex() if daily.is_over(day) else None,
        }

    # --- results ------------------------------------------------------------------------------------------
    async def score(self, stored: Stored, table: Table) -> DayScore:
        """Of a finished game of a day, which is part of the field from now on if it may be."""
        assert table.state is not None
        assert table.setup.day is not None
        day = table.setup.day
        place = next(one.place for one in table.state.standings() if one.seat == daily.MINE)
        mine = DayResult(table.id, int(table.state.scores()[daily.MINE]), int(place))
        counts = daily.is_unaided(stored) and stored.log[-1].at < daily.ends_at(date.fromisoformat(day))
        if counts:
            await self.rows.keep(day, mine)
        results = await self.rows.results(day)
        field = [result.points for result in results if result.player != EXPERT]
        expert = next((result.points for result in results if result.player == EXPERT), None)
        if expert is None:
            self.let_expert_play(date.fromisoformat(day))
        return {
            "day": day,
            "points": mine.points,
            "place": mine.place,
            "counts": counts,
            "behind": sum(points < mine.points for points in field),
            "field": spread(field),
            "expert": expert,
        }

    def let_expert_play(self, day: date) -> None:
        """One game at a time, in a process beside the server; it is kept for good."""
        name = day.isoformat()
        if name not in self.playing:
            task = self.playing[name] = asyncio.create_task(self.play_expert(day), name="expert of the day")
            task.add_done_callback(lambda _: self.playing.pop(name, None))

    async def play_expert(self, day: date) -> None:
        loop = asyncio.get_running_loop()
        try:
            secret = daily.secret_of(self.seed(day))
            points, place = await loop.run_in_executor(self.processes.open(), expert_result, day.isoformat(), secret)
            await self.rows.keep(day.isoformat(), DayResult(EXPERT, points, place))
        except Exception:
            log.exception("the expert could not play the deal of the day")
            self.processes.end()


def spread(points: list[int]) -> Spread | None:
    if not points:
        return None
    lower, middle, upper = quantiles(points, n=4, method="inclusive") if len(points) > 1 else points * 3
    return {
        "count": len(points),
        "least": min(points),
        "lower": round(lower),
        "middle": round(middle),
        "upper": round(upper),
        "most": max(points),
    }


# --- in a process of its own ------------------------------------------------------------------------------
def expert_result(day: str, secret: bytes) -> tuple[int, int]:
    """Points and place of the expert, who knows what a person in its seat would know, against the bots of the day."""
    board = daily.board_of(date.fromisoformat(day))
    seats = [ForBot(level) for level in (daily.BOTS[-1], *daily.BOTS)]
    draft = NewTable(board, seats, "", day=day, secret=secret).draft()
    table = draft.table
    while table.status == Status.PLAYING:
        (seat, *_) = table.waiting_seats()
        action = (
            expert_choice(table, seat) if seat == daily.MINE else choose_action(question_for(table, seat, 0)).action
        )
        draft.move(Kind.PLAYED, seat, action)
    assert table.state is not None
    place = next(one.place for one in table.state.standings() if one.seat == daily.MINE)
    return int(table.state.scores()[daily.MINE]), int(place)


def expert_choice(table: Table, seat: int) -> int:
    assert table.state is not None
    luck = daily.luck_of(table, seat)
    assert luck is not None
    legal = [int(action) for action in table.state.legal_for(seat)]
    return guard("expert", from_secret(luck)).choose(observe(table.state, seat), legal, Budget(iterations=THOUGHTS))
