"""Calling people: by push, webhook and mail, to receivers that the tests start; what may never be sent, and where."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from ferrovia.server.calling import mail, posting
from ferrovia.server.calling.quiet import end_of_quiet
from ferrovia.server.calling.rows import DAY, Calling, CallRows, Notice
from ferrovia.server.calling.sender import HERE, OF_A_SLOW_ONE, Sender
from ferrovia.server.calling.web_push import BrowserKeys, Vapid, encrypt
from ferrovia.server.core.entries import now
from ferrovia.server.core.setup import NoClock
from ferrovia.server.core.storage import calls_of
from ferrovia.server.core.tables import Tables
from ferrovia.server.services import LETTERS, MOST_ASKED
from ferrovia.server.settings import FILE, Settings
from ferrovia.server.store import Database, Journal, Repository
from ferrovia.server.store.database import sqlite_url
from server.builder import TableBuilder
from server.processes import until
from server.receivers import Browser, InvalidSignature, is_signed, mailbox, receiving, vapid_claims
from server.serving import Server, greet, new_token, person, serving
from server.staged import StagedTable, playing_table

MIDNIGHT = int(datetime(2026, 11, 17, tzinfo=UTC).timestamp() * 1000)
HOUR = 3_600_000
HOSTILE = "<b>Eve</b>\u0301 {link}"


# --- where nothing is sent ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://user:pw@example.org/",
        "https://",
        "https://a b/",
        "x",
        "https://é.org",
    ],
)
def test_addresses_that_are_none_are_refused(url: str) -> None:
    with pytest.raises(posting.Forbidden):
        posting.check_url(url, is_local_allowed=False)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "10.0.0.1", "192.168.1.1", "169.254.169.254", "[::1]", "[fe80::1]", "[::ffff:127.0.0.1]",
     "0.0.0.0", "100.64.0.1", "[fc00::1]", "[2002:7f00:1::]", "224.0.0.1", "2130706433", "0x7f.1",
     "[64:ff9b::7f00:1]", "[64:ff9b::a00:1]", "[::127.0.0.1]", "[fec0::1]", "255.255.255.255", "192.0.2.1"],
)  # fmt: skip
def test_the_servers_own_network_is_never_connected_to(host: str) -> None:
    with pytest.raises(posting.Forbidden):
        asyncio.run(posting.post(f"https://{host}/", {}, b"{}"))


def test_an_address_is_checked_when_connecting_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that looked well when it was given leads to this machine later."""
    posting.check_url("https://rebinding.example/", is_local_allowed=False)

    def rebound(*_: object, **__: object) -> list[Any]:
        return [(2, 1, 6, "", ("127.0.0.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", rebound)
    with pytest.raises(posting.Forbidden):
        asyncio.run(posting.post("https://rebinding.example/", {}, b"{}"))


def test_no_redirect_is_followed() -> None:
    with receiving() as here, receiving() as there:
        here.status, here.headers = 302, {"Location": f"{there.url}/"}
        assert asyncio.run(posting.post(f"{here.url}/x", {}, b"{}", is_local_allowed=True)) == 302
        assert (len(here.posted), len(there.posted)) == (1, 0)


# --- what is sent -------------------------------------------------------------------------------------------
def test_a_push_is_read_by_its_browser_alone() -> None:
    browser, other = Browser(), Browser()
    body = encrypt(b'{"calls":[]}', BrowserKeys(browser.p256dh, browser.auth))
    assert browser.read(body) == {"calls": []}
    with pytest.raises(Exception, match=r"^$"):
        other.read(body)
    assert not BrowserKeys("AAAA", browser.auth).check()
    assert not BrowserKeys(browser.p256dh, "AAAA").check()


def test_a_push_is_signed_for_one_service() -> None:
    vapid = Vapid(Vapid.new(), "mailto:a@example.org")
    header = vapid.authorization("https://push.example.org:444/abc")
    claims = vapid_claims(header)
    assert (claims["aud"], claims["sub"]) == ("https://push.example.org:444", "mailto:a@example.org")
    assert 0 < claims["exp"] - time.time() < DAY / 1000
    other = Vapid(Vapid.new(), "")
    with pytest.raises(InvalidSignature):
        vapid_claims(re.sub(r"k=.*", f"k={other.public}", header))


def test_a_letter_can_not_be_made_to_say_more() -> None:
    letter = mail.Letter("a@example.org", "Your turn", "text", "id", "https://example.org/stop")
    message = mail.written(letter, "games@example.org")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for address in ("a@b", "a b@example.org", "a@example.org\nBcc: x@example.org", '"a"@example.org', "a@[127.0.0.1]"):
        assert not mail.is_address(address)
    assert mail.is_address("ada.l+games@mail.example.org")


# --- when ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("hour", "begin", "end", "expected"),
    [(12, 0, 0, 12), (23, 22, 7, 31), (3, 22, 7, 7), (8, 22, 7, 8), (13, 12, 14, 14), (14, 12, 14, 14)],
)
def test_quiet_hours_put_a_call_off_to_their_end(hour: int, begin: int, end: int, expected: int) -> None:
    found = end_of_quiet(MIDNIGHT + hour * HOUR, begin * 60, end * 60, "UTC")
    assert found == MIDNIGHT + expected * HOUR


def test_a_zone_that_nobody_knows_is_no_zone() -> None:
    assert end_of_quiet(MIDNIGHT, 0, 60, "Moon/Base") == MIDNIGHT + HOUR


def test_whose_turn_begins_is_called_and_all_at_the_end() -> None:
    built = TableBuilder("Ada", "Bo", "novice", clock=NoClock())
    before = built.table.copy()
    built.begin()
    assert [(call.seat, call.kind) for call in calls_of(before, built.table)] == [(0, "turn"), (1, "turn")]
    built.past_first_tickets()
    before = built.table.copy()
    built.move(0, "draw blind")
    assert calls_of(before, built.table) == []  # a second card is no new turn
    before = built.table.copy()
    built.move(0, "draw blind")
    assert [(call.seat, call.version) for call in calls_of(before, built.table)] == [(1, built.table.version)]


# --- a server that calls ------------------------------------------------------------------------------------
@contextmanager
def calling(folder: Path, *more: str) -> Iterator[tuple[Server, Any, Any]]:
    with mailbox() as (port, letters), receiving() as receiver:
        args = ["--notices", "push", "--notices", "webhook", "--notices", "mail", "--notices-local", "--smtp-host"]
        args += ["127.0.0.1", "--smtp-port", str(port), "--smtp-security", "none", "--mail-from", "games@example.org"]
        args += ["--public-url", "https://games.example.org", *more]
        with serving(folder / "data", *args) as server:
            yield server, receiver, letters


def hurry(server: Server) -> bool:
    """Nobody waits a quarter of a minute for a test."""
    with closing(sqlite3.connect(server.data / FILE, timeout=30)) as database, database:
        database.execute("UPDATE notices SET due_at = 0 WHERE sent_at IS NULL")
        database.execute("UPDATE presence SET seen_at = 1")
    return True


def want(staged: StagedTable, seat: int, **wanted: object) -> dict[str, Any]:
    answer = staged.ask("POST", "/calls", staged.tokens[seat], wanted)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def to_turn_of(staged: StagedTable, seat: int) -> None:
    """Plays until it is a seat's turn, having been the other's."""
    while staged.position()["view"]["waiting"][seat]:
        staged.step()
    while not staged.position()["view"]["waiting"][seat]:
        staged.step()


def test_people_are_called_in_every_way_and_once(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, receiver, letters):
        ways = httpx.get(f"{server.url}/api/calls").json()
        assert ways["webhook"]
        assert ways["mail"]
        staged = playing_table(server)
        browser = Browser()
        want(
            staged,
            0,
            way="push",
            address=f"{receiver.url}/push",
            p256dh=browser.p256dh,
            auth=browser.auth,
            language="fr",
        )
        secret = want(staged, 0, way="webhook", address=f"{receiver.url}/hook")["secret"]
        want(staged, 0, way="mail", address="ada@example.org")
        until(lambda: letters)
        (asked,) = letters
        token = re.search(r"calls#confirm=(\S+)", asked.get_content())
        assert token is not None
        to_turn_of(staged, 0)
        assert httpx.post(f"{server.url}/api/calls/confirm", json={"token": token[1]}).status_code == 200
        to_turn_of(staged, 0)
        time.sleep(0.3)
        until(lambda: hurry(server) and len(receiver.posted) == 2 and len(letters) == 2)
        push = next(posted for posted in receiver.posted if posted.path == "/push")
        hook = next(posted for posted in receiver.posted if posted.path == "/hook")
        told = browser.read(push.body)
        assert told["text"] == "À vous de jouer"
        assert [(call["event"], call["table"]) for call in told["calls"]] == [("turn", staged.table)]
        assert vapid_claims(push.headers["authorization"])["aud"] == receiver.url
        assert f"k={ways['push']}" in push.headers["authorization"]
        assert is_signed(hook, secret)
        assert json.loads(hook.body)["calls"] == told["calls"]
        letter = letters[1]
        assert "Your turn" in str(letter["subject"])
        assert f"https://games.example.org/t/{staged.table}" in letter.get_content()
        for text in (letter.as_string(), hook.body.decode(), json.dumps(told)):
            assert not any(name in text for name in ("Ada", "Bo", staged.tokens[0], staged.host))
        time.sleep(3)
        hurry(server)
        time.sleep(3)
        assert (len(receiver.posted), len(letters)) == (2, 2)  # not twice
        stop = re.search(r"calls#stop=(\S+)", letter.get_content())
        assert stop is not None
        assert httpx.post(f"{server.url}/api/calls/stop/{stop[1]}").status_code == 200
        left = staged.ask("GET", "/calls", staged.tokens[0]).json()["calls"]
        assert sorted(call["way"] for call in left) == ["push", "webhook"]
        assert staged.ask("GET", "/calls", staged.tokens[1]).json()["calls"] == []


def test_a_call_outlives_the_server_and_a_receiver_that_is_away(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, receiver, _):
        staged = playing_table(server)
        receiver.status = 503
        want(staged, 1, way="webhook", address=f"{receiver.url}/hook")
        to_turn_of(staged, 1)
        server.kill()
        server.start()
        until(lambda: hurry(server) and len(receiver.posted) >= 1)
        receiver.status = 200
        until(lambda: hurry(server) and len(receiver.posted) >= 2)
        ids = {json.loads(posted.body)["id"] for posted in receiver.posted}
        assert len(ids) == 1
        time.sleep(2.5)
        count = len(receiver.posted)
        hurry(server)
        time.sleep(2.5)
        assert len(receiver.posted) == count


def test_who_is_looking_is_not_called(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, receiver, _):
        staged = playing_table(server)
        want(staged, 0, way="webhook", address=f"{receiver.url}/hook")
        with greet(server, staged.table, staged.tokens[0]):
            to_turn_of(staged, 0)
            for _ in range(3):
                hurry(server)
                time.sleep(1)
        assert receiver.posted == []


def test_who_left_just_before_their_turn_is_called_a_little_later(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, receiver, _):
        staged = playing_table(server)
        want(staged, 0, way="webhook", address=f"{receiver.url}/hook")
        to_turn_of(staged, 0)
        with closing(sqlite3.connect(server.data / FILE, timeout=30)) as database:
            with database:
                (left,) = database.execute("SELECT max(made_at) - 1 FROM notices").fetchone()
                database.execute("INSERT OR REPLACE INTO presence VALUES (?, 0, ?)", (staged.table, left))
                database.execute("UPDATE notices SET due_at = 0 WHERE sent_at IS NULL")
            due = "SELECT due_at FROM notices WHERE sent_at IS NULL"
            until(lambda: database.execute(due).fetchall() == [(left + HERE,)])
        assert receiver.posted == []
        until(lambda: hurry(server) and receiver.posted)


def test_a_server_calls_nobody_unless_its_keeper_says_so(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        assert httpx.get(f"{server.url}/api/calls").json() == {"push": None, "webhook": False, "mail": False}
        staged = playing_table(server)
        for way, address in (
            ("push", "https://example.org"),
            ("webhook", "https://example.org"),
            ("mail", "a@example.org"),
        ):
            answer = staged.ask("POST", "/calls", staged.tokens[0], {"way": way, "address": address})
            assert (answer.status_code, answer.json()["code"]) == (409, "calls.off")


def test_a_stranger_is_asked_seldom_and_a_seat_has_few_ways(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, receiver, letters):
        codes = []
        for _ in range(5):
            staged = playing_table(server, moves=0)
            wanted = {"way": "mail", "address": "victim@example.org"}
            codes.append(staged.ask("POST", "/calls", staged.tokens[0], wanted).status_code)
        assert codes == [201, 201, 201, 429, 429]
        assert len(letters) == 3
        staged = playing_table(server, moves=0)
        hook = {"way": "webhook", "address": f"{receiver.url}/"}
        assert [staged.ask("POST", "/calls", staged.tokens[0], hook).status_code for _ in range(6)] == [201] * 5 + [429]
        assert staged.ask("POST", "/calls", new_token(), hook).json()["code"] == "token.seat"
        assert staged.ask("POST", "/calls", staged.host, hook).json()["code"] == "token.seat"
        mine = staged.ask("GET", "/calls", staged.tokens[0]).json()["calls"][0]["id"]
        assert staged.ask("DELETE", f"/calls/{mine}", staged.tokens[1]).json()["code"] == "calls.unknown"
        assert staged.ask("DELETE", f"/calls/{mine}", staged.tokens[0]).status_code == 200
        bad = httpx.post(f"{server.url}/api/calls/stop", json={"token": f"{mine}.AAAA"})
        assert bad.json()["code"] == "calls.unknown"


def test_who_gives_a_call_up_again_and_again_sends_no_more_letters(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, _, letters):
        staged = playing_table(server, moves=0)
        codes = []
        for _ in range(MOST_ASKED + 2):
            answer = staged.ask("POST", "/calls", staged.tokens[0], {"way": "mail", "address": "victim@example.org"})
            codes.append(answer.status_code)
            if answer.status_code == 201:
                staged.ask("DELETE", f"/calls/{answer.json()['id']}", staged.tokens[0])
        assert codes == [201] * MOST_ASKED + [429] * 2
        assert len(letters) == MOST_ASKED


def test_nobody_has_letters_sent_to_a_crowd(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, _, letters):
        codes = []
        for number in range(LETTERS + 2):
            staged = playing_table(server, moves=0)
            wanted = {"way": "mail", "address": f"stranger{number}@example.org"}
            codes.append(staged.ask("POST", "/calls", staged.tokens[0], wanted).status_code)
        assert codes == [201] * LETTERS + [429] * 2
        assert len(letters) == LETTERS


# --- the queue by itself ------------------------------------------------------------------------------------
def made(table: str, number: int, **change: Any) -> Calling:
    facts: dict[str, Any] = {
        "id": f"calling-{number:014}", "table": table, "seat": 0, "way": "webhook", "address": "https://example.org/",
        "keys": {"secret": "s"}, "quiet_from": 0, "quiet_to": 0, "zone": "UTC", "digest_minutes": 0, "language": "en",
        "created_at": now(), "confirmed_at": now(), "sent_at": None,
    }  # fmt: skip
    return Calling(**{**facts, **change})


async def by_itself(tmp_path: Path) -> tuple[Database, CallRows, Sender]:
    database = Database(sqlite_url(tmp_path / "x.sqlite3"))
    await database.migrate()
    rows = CallRows(database)
    tables = Tables(Repository(database), Journal(database))
    return database, rows, Sender(Settings(notices=("webhook",)), tables, rows)


def test_who_never_answers_keeps_nobody_elses_calls_waiting(tmp_path: Path) -> None:
    """They were made one after another: each of those took ten seconds from everybody."""

    async def work() -> None:
        database, rows, sender = await by_itself(tmp_path)
        called: list[str] = []
        give_up = asyncio.Event()

        async def send(group: list[Notice]) -> None:
            called.append(group[0].calling.address)
            if "tarpit" in called[-1]:
                await give_up.wait()
                raise posting.Unreachable

        async def wanted(_: Notice) -> bool:
            return True

        sender.send = send  # type: ignore[method-assign, assignment]
        sender.is_wanted = wanted  # type: ignore[method-assign, assignment]
        due: list[list[Notice]] = []

        async def lease(at: int, until: int, most: int) -> list[Notice]:
            return due.pop(0) if due else []

        rows.lease = lease  # type: ignore[method-assign]

        def notices(first: int, count: int, host: str) -> list[Notice]:
            numbers = range(first, first + count)
            callings = [made("t", number, address=f"https://{host}/{number}") for number in numbers]
            return [Notice(calling, 5, "turn", now(), 1) for calling in callings]

        due += [notices(0, 20, "tarpit.example.org"), notices(100, 1, "example.org")]
        while await sender.work():
            pass
        await settle(20)
        assert "https://example.org/100" in called
        assert len(sender.calls) == 20
        give_up.set()
        while sender.calls:
            await asyncio.sleep(0.01)
        give_up.clear()
        called.clear()
        due += [notices(200, 20, "tarpit.example.org"), notices(300, 1, "example.org")]
        while await sender.work():
            pass
        await settle(20)
        assert "https://example.org/300" in called
        assert len([each for each in called if "tarpit" in each]) == OF_A_SLOW_ONE  # the others were put off
        await sender.close()
        await database.close()

    asyncio.run(work())


async def settle(times: int) -> None:
    for _ in range(times):
        await asyncio.sleep(0.01)


def test_a_digest_gathers_and_one_call_is_given_up_after_a_day(tmp_path: Path) -> None:
    async def work() -> None:
        database, _, sender = await by_itself(tmp_path)
        sent: list[int] = []

        async def send(group: list[Notice]) -> None:
            sent.append(len(group))

        async def wanted(_: Notice) -> bool:
            return True

        sender.send = send  # type: ignore[method-assign, assignment]
        sender.is_wanted = wanted  # type: ignore[method-assign, assignment]
        soon, hourly = made("t", 1), made("t", 2, digest_minutes=60)
        one, two = (Notice(soon, version, "turn", now(), 1) for version in (5, 6))
        await sender.work_at([one, two], now())
        assert sent == [2]  # together
        await sender.work_at([Notice(soon, 7, "turn", now() - DAY, 1)], now())
        assert sent == [2]  # given up
        assert sender.may_call(hourly, now()) >= hourly.created_at + HOUR
        assert sender.may_call(made("t", 3, sent_at=now()), now()) > now() + 50_000
        await database.close()

    asyncio.run(work())


def test_ten_thousand_calls_are_worked_off_while_moves_go_on(tmp_path: Path) -> None:
    """Those that nobody needs any more: what costs is looking at each of them."""
    with calling(tmp_path) as (server, receiver, _):
        staged = playing_table(server)
        want(staged, 0, way="webhook", address=f"{receiver.url}/hook")
        with closing(sqlite3.connect(server.data / FILE, timeout=30)) as database, database:
            (id,) = database.execute("SELECT id FROM callings").fetchone()
            rows = [(id, version, "turn", now(), 0, 0) for version in range(10_000, 20_000)]
            add = "INSERT INTO notices (calling_id, version, kind, made_at, due_at, tries) VALUES (?,?,?,?,?,?)"
            database.executemany(add, rows)
        waits = []

        def left() -> int:
            with closing(sqlite3.connect(server.data / FILE, timeout=30)) as database:
                query = "SELECT count(*) FROM notices WHERE sent_at IS NULL AND version >= 10000"
                return int(database.execute(query).fetchone()[0])

        other = playing_table(server, moves=0)
        until = time.monotonic() + 120
        while left() and time.monotonic() < until:
            begin = time.perf_counter()
            if not other.step():
                other = playing_table(server, moves=0)
            waits.append(time.perf_counter() - begin)
        assert left() == 0
        assert sorted(waits)[len(waits) // 2] < 1.0
        assert receiver.posted == []


def test_names_are_no_part_of_any_call(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, receiver, _):
        tokens = [new_token(), new_token()]
        seats = [person(f"<i>{number}</i> {{link}}", token) for number, token in enumerate(tokens)]
        answer = httpx.post(f"{server.url}/api/tables", json={"board": "berlin", "seats": seats, "host": new_token()})
        staged = StagedTable(server, answer.json()["table"], "", tokens)
        want(staged, 0, way="webhook", address=f"{receiver.url}/hook")
        for _ in range(4):
            staged.step()
        to_turn_of(staged, 0)
        until(lambda: hurry(server) and receiver.posted)
        assert b"<i>" not in receiver.posted[0].body
