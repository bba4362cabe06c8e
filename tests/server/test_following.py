"""What other processes write reaches the tables that are open here: by what they say, or read for many at once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from ferrovia.server.core.commands import Command, Leave, Move
from ferrovia.server.core.creation import ForPerson, NewTable
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.following import Following
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.storage import Change, LogAfter
from ferrovia.server.core.tables import Tables
from ferrovia.server.core.tokens import new_token
from ferrovia.server.store.notices import MOST_BYTES, Notice, read_notices, write_notices
from server.memory import Memory


class Counting(Memory):
    """Notes how many tables each query was for."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: list[int] = []

    async def logs_after(self, versions: Mapping[str, int]) -> dict[str, LogAfter]:
        self.queries.append(len(versions))
        await asyncio.sleep(0)
        return await super().logs_after(versions)


class Listener:
    def __init__(self) -> None:
        self.heard: list[int] = []

    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        self.heard += [entry.version for entry, _ in news]


class Two:
    """Two processes at one database: `here` follows what happens `there`."""

    def __init__(self) -> None:
        self.memory = Counting()
        self.there = Tables(self.memory, self.memory)
        self.here = Tables(self.memory, self.memory)
        self.following = Following(self.here)

    async def lay(self) -> tuple[str, str, Listener]:
        """A table that somebody watches here; its id, and the token of its first seat."""
        token = new_token()
        seats = [ForPerson("Ada", token), ForPerson("Bo", new_token())]
        id = await self.there.create(NewTable(board="berlin", seats=seats, host=new_token()))
        listener = Listener()
        (await self.here.open(id)).subscribers.add(listener)
        return id, token, listener

    async def move(self, id: str, token: str) -> list[Entry]:
        table = (await self.there.fresh(id)).table
        assert table.state is not None
        seat = table.held_by(token)[0]
        action = int(table.state.legal_for(seat)[0])
        return await self.act(id, Move(token, table.decisions[seat], action, "some-key"))

    async def act(self, id: str, command: Command) -> list[Entry]:
        draft = (await self.there.act(id, command)).draft
        assert draft is not None
        return draft.entries

    def hear(self, id: str, entries: Sequence[Entry], told: bool = True) -> None:
        version = entries[-1].version
        if self.following.wants_to_hear(id, version):
            self.following.hear(id, version, entries if told else None)


def test_what_is_told_is_played_at_once_and_nothing_is_read() -> None:
    async def story() -> None:
        two = Two()
        id, token, listener = await two.lay()
        entries = await two.move(id, token)
        two.hear(id, entries)
        assert listener.heard == [3]
        assert two.here.open_tables[id].table.version == 3
        assert two.memory.queries == []
        two.hear(id, entries)  # the same again
        assert listener.heard == [3]

    asyncio.run(story())


def test_what_is_missing_is_read_for_many_tables_at_once() -> None:
    async def story() -> None:
        two = Two()
        laid = [await two.lay() for _ in range(30)]
        two.following.open()
        written = [(id, await two.move(id, token)) for id, token, _ in laid]
        for id, entries in written:
            two.hear(id, entries, told=False)
        await until(lambda: all(listener.heard == [3] for *_, listener in laid))
        await two.following.close()
        assert two.memory.queries == [30]

    asyncio.run(story())


def test_a_gap_is_read_and_then_told_as_a_whole() -> None:
    async def story() -> None:
        two = Two()
        id, token, listener = await two.lay()
        two.following.open()
        await two.move(id, token)  # of which nobody heard
        two.hear(id, await two.act(id, Leave(token)))
        await until(lambda: listener.heard == [3, 4])
        await two.following.close()

    asyncio.run(story())


def test_whoever_is_at_work_at_a_table_is_not_disturbed() -> None:
    async def story() -> None:
        two = Two()
        id, token, listener = await two.lay()
        two.following.open()
        opened = two.here.open_tables[id]
        async with opened.lock:
            two.hear(id, await two.move(id, token))
            for _ in range(20):
                await asyncio.sleep(0)
            assert listener.heard == []
        await until(lambda: listener.heard == [3])
        await two.following.close()

    asyncio.run(story())


def test_a_table_that_nobody_watches_is_looked_up_when_somebody_comes() -> None:
    async def story() -> None:
        two = Two()
        id, token, listener = await two.lay()
        two.here.open_tables[id].subscribers.clear()
        two.hear(id, await two.move(id, token))
        assert two.here.open_tables[id].table.version == 2
        assert (await two.here.fresh(id)).table.version == 3
        assert listener.heard == []

    asyncio.run(story())


async def until(is_so: object) -> None:
    assert callable(is_so)
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0)


# --- notices --------------------------------------------------------------------------------------------
def moved(table: str, version: int, text: str = "draw blind", kind: Kind = Kind.MOVED) -> Change:
    return Change(table, [Entry(version, 1_700_000_000_000, kind, 1, text, "a-key-of-its")])


def test_a_notice_says_what_was_written_and_fits() -> None:
    changes = [moved(f"table-{number:03}", number + 1, "claim Köln–Zürich red+1w " * 8) for number in range(100)]
    notes = list(write_notices("me", changes))
    assert len(notes) > 1
    assert all(len(note.encode()) <= MOST_BYTES for note in notes)
    heard = [notice for note in notes for notice in read_notices(note, "somebody else")]
    assert [(notice.table, notice.version) for notice in heard] == [(c.table, c.entries[0].version) for c in changes]
    assert [notice.entries() for notice in heard] == [change.entries for change in changes]


def test_nobody_hears_their_own_notices() -> None:
    (note,) = write_notices("me", [moved("table", 5)])
    assert list(read_notices(note, "me")) == []


@pytest.mark.parametrize("kind", [Kind.JOINED, Kind.LEFT, Kind.SEATED, Kind.FORGOTTEN])
def test_entries_that_come_with_seats_have_to_be_read(kind: Kind) -> None:
    (note,) = write_notices("me", [moved("table", 5, kind=kind)])
    (notice,) = read_notices(note, "you")
    assert (notice.version, notice.entries()) == (5, None)


def test_an_entry_that_does_not_fit_has_to_be_read() -> None:
    (note,) = write_notices("me", [moved("table", 5, "x" * MOST_BYTES)])
    (notice,) = read_notices(note, "you")
    assert notice.entries() is None


@pytest.mark.parametrize("note", ["", "\n", "@me\n", "hello", "hello world", "a b c\n\n", "@x\nid -5 []\n"])
def test_what_is_no_notice_is_passed_over(note: str) -> None:
    assert list(read_notices(note, "you")) == []


def test_the_short_form_of_other_programs_is_understood() -> None:
    assert list(read_notices("some-table 7\n", "you")) == [Notice("some-table", 7)]
