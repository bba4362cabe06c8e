"""A valid request for every operation by which people at a table deal with each other, each of which succeeds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from ferrovia.server.calling.rows import CallRows
from ferrovia.server.calling.sender import Sender
from ferrovia.server.core.tables import Tables
from ferrovia.server.settings import FILE, Settings
from ferrovia.server.store import Database, Journal, Repository
from server.serving import Server, bearer, create, new_token, person
from server.staged import StagedTable, playing_table

Request = tuple[str, str, dict[str, Any]]
TABLE = "/api/tables/{table}"
HOOK = {"way": "webhook", "address": "https://example.org/hook"}


def at(staged: StagedTable, token: str | None, body: Any = None, **path: object) -> dict[str, Any]:
    headers = {} if token is None else {"headers": bearer(token)}
    return {"path_parameters": {"table": staged.table, **path}, **headers, **({} if body is None else {"body": body})}


def company_requests(server: Server) -> Iterator[Request]:
    yield from agreeing(server)
    yield from talking(server)
    yield from being_called(server)
    token = new_token()
    made = create(server, "berlin", [person("Ada", token), {"kind": "bot", "bot": "novice"}])
    yield "POST", f"{TABLE}/hint", at(StagedTable(server, made["table"], made["host"], [token]), token)


def agreeing(server: Server) -> Iterator[Request]:
    staged = playing_table(server, moves=2)
    yield "POST", f"{TABLE}/abort", at(staged, staged.tokens[0])
    question = staged.position()["questions"][0]["version"]
    yield "POST", f"{TABLE}/answer", at(staged, staged.tokens[1], {"question": question, "agrees": False})
    mover = claimed(staged)
    yield "POST", f"{TABLE}/takeback", at(staged, staged.tokens[mover])
    yield "POST", f"{TABLE}/resign", at(staged, staged.tokens[0])


def claimed(staged: StagedTable) -> int:
    """Who has just claimed a route, and may take that back."""
    while True:
        mover = int(staged.position()["view"]["waiting"].index(True))
        choices = staged.position(staged.tokens[mover])["choices"]
        if not choices["claims"]:
            staged.step()
            continue
        staged.move(staged.tokens[mover], choices["claims"][0]["payments"][0]["action"])
        if staged.position(staged.tokens[mover])["takeback"]:
            return mover


def talking(server: Server) -> Iterator[Request]:
    staged = playing_table(server, moves=0)
    yield "PUT", f"{TABLE}/chat", at(staged, staged.host, {"players": True, "watchers": False})
    yield "GET", f"{TABLE}/said", at(staged, staged.tokens[0])


def being_called(server: Server) -> Iterator[Request]:
    """On a server that allows webhooks."""
    staged = playing_table(server, moves=0)
    ada = staged.tokens[0]
    yield "GET", "/api/calls", {}
    yield "POST", f"{TABLE}/calls", at(staged, ada, HOOK)
    yield "GET", f"{TABLE}/calls", at(staged, ada)
    ids = [staged.ask("POST", "/calls", ada, HOOK).json()["id"] for _ in range(3)]
    yield "DELETE", f"{TABLE}/calls/{{call}}", at(staged, ada, call=ids[0])
    sender = Sender(Settings(), tables(), CallRows(Database("sqlite://")))
    with closing(sqlite3.connect(server.data / FILE, timeout=30)) as database:
        ((secret,),) = database.execute("SELECT value FROM server_keys WHERE name = 'calls'").fetchall()
    sender.secret = secret.encode()
    yield "POST", "/api/calls/confirm", {"body": {"token": sender.token("confirm", ids[1])}}
    yield "POST", "/api/calls/stop", {"body": {"token": sender.token("stop", ids[1])}}
    yield "POST", "/api/calls/stop/{token}", {"path_parameters": {"token": sender.token("stop", ids[2])}}


def tables() -> Tables:
    database = Database("sqlite://")
    return Tables(Repository(database), Journal(database))
