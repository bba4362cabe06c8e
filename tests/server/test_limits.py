"""Too much, too long, too often, too slow: refused in time, and never at the expense of the others."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket as sockets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketState
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ferrovia.boards import board_ids
from ferrovia.server import connection, limits, maps, timeouts
from ferrovia.server.addresses import network_of
from ferrovia.server.api.fields import LONGEST_NAME, Name
from ferrovia.server.close_codes import TOO_SLOW
from ferrovia.server.encoding import Printed, printed
from ferrovia.server.limits import Limit
from ferrovia.server.maps import Maps
from ferrovia.server.page import APP
from ferrovia.server.send_queue import SendQueue
from ferrovia.server.services import Services
from ferrovia.server.settings import Settings
from properties.profiles import examples
from server.processes import children, pid_of
from server.serving import Server, greet, hear, new_token, person, say, serving, socket
from server.staged import complaints, failures, playing_table, waiting_table

BODY, MESSAGE = Settings().body_bytes, Settings().message_bytes
JSON = {"Content-Type": "application/json"}


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def post(server: Server, content: Any, path: str = "/api/tables", **headers: str) -> httpx.Response:
    return httpx.post(f"{server.url}{path}", content=content, headers={**JSON, **headers}, verify=False, timeout=30)


def raw(server: Server, request: bytes, seconds: float = 10) -> bytes:
    """What a server answers to bytes as they are, until it closes the line or says nothing more."""
    with sockets.create_connection(("127.0.0.1", server.port), timeout=seconds) as line:
        line.sendall(request)
        heard = b""
        while not heard.endswith(b"}") and (part := line.recv(65536)):
            heard += part
        return heard


def head(length: str) -> bytes:
    start = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    return f"{start}Content-Length: {length}\r\n\r\n".encode()


# --- bodies ---------------------------------------------------------------------------------------------
def in_pieces(size: int) -> Iterator[bytes]:
    for _ in range(size // 1000):
        yield b" " * 1000


def test_a_body_that_says_it_is_too_long_is_not_read(server: Server) -> None:
    head = (
        f"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {BODY + 1}\r\n\r\n"
    )
    answer = raw(server, head.encode())  # answered though not a byte of it has come
    assert answer.startswith(b"HTTP/1.1 413")
    assert b'{"code":"body.too_large","params":{}}' in answer
    assert code(post(server, b" " * (BODY + 1))) == (413, "body.too_large")


def test_a_body_that_does_not_say_is_cut_off(server: Server) -> None:
    assert code(post(server, in_pieces(BODY + 2000))) == (413, "body.too_large")
    assert code(post(server, in_pieces(BODY - 2000))) == (422, "request.invalid")
    assert code(post(server, in_pieces(BODY + 2000), "/api/mine")) == (413, "body.too_large")


def test_a_body_for_a_request_that_reads_none_is_not_kept(server: Server) -> None:
    answer = httpx.request("GET", f"{server.url}/healthz", content=b"x" * (BODY + 1), verify=False)
    assert answer.status_code == 413
    assert httpx.request("GET", f"{server.url}/healthz", content=b"x" * 1000, verify=False).status_code == 200


@pytest.mark.parametrize("length", ["-1", "1e3", "0x10", "9" * 30, "9" * 5000, "1, 2", "²", ""])
def test_a_length_that_is_no_number_is_refused(server: Server, length: str) -> None:
    answer = raw(server, head(length) + b"{}")
    assert answer[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 413", b"HTTP/1.1 422")


def test_deep_and_broken_json_is_refused(server: Server) -> None:
    lonely = {"board": "usa", "options": {"\ud800": True}, "seats": [{"kind": "open"}] * 2, "host": new_token()}
    broken = [b"[" * 60_000, b'{"a":' * 10_000, b'{"board":"\xff"}', b"\xff\xfe{\x00}\x00", b"{", b"", b"nul", b"NaN"]
    for body in (*broken, b"1" * 6000, b'{"\\udc00":0}', json.dumps(lonely).encode()):
        assert code(post(server, body)) == (422, "request.invalid"), body[:20]


def test_what_is_refused_does_not_make_long_answers(server: Server) -> None:
    many = {"tables": [{"table": "x", "token": "y"}] * 200}
    answer = post(server, json.dumps(many))
    assert answer.status_code == 422
    assert len(answer.content) < 4000
    bodies: list[dict[str, Any]] = [
        {f"field {n}": 0 for n in range(3000)},
        {"tables": [{}] * 5000},
        {"tables": [0] * 201},
    ]
    for body in bodies:
        answer = post(server, json.dumps(body), "/api/mine")
        assert code(answer) == (422, "request.invalid")
        assert len(answer.content) < 4000


# --- messages -------------------------------------------------------------------------------------------
def test_a_frame_that_is_too_long_ends_the_talk(server: Server) -> None:
    staged = waiting_table(server)
    for text in ("x" * (MESSAGE + 1), json.dumps({"type": "ping", "more": "y" * MESSAGE}), "é" * (MESSAGE // 2 + 1)):
        with greet(server, staged.table) as (line, _):
            line.send(text)
            with pytest.raises(ConnectionClosed) as closed:
                hear(line)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009


def test_a_frame_in_pieces_is_measured_as_a_whole(server: Server) -> None:
    staged = waiting_table(server)
    with greet(server, staged.table) as (line, _):
        with suppress(ConnectionClosed):
            line.send(["x" * 1000] * (MESSAGE // 1000 + 2))
        with pytest.raises(ConnectionClosed) as closed:
            hear(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_message_of_the_longest_size_is_read(server: Server) -> None:
    with greet(server, waiting_table(server).table) as (line, _):
        line.send(json.dumps({"type": "ping"}).ljust(MESSAGE))
        assert hear(line)["type"] == "pong"


# --- names and other words ------------------------------------------------------------------------------
NASTY_NAMES = [
    "Robert'); DROP TABLE--", "' OR 1=1 --", "<script>alert(1)</script>", '"><img src=x>', "&lt;b&gt; &amp;", "{{7*7}}",
    "${7*7} %s %(x)s {0}", "javascript:alert(1)", "../../etc/passwd", "Zoë Ångström", "Иван", "李小龍", "שָׁלוֹם", "สวัสดี",
    "नमस्ते", "🚂🎫", "O'Brien-Smith, Jr.", "null", "True", "NaN", "0", "\\", "%00", "\\u0000", "a\tb", " a   b ",
]  # fmt: skip


def test_names_are_data_whatever_is_in_them(server: Server) -> None:
    """Stored and given back letter by letter; only blanks are put in order."""
    kept = []
    for name in NASTY_NAMES:
        staged = waiting_table(server)
        answer = staged.ask("POST", "/join", staged.invites[0], {"name": name, "token": new_token()})
        assert answer.status_code == 200, name
        kept.append(staged.position()["people"][1]["name"])
    assert kept == [" ".join(name.split()) for name in NASTY_NAMES]


INVISIBLE = [
    "\u202eevil", "a\u200bb", "a\u200d", "\u2066x\u2069", "\ufeffx", "a\x00b", "a\x1bb[31m", "a\x7f", "\u061cx",
    "\u00adx", "\ue000", "\U000e0041x", "\ufff9x", "\u115f", "\u3164", "\u2800", "\uffa0", "x\u034fx", "\u0378",
]  # fmt: skip
TOWERS = [
    "Z\u0300\u0301\u0302\u0303", "a" + "\u0489" * 9, "a" + "\u20dd" * 4, "b" + "\u1dc4" * 5, "c" + "\ufe20" * 4,
    "x\u0300\u0301\u0302\u20d0\u0303\u0304", "\u0301abc", "e\u0301\u0301\u0301\u0301", "ก" + "\u0e47" * 6,
]  # fmt: skip
EMPTY_OR_LONG = ["", " ", "\n\t", "\u2003", "x" * (LONGEST_NAME + 1), "é" * 31, "e\u0301" * 31, "x" * 200, "🚂" * 31]


@pytest.mark.parametrize("name", [*INVISIBLE, *TOWERS, *EMPTY_OR_LONG], ids=ascii)
def test_names_nobody_could_read_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Name).validate_python(name)


@examples(300)
@given(st.text(max_size=40))
def test_a_name_that_is_taken_is_taken_again_as_it_is(name: str) -> None:
    """What is shown to others is one visible line of at most thirty letters, and cleaning it twice changes nothing."""
    names: TypeAdapter[str] = TypeAdapter(Name)
    try:
        clean = names.validate_python(name)
    except ValidationError:
        return
    assert names.validate_python(clean) == clean
    assert 1 <= len(clean) <= LONGEST_NAME
    assert clean.isprintable()


def test_refused_names_are_refused_by_the_server_too(server: Server) -> None:
    staged = waiting_table(server)
    for name in ("\u202eevil", TOWERS[0], "x" * 31, "", None, 7, ["Ada"]):
        body = {"name": name, "token": new_token()}
        assert code(staged.ask("POST", "/join", staged.invites[0], body)) == (422, "request.invalid")
        seats = [{**person("x", new_token()), "name": name}, {"kind": "open"}]
        assert code(post(server, json.dumps({"board": "usa", "seats": seats, "host": new_token()})))[0] == 422
    assert staged.version == 1


def test_overlong_words_are_refused(server: Server) -> None:
    staged = playing_table(server)
    token = staged.tokens[0]
    move = {"key": "abcdefgh", "decision": 6, "action": 6}
    wrong_moves: list[dict[str, Any]] = [
        {"key": "x" * 65}, {"key": "x" * 7}, {"action": "draw " + "x" * 300}, {"action": 10**16}, {"action": ""},
        {"action": -(10**400)}, {"action": None}, {"action": {}}, {"decision": 2**31 + 1}, {"decision": -1},
        {"seat": 9},
    ]  # fmt: skip
    for wrong in wrong_moves:
        answer = staged.ask("POST", "/moves", token, {**move, **wrong})
        assert answer.status_code in (409, 422), wrong
        assert len(answer.content) < 1000
    wrong_tables: list[dict[str, Any]] = [
        {"board": "x" * 61}, {"board": "../usa"}, {"options": {"x" * 61: True}}, {"seats": [{"kind": "open"}] * 10},
        {"options": {f"o{n}": True for n in range(21)}}, {"seats": []}, {"first": 9}, {"stand_in": "nobody"},
        {"clock": {"kind": "live", "bank_seconds": 4}}, {"clock": {"kind": "correspondence", "days": 10**9}},
    ]  # fmt: skip
    for wanted in wrong_tables:
        valid = {"board": "usa", "seats": [{"kind": "open"}] * 2, "host": new_token()}
        assert post(server, json.dumps({**valid, **wanted})).status_code == 422, wanted
    assert staged.version == 6


def test_overlong_paths_and_headers_do_no_harm(server: Server) -> None:
    staged = waiting_table(server)
    for path in (
        "/api/tables/" + "x" * 20_000,
        "/api/boards/" + "y" * 20_000,
        "/" + "z" * 60_000,
        "/api/tables/%00",
        "/%ff" * 99,
    ):
        answer = httpx.get(server.url + path, verify=False)
        assert answer.status_code in (404, 414, 422, 400), path[:20]
        assert len(answer.content) < 1000
    for number in (10**30, -1, "x", "1e3", "٣"):
        assert code(staged.ask("GET", f"/lanes/{number}", staged.tokens[0])) == (422, "request.invalid")
        assert code(httpx.get(f"{staged.url}?since={number}", verify=False)) == (422, "request.invalid")
        assert code(httpx.get(f"{staged.url}?since=0&wait={number}x", verify=False)) == (422, "request.invalid")
    for wait in ("nan", "inf", "-1", "31", "1e400"):
        assert code(httpx.get(f"{staged.url}?since=0&wait={wait}", verify=False)) == (422, "request.invalid")
    assert code(httpx.get(staged.url, headers={"Authorization": f"Bearer {'x' * 5000}"}, verify=False))[0] in (403, 422)
    assert httpx.get(staged.url, headers={f"X-{n}": "y" * 500 for n in range(80)}, verify=False).status_code == 200


# --- how often ------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that allows little: 8 tables an hour (2 at once), 3 sockets, 2 moves a second (6 at once)."""
    server = Server(
        tmp_path_factory.mktemp("strict") / "data",
        "--tables-per-hour",
        "8",
        "--sockets",
        "3",
        "--moves",
        "2",
        "--proxy",
        "",
    )
    try:
        yield server.start()
    finally:
        server.close()


def test_tables_sockets_and_moves_are_counted(strict: Server) -> None:
    wanted = {"board": "berlin", "seats": [{"kind": "open"}] * 2}

    def made(**headers: str) -> httpx.Response:
        return post(strict, json.dumps({**wanted, "host": new_token()}), **headers)

    first = made()
    table = first.json()["table"]
    assert [made().status_code for _ in range(3)] == [201, 429, 429]
    assert code(made()) == (429, "limit.tables")
    # who says to be somebody else is not believed
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        assert made(**{header: "for=203.0.113.9" if header == "Forwarded" else "203.0.113.9"}).status_code == 429
    sockets_are_counted(strict, table)
    moves_over_a_socket_are_counted(strict, table)
    writes_are_counted(strict, table)
    assert httpx.get(f"{strict.url}/api/tables/{table}", verify=False).json()["position"]["status"] == "waiting"
    assert failures(strict) == 0
    assert complaints(strict) == []


def sockets_are_counted(strict: Server, table: str) -> None:
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(greet(strict, table))
        with pytest.raises(InvalidStatus) as refused, socket(strict, table):
            pass
        assert refused.value.response.status_code == 403
    deadline = time.monotonic() + 10
    while True:  # they are free again once the others have left
        try:
            with greet(strict, table):
                return
        except InvalidStatus:
            assert time.monotonic() < deadline


def moves_over_a_socket_are_counted(strict: Server, table: str) -> None:
    with greet(strict, table) as (line, _):
        with suppress(ConnectionClosed):
            for _ in range(9):
                say(line, type="ping")
        heard = [hear(line) for _ in range(7)]
        with pytest.raises(ConnectionClosed) as closed:
            hear(line)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        assert [message["type"] for message in heard] == ["pong"] * 6 + ["refused"]
        assert heard[-1]["code"] == "limit.moves"


def writes_are_counted(strict: Server, table: str) -> None:
    time.sleep(1)
    answers = [post(strict, "{}", f"/api/tables/{table}/leave") for _ in range(12)]
    assert {code(answer) for answer in answers} == {(403, "token.seat"), (429, "limit.moves")}
    assert sum(answer.status_code == 429 for answer in answers) >= 3


def test_a_bucket_fills_up_again_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("ferrovia.server.limits.time.monotonic", lambda: clock[0])
    limit = Limit(rate=2, burst=3)
    assert [limit.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert limit.allows("b")  # everybody has a bucket of their own
    clock[0] += 0.5
    assert [limit.allows("a") for _ in range(2)] == [True, False]
    clock[0] += 3600
    assert [limit.allows("a") for _ in range(4)] == [True, True, True, False]


def test_many_addresses_do_not_fill_the_memory_nor_empty_a_bucket_that_is_used() -> None:
    limit = Limit(rate=0, burst=1)
    assert limit.allows("me")
    for number in range(limits.MOST * 2):
        limit.allows(f"address {number}")
        if number % 1000 == 0:
            assert not limit.allows("me")
    assert len(limit.buckets) == limits.MOST


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff:ffff:ffff:ffff")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"  # IPv4 over a door that takes both
    assert network_of("a:strange:one") == "a:strange:one"


class Drawing:
    """Stands for the process that draws; a thread here, so that the test sees what it is asked."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(1)
        self.opened = 0
        self.ended = 0

    def open(self) -> ThreadPoolExecutor:
        self.opened += 1
        return self.threads

    def end(self, *, wait: bool = False) -> None:
        self.ended += 1


def test_a_map_is_drawn_once_for_every_language_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds. Whoever asks for it in every language of the alphabet, or in crowds, gets what is there."""
    drawn: list[str] = []

    def slowly(_: str, language: str) -> Printed:
        time.sleep(0.05)
        drawn.append(language)
        return printed({"language": language})

    monkeypatch.setattr(maps, "draw", slowly)
    process = Drawing()

    async def ask() -> int:
        """How often the event loop came round while they were drawn."""
        asked, rounds = Maps(process), 0
        languages = ["en", "fr", "xx", "zz", "aa", "qq"] * 4
        crowd = asyncio.gather(*[asked.of("amsterdam", language) for language in languages])
        while not crowd.done():
            await asyncio.sleep(0.005)
            rounds += 1
        assert len({answer.plain for answer in await crowd}) == 2
        assert await asked.of("amsterdam", "zz") == printed({"language": "en"})
        return rounds

    assert asyncio.run(ask()) >= 5
    assert sorted(drawn) == ["en", "fr"]
    assert process.ended == 1  # nothing is left of it when all are drawn


def test_maps_of_our_own_boards_need_no_drawing() -> None:
    """The page brings them along. A busy server took more than half a minute for some of them."""
    process = Drawing()

    async def ask() -> list[dict[str, Any]]:
        ready = Maps(process, APP / "maps")
        answers = [await ready.of(board, language) for board in board_ids() for language in ("en", "fr")]
        assert [gzip.decompress(answer.packed) for answer in answers] == [answer.plain for answer in answers]
        return [json.loads(answer.plain) for answer in answers]

    assert all(len(drawn["lanes"]) > 10 for drawn in asyncio.run(ask()))
    assert process.opened == 0


def copied(folder: Path, board: str) -> Path:
    """A board of the package under another name: a server has to draw it."""
    copytree(Path(str(files("ferrovia.boards"))) / board, folder / f"{board}-copy")
    facts = folder / f"{board}-copy" / "board.toml"
    facts.write_text(facts.read_text().replace(f'id = "{board}"', f'id = "{board}-copy"'))
    return folder


def test_every_map_at_once_keeps_nobody_waiting(tmp_path: Path) -> None:
    """On a server that has drawn none yet: eighty requests for all of them, and the others are answered meanwhile."""
    boards = copied(tmp_path / "boards", "amsterdam")
    with serving(tmp_path / "data", "--boards", str(boards)) as fresh, ThreadPoolExecutor(80) as crowd:
        offered = [board["id"] for board in httpx.get(f"{fresh.url}/api/boards", timeout=60).json()["boards"]]
        drawn = [board for board in offered if "-copy@" in board]
        wanted = [f"/api/boards/{board}/map?lang={lang}" for board in drawn for lang in ("en", "fr")]
        assert len(wanted) == 2
        asked = [crowd.submit(httpx.get, fresh.url + path, timeout=120) for path in wanted * 40]
        waits: list[float] = []
        while not all(answer.done() for answer in asked):
            begin = time.monotonic()
            assert httpx.get(f"{fresh.url}/api/boards", timeout=60).status_code == 200
            waits.append(time.monotonic() - begin)
        found = {answer.result().text for answer in asked}
        assert len(waits) > 10  # while forty threads waited for a lock, nobody else was answered at all
        assert len(found) == len(wanted)
        assert children(pid_of(fresh)) == set()
        assert failures(fresh) == 0


# --- too slow -------------------------------------------------------------------------------------------
class Mute:
    """A socket whose other end never says a word."""

    def __init__(self) -> None:
        self.closed: list[int] = []
        self.application_state = WebSocketState.CONNECTED

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self, code: int) -> None:
        self.closed.append(code)


def test_who_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.05)

    async def main() -> list[int]:
        services = Services(Settings(data=tmp_path))
        mute: Any = Mute()
        await asyncio.wait_for(connection.Connection(services, mute, "A" * 22, services.moves).run(), 5)
        await services.database.close()
        return list(mute.closed)

    assert asyncio.run(main()) == [1001]
    assert connection.HELLO_SECONDS < 1 < connection.SILENT_SECONDS


def test_who_falls_silent_is_taken_for_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SILENT_SECONDS", 0.05)

    async def main() -> None:
        services = Services(Settings(data=tmp_path))
        mute: Any = Mute()
        await asyncio.wait_for(connection.Connection(services, mute, "A" * 22, services.moves).read_messages(), 5)
        await services.database.close()

    asyncio.run(main())


def halves() -> list[bytes]:
    """Requests of which the rest never comes."""
    start = b"POST / HTTP/1.1\r\nHost: x\r\n"
    return [
        b"", b"P", start, start + b"\r", start + b"Connection: Upgrade\r\nUpgrade: websocket\r\n",
        head("900"), head("900") + b"{", start + b"Transfer-Encoding: chunked\r\n\r\n500\r\n",
    ]  # fmt: skip


async def knock(port: int, request: bytes, drip: bytes = b"") -> bytes:
    """What is answered until the line is cut; meanwhile something drips in."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    heard = b""
    try:
        writer.write(request)
        while True:
            try:
                part = await asyncio.wait_for(reader.read(1000), 0.05)
            except TimeoutError:
                writer.write(drip)
                continue
            if not part:
                return heard
            heard += part
    except OSError:
        return heard
    finally:
        writer.transport.abort()


def test_half_a_request_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it stops or drips. A whole one is answered, and the line stays for the next until it has been idle."""
    monkeypatch.setattr(timeouts, "IN_TIME", 0.5)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def main() -> tuple[list[bytes], bytes]:
        config = uvicorn.Config(
            app, http=timeouts.TimeoutProtocol, log_config=None, lifespan="off", timeout_keep_alive=1
        )
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        door = await loop.create_server(
            lambda: timeouts.TimeoutProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        port = door.sockets[0].getsockname()[1]
        async with asyncio.timeout(20):
            cut = await asyncio.gather(*[knock(port, half, drip) for half in halves() for drip in (b"", b"x")])
            whole = await knock(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        door.close()
        await door.wait_closed()
        return cut, whole

    cut, whole = asyncio.run(main())
    assert {answer[:12] for answer in cut} <= {b"", b"HTTP/1.1 400"}
    assert cut.count(b"") >= len(halves())
    assert whole.startswith(b"HTTP/1.1 204")
    assert timeouts.MOST_BYTES > 2 * BODY


def test_a_head_without_end_is_cut_off(server: Server) -> None:
    sent = 0
    with sockets.create_connection(("127.0.0.1", server.port), timeout=10) as line, suppress(OSError):
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ")
        while sent < 20_000_000:
            line.sendall(b"y" * 100_000)
            sent += 100_000
    assert sent < 15_000_000  # what fits into the buffers on the way, and no more
    assert httpx.get(f"{server.url}/healthz", verify=False).status_code == 200


def test_half_open_lines_keep_nobody_else_waiting(server: Server) -> None:
    """Handshakes that are not finished, requests of which half has come, sockets that say nothing."""
    staged = waiting_table(server)
    with ExitStack() as stack:
        for number in range(60):
            half = stack.enter_context(sockets.create_connection(("127.0.0.1", server.port)))
            half.sendall(halves()[number % len(halves())])
        for _ in range(20):
            stack.enter_context(socket(server, staged.table))
        begin = time.monotonic()
        with greet(server, staged.table) as (line, _):
            say(line, type="ping")
            assert hear(line)["type"] == "pong"
        assert time.monotonic() - begin < 5


def test_what_waits_to_be_sent_is_bounded_and_then_thrown_away() -> None:
    line = SendQueue(None, 3)  # type: ignore[arg-type]
    for number in range(3):
        line.send(b"%d" % number)
    assert (len(line.waiting), line.closing) == (3, None)
    line.send(b"one too many")
    assert (len(line.waiting), line.closing) == (0, TOO_SLOW)
    line.send(b"after the end")
    assert len(line.waiting) == 0


def test_after_all_this_the_server_has_not_failed(server: Server) -> None:
    assert failures(server) == 0
    assert complaints(server) == []
    assert playing_table(server).version == 6
