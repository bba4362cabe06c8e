"""A game against two bots, as a server has it but in memory alone; test_core runs it in a process of its own.

Prints JSON: what was seen, and which modules came along."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping

from ferrovia.server.core import commands, outbox
from ferrovia.server.core.creation import ForBot, ForPerson, NewTable
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.sayings import Saying
from ferrovia.server.core.scheduler import BotChoice, Scheduler
from ferrovia.server.core.table import Status, Table
from ferrovia.server.core.tables import Tables
from ferrovia.server.core.tokens import new_token
from server.memory import Memory


class FirstThing:
    """A bot that needs no process."""

    lanes: Mapping[str, int] = {"only": 1}

    def lane_of(self, bot: str) -> str:
        return "only"

    async def choose(self, table: Table, seat: int, crowd: int) -> BotChoice:
        assert table.state is not None
        return BotChoice(int(table.state.legal_for(seat)[-1]), 0.0)

    def close(self) -> None:
        pass


class Screen:
    """What a page would be told, as text."""

    def __init__(self) -> None:
        self.updates = 0
        self.changed = asyncio.Event()

    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        json.dumps(outbox.update_message(opened.table, (0,), news))
        self.updates += 1
        self.changed.set()

    def tell_presence(self, opened: OpenTable, encoded: dict[object, bytes]) -> None:
        json.dumps(outbox.presence_message(opened))

    def tell_said(self, saying: Saying, encoded: dict[object, bytes]) -> None:
        json.dumps(outbox.said_message([saying], (0,)))


async def play() -> dict[str, object]:
    memory, screen = Memory(), Screen()
    tables = Tables(memory, memory)
    scheduler = Scheduler(tables, FirstThing())
    scheduler.open()
    ada, host = new_token(), new_token()
    id = await tables.create(NewTable("berlin", [ForPerson("Ada", ada), ForBot("novice"), ForBot("novice")], host))
    opened = await tables.open(id)
    opened.subscribers.add(screen)
    opened.attendees.add(screen)
    tables.attendance.arrive(opened, (0,))
    while opened.table.status == Status.PLAYING:
        screen.changed.clear()
        choices = outbox.position(opened.table, (0,), [])["choices"]
        if choices is None:
            await screen.changed.wait()
        else:
            key = f"move-{opened.table.version}"
            await tables.act(id, commands.Move(ada, choices["decision"], choices["actions"][-1], key))
    await scheduler.close()
    await tables.close()
    stored = await tables.finished(id)
    return {
        "status": opened.table.status.value,
        "moves": len(outbox.move_list(stored)["moves"]),
        "entries": len(stored.log),
        "updates": screen.updates,
        "record": outbox.record(stored),
        "places": outbox.summary(opened.table, (0,))["places"],
    }


async def main() -> None:
    async with asyncio.timeout(300):
        seen = await play()
    modules: Mapping[str, object] = sys.modules
    loaded = [name for name, module in modules.items() if module is not None]  # None: blocked
    print(json.dumps({"seen": seen, "loaded": loaded}))


if __name__ == "__main__":
    asyncio.run(main())
