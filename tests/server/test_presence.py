"""Who is there: told to everybody alike, kept through a restart, and nothing else can be read from it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from ferrovia.server.core import outbox
from ferrovia.server.core.agreements import PATIENCE
from ferrovia.server.core.entries import now
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.presence import DAY, FRESH, Attendance, Presence
from ferrovia.server.core.setup import LiveClock
from server.builder import TableBuilder
from server.memory import Memory
from server.serving import Server, greet, hear_until, say, serving, socket
from server.staged import StagedTable, playing_table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("presence") / "data") as running:
        yield running


def connected(told: dict[str, Any]) -> list[bool]:
    return [seat["connected"] for seat in told["presence"]]


def watching(line: ClientConnection, token: str | None = None) -> dict[str, Any]:
    """Says hello, and wants to know who comes and goes."""
    say(line, type="hello", presence=True, **({} if token is None else {"token": token}))
    return hear_until(line, "welcome")


# --- a table by itself --------------------------------------------------------------------------------------
def opened(*seats: str, clock: LiveClock | None = None) -> OpenTable:
    table = TableBuilder(*(seats or ("Ada", "Bo")), clock=clock).begin().past_first_tickets().table
    return OpenTable(table, Presence(len(table.seats), {}, now()))


def test_nobody_is_away_for_longer_than_this_process_has_looked() -> None:
    started = now() - 30_000
    presence = Presence(2, {0: started - DAY}, started)
    assert presence.absent_since(0, now()) == started
    assert presence.last_seen(0) == started - DAY


def test_two_connections_of_a_seat_are_one_person() -> None:
    async def come_and_go() -> None:
        table = opened()
        attendance = Attendance({table.table.id: table}, Memory())
        attendance.arrive(table, (0,))
        first = outbox.presence_message(table)["presence"]
        attendance.arrive(table, (0,))
        attendance.depart(table, (0,))
        assert outbox.presence_message(table)["presence"] == first
        assert [seat["connected"] for seat in first] == [True, False]
        attendance.depart(table, (0,))
        assert not outbox.presence_message(table)["presence"][0]["connected"]

    asyncio.run(come_and_go())


def test_moments_are_told_in_whole_seconds() -> None:
    table = opened()
    table.presence.seen = [now() - 12_345, now() - 54_321]
    for seat in outbox.presence_message(table)["presence"]:
        assert seat["since"] is not None
        assert seat["stand_in_at"] is not None
        assert seat["since"] % 1000 == seat["stand_in_at"] % 1000 == 0


def test_of_bots_and_with_a_clock_there_is_no_countdown() -> None:
    table = opened("Ada", "novice", clock=LiveClock())
    ada, bot = outbox.presence_message(table)["presence"]
    assert ada["stand_in_at"] is None
    assert bot == {"connected": False, "since": None, "stand_in_at": None}
    without = outbox.presence_message(opened())["presence"][0]["stand_in_at"]
    assert without is not None
    assert 0 <= now() + PATIENCE - without < 5_000


def test_what_is_hidden_changes_nothing_of_it() -> None:
    """The twin test: another deal, other hands, other tickets, the same words."""
    told = []
    for deal in range(2):
        built = TableBuilder("Ada", "Bo")
        built.table.secret = bytes([deal] * 32)
        table = OpenTable(built.begin().past_first_tickets().table, Presence(2, {0: 5_000, 1: 7_000}, 5_000))
        told.append(json.dumps({**outbox.presence_message(table), "now": 0}))
    assert told[0] == told[1]


def test_other_processes_are_believed_for_a_while() -> None:
    at = now()
    presence = Presence(2, {}, at)
    assert presence.hear(1, at)
    assert presence.is_connected(1, at + FRESH - 1)
    assert not presence.is_connected(1, at + FRESH)
    presence.seen[0] = at
    assert not presence.hear(0, at - 1)  # what one has written oneself says nothing new
    assert presence.recent(at + FRESH) == {0, 1}
    assert presence.recent(at + DAY) == frozenset()


# --- over sockets -------------------------------------------------------------------------------------------
def test_everybody_hears_who_comes_and_goes(server: Server) -> None:
    staged = playing_table(server)
    ada, bo = staged.tokens
    with socket(server, staged.table) as at_ada, socket(server, staged.table) as at_watcher:
        watching(at_watcher)
        assert connected(watching(at_ada, ada))[0]
        with greet(server, staged.table, bo) as (at_bo, _):
            for line in (at_ada, at_watcher):
                while connected(hear_until(line, "presence")) != [True, True]:
                    pass
            say(at_bo, type="ping")
            assert hear_until(at_bo, "pong")  # who did not ask is not told
        for line in (at_ada, at_watcher):
            while connected(hear_until(line, "presence")) != [True, False]:
                pass


def test_a_page_that_is_loaded_anew_was_never_away(server: Server) -> None:
    staged = playing_table(server)
    ada, bo = staged.tokens
    with socket(server, staged.table) as at_ada:
        watching(at_ada, ada)
        for _ in range(3):
            with socket(server, staged.table) as at_bo:
                watching(at_bo, bo)
        with socket(server, staged.table) as at_bo:
            watching(at_bo, bo)
            time.sleep(3.5)
            say(at_ada, type="ping")
            heard: list[dict[str, Any]] = []
            while not heard or heard[-1]["type"] != "pong":
                heard.append(json.loads(at_ada.recv(timeout=30)))
    told = [connected(message)[1] for message in heard if message["type"] == "presence"]
    assert all(told)


def asked(staged: StagedTable, token: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = staged.position(token)["questions"]
    return found


def test_a_host_can_not_seize_the_turn_of_somebody_who_is_there(server: Server) -> None:
    staged = playing_table(server)
    waited = staged.position()["view"]["waiting"].index(True)
    other = staged.tokens[1 - waited]
    bot = {"kind": "bot", "bot": "novice"}
    with greet(server, staged.table, staged.tokens[waited]) as (line, _):
        answer = staged.ask("PUT", f"/seats/{waited}", staged.host, bot)
        assert (answer.status_code, answer.json()["code"]) == (409, "game.started")
        assert staged.ask("POST", f"/seats/{waited}/stand-in", staged.host).json()["code"] == "token.seat"
        assert staged.ask("POST", f"/seats/{waited}/stand-in", other).status_code == 200
        told = hear_until(line, "update")["position"]
        assert [(each["what"], each["about"]) for each in told["questions"]] == [("stand_in", waited)]
        assert not told["people"][waited]["away"]
        version = told["questions"][0]["version"]
        staged.ask("POST", "/answer", staged.tokens[waited], {"question": version, "agrees": False})
    assert asked(staged, other) == []
    assert not staged.position()["people"][waited]["away"]


def test_one_seat_on_two_devices_stays_in_step(server: Server) -> None:
    staged = playing_table(server)
    waited = staged.position()["view"]["waiting"].index(True)
    token = staged.tokens[waited]
    with greet(server, staged.table, token) as (phone, seen), greet(server, staged.table, token) as (laptop, same):
        assert {**seen, "now": 0, "events": []} == {**same, "now": 0, "events": []}
        action = seen["choices"]["actions"][-1]
        for line in (phone, laptop):  # both move at once, each under a key of its own
            say(line, type="move", key=f"key-{id(line)}", decision=seen["choices"]["decision"], action=action)
        after = [hear_until(line, "update")["position"] for line in (phone, laptop)]
        assert {**after[0], "now": 0} == {**after[1], "now": 0}
        assert after[0]["moves"] == seen["moves"] + 1


def test_when_somebody_was_last_there_survives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as running:
        staged = playing_table(running)
        with greet(running, staged.table, staged.tokens[0]):
            pass
        time.sleep(0.2)
        before = staged.ask("GET", "").json()["presence"]
        assert before[0]["since"] is not None
        running.stop()
        running.close()
        running.start()
        after = staged.ask("GET", "").json()["presence"]
        assert after[0]["since"] == before[0]["since"]
        assert after[0]["stand_in_at"] >= before[0]["stand_in_at"]  # the server's absence is nobody's
