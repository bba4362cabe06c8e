"""Words, presence and calls of two servers at one PostgreSQL database."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx

from ferrovia.server.calling.rows import CallRows
from ferrovia.server.core.entries import now
from ferrovia.server.core.presence import Seen
from ferrovia.server.store import Database, Repository
from server.postgres import ask
from server.receivers import receiving
from server.serving import GENEROUS, Server, bearer, hear_until, say, socket
from server.staged import playing_table
from server.test_calls import made

HOOKS = ("--notices", "webhook", "--notices-local")


def test_two_servers_share_words_and_calls(postgres_url: str, tmp_path: Path) -> None:
    servers = [Server(tmp_path / name, *GENEROUS, *HOOKS, "--database", postgres_url) for name in ("one", "two")]
    try:
        for server in servers:
            server.start()
        staged = playing_table(servers[0])
        ada, bo = staged.tokens
        with socket(servers[0], staged.table) as one, socket(servers[1], staged.table) as two:
            for line, token in ((one, ada), (two, bo)):
                say(line, type="hello", token=token, said=True, presence=True)
                hear_until(line, "welcome")
            say(one, type="say", kind="phrase", text="hello")
            for line in (one, two):
                assert [each["text"] for each in hear_until(line, "said")["said"]] == ["hello"]
        with receiving() as receiver:
            wanted = {"way": "webhook", "address": f"{receiver.url}/hook"}
            url = f"{servers[1].url}/api/tables/{staged.table}/calls"
            assert httpx.post(url, headers=bearer(ada), json=wanted, timeout=30).status_code == 201
            time.sleep(1)
            while staged.position()["view"]["waiting"][0]:
                staged.step()
            while not staged.position()["view"]["waiting"][0]:
                staged.step()
            assert len(ask(postgres_url, "SELECT version FROM notices")) <= 1  # the other server may not know yet
    finally:
        for server in servers:
            server.close()


def test_the_queue_and_what_was_seen_are_kept(postgres_url: str) -> None:
    async def work() -> None:
        database = Database(postgres_url)
        await database.migrate()
        try:
            ask(
                postgres_url,
                "INSERT INTO tables (id, creation_key, created_at, setup, secret, host_hash, status) "
                "VALUES ('t', 'k', 1, '', '', '', 'playing') RETURNING id",
            )
            repository, rows = Repository(database), CallRows(database)
            await repository.write_seen([Seen("t", 0, 5), Seen("gone", 0, 5)])
            await repository.write_seen([Seen("t", 0, 3)])
            assert await repository.read_seen(["t"]) == [Seen("t", 0, 5)]
            calling = made("t", 1)
            await rows.add(calling)
            assert await rows.find(calling.id) == calling
            ask(
                postgres_url,
                "INSERT INTO notices (calling_id, version, kind, made_at, due_at, tries) "
                "VALUES ('calling-00000000000001', 7, 'turn', 1, 1, 0) RETURNING version",
            )
            first, second = await asyncio.gather(*(rows.lease(now(), now() + 60_000, 5) for _ in range(2)))
            assert len(first) + len(second) == 1
            await rows.sent([*first, *second], now())
            assert await rows.lease(now(), now() + 60_000, 5) == []
            assert await rows.key("vapid", "a") == await rows.key("vapid", "b") == "a"
        finally:
            await database.close()

    asyncio.run(work())
