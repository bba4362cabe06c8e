"""A setup is stored as JSON. Games that were begun long ago go on, so what was written once stays readable."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from ferrovia.boards import board_ids, builtin
from ferrovia.engine.version import RULES_VERSION
from ferrovia.server.core import commands
from ferrovia.server.core.errors import Outdated
from ferrovia.server.core.setup import DaysClock, LiveClock, NoClock, Setup, new_setup
from ferrovia.server.core.setup_json import UnreadableSetup, read_setup, write_setup
from ferrovia.server.core.tables import Tables
from ferrovia.server.core.tokens import hash_token
from ferrovia.server.store import Database, Journal, Repository
from ferrovia.server.store.database import sqlite_url
from server.serving import new_token

STORED = {
    '{"board":"berlin","digest":"120d34fe","rules_version":1,"seats":2,"options":{},"first":null,'
    '"clock":{"kind":"none"},"stand_in":"conductor","start":"full"}':
    Setup("berlin", "120d34fe", 1, 2, {}, None, NoClock(), "conductor", "full"),
    '{"board":"usa","digest":"c07e0df9","rules_version":1,"seats":5,"options":{},"first":3,'
    '"clock":{"kind":"live","bank_seconds":3000,"increment_seconds":5},"stand_in":"novice","start":"host"}':
    Setup("usa", "c07e0df9", 1, 5, {}, 3, LiveClock(bank_seconds=3000, increment_seconds=5), "novice", "host"),
    '{"board":"nederland","digest":"352e4bb9","rules_version":1,"seats":2,"options":{"tolls":true,"neutral":false},'
    '"first":0,"clock":{"kind":"correspondence","days":5},"stand_in":"stationmaster","start":"full"}':
    Setup(
        "nederland", "352e4bb9", 1, 2, {"tolls": True, "neutral": False}, 0, DaysClock(days=5), "stationmaster", "full"
    ),
}  # fmt: skip
"""As the server of version 0.1 wrote them, when a setup was a pydantic model."""


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: json.loads(stored)["board"])
def test_what_earlier_servers_stored_is_read_and_written_the_same(stored: str) -> None:
    assert read_setup(stored) == STORED[stored]
    assert write_setup(STORED[stored]) == stored


@pytest.mark.parametrize("board", board_ids())
def test_another_digest_under_a_built_in_id_is_refused(board: str) -> None:
    """Somebody else's board by the name of ours, or ours as it once was: the table is not played on what it was not."""
    setup = new_setup(board, 2, {}, None, NoClock(), "novice", "full")
    setup.game()
    for other in ("0" * 64, setup.digest[:-1], *(builtin(id).digest for id in board_ids() if id != board)):
        with pytest.raises(Outdated) as refused:
            replace(setup, digest=other).game()
        assert (refused.value.code, refused.value.params) == ("table.board_changed", {"board": board})


@pytest.mark.parametrize("clock", [NoClock(), LiveClock(), DaysClock()])
def test_a_setup_comes_back_as_it_was(clock: NoClock | LiveClock | DaysClock) -> None:
    setup = new_setup("nederland", 3, {}, None, clock, "commuter", "host")
    assert read_setup(write_setup(setup)) == setup


SOUND: dict[str, Any] = json.loads(next(iter(STORED)))
UNREADABLE = {
    "empty": "",
    "cut off": next(iter(STORED))[:-5],
    "no object": "[]",
    "nothing in it": "{}",
    "something more": json.dumps({**SOUND, "more": 1}),
    "a number for a name": json.dumps({**SOUND, "board": 7}),
    "a name for a number": json.dumps({**SOUND, "seats": "2"}),
    "a flag for a number": json.dumps({**SOUND, "seats": True}),
    "no flag": json.dumps({**SOUND, "options": {"tolls": 1}}),
    "another level": json.dumps({**SOUND, "stand_in": "champion"}),
    "another start": json.dumps({**SOUND, "start": "never"}),
    "no clock": json.dumps({name: value for name, value in SOUND.items() if name != "clock"}),
    "another clock": json.dumps({**SOUND, "clock": {"kind": "sundial"}}),
    "another clock's time": json.dumps({**SOUND, "clock": {"kind": "live", "days": 3}}),
    "a clock without numbers": json.dumps({**SOUND, "clock": {"kind": "live", "bank_seconds": "600"}}),
}


@pytest.mark.parametrize("stored", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_setup_is_said_to_be_none(stored: str) -> None:
    with pytest.raises(UnreadableSetup):
        read_setup(stored)


def test_a_game_that_an_earlier_server_began_goes_on(tmp_path: Path) -> None:
    """Its rows are those that version 0.1 wrote; only the board and the rules are those of today."""
    ada, bo, id = new_token(), new_token(), "A" * 22
    today = {"digest": builtin("berlin").digest, "rules_version": RULES_VERSION}
    setup = json.dumps({**SOUND, **today}, separators=(",", ":"))
    rows: list[tuple[str, dict[str, object]]] = [
        (
            "INSERT INTO tables VALUES (:id, 'key', 1000, :setup, :secret, :host, 'playing', NULL, NULL, NULL)",
            {"id": id, "setup": setup, "secret": bytes(range(32)).hex(), "host": hash_token(new_token())},
        ),
        *(
            (
                "INSERT INTO seats VALUES (:id, :seat, 'person', :name, '', :token, NULL, 0)",
                {"id": id, "seat": seat, "name": name, "token": hash_token(token)},
            )
            for seat, (name, token) in enumerate((("Ada", ada), ("Bo", bo)))
        ),
        *(
            (
                "INSERT INTO entries VALUES (:id, :version, 1000, :kind, :seat, :text, :key)",
                {"id": id, "version": version, "kind": kind, "seat": seat, "text": move, "key": move and "key-0001"},
            )
            for version, kind, seat, move in (
                (1, "created", -1, ""),
                (2, "started", -1, ""),
                (3, "moved", 0, "keep 1"),
            )
        ),
    ]

    async def play() -> None:
        database = Database(sqlite_url(tmp_path / "old.sqlite3"))
        await database.migrate()
        async with database.begin() as connection:
            for statement, values in rows:
                await connection.execute(text(statement), values)
        journal = Journal(database)
        journal.open()
        tables = Tables(Repository(database), journal)
        opened = await tables.open(id)
        assert (opened.table.status, opened.table.moves) == ("playing", 1)
        await tables.act(id, commands.Move(bo, 2, "keep 1,2", "key-0002"))
        assert (await Tables(Repository(database), journal).open(id)).table.moves == 2
        await journal.close()
        await database.close()

    asyncio.run(play())
