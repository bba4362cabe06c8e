"""One address can't stop the others: what it sends is counted as it arrives, and too much is cut off.

`bench/flood.py` measures how well; here it is seen that it happens at all. Floods come from 127.0.0.2."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.exceptions import InvalidStatus

from ferrovia.server import starts
from ferrovia.server.close_codes import TOO_SLOW
from ferrovia.server.core.errors import Denied
from ferrovia.server.hanging_up import CLOSE_SECONDS
from ferrovia.server.limits import Limit
from ferrovia.server.proxies import Proxies
from ferrovia.server.send_queue import SendQueue
from ferrovia.server.settings import Settings
from ferrovia.server.starts import Starts
from ferrovia.server.traffic import Traffic
from server.processes import pid_of, until
from server.serving import Server, greet, hear_until, move, socket
from server.staged import StagedTable, complaints, failures, playing_table, waiting_table

ATTACKS: Final = Path(__file__).parents[2] / "bench" / "attacks.py"
ATTACKER: Final = "127.0.0.2"
EMPTY_PING: Final = bytes([0x89, 0x80, 0, 0, 0, 0])
BIG_PING: Final = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"x" * 125
LIMITS: Final = Settings()


def memory_of(server: Server) -> int:
    status = Path(f"/proc/{pid_of(server)}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def open_sockets(server: Server) -> float:
    metrics = httpx.get(f"{server.url}/metrics").text
    return float(next(line for line in metrics.splitlines() if line.startswith("ferrovia_sockets ")).split()[1])


class Raw:
    """A socket of which every byte is the test's own."""

    def __init__(self, server: Server, table: str, headers: str = "") -> None:
        self.line = sockets.create_connection(("127.0.0.1", server.port), 10, (ATTACKER, 0))
        start = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        self.line.sendall(f"{start}{key}{headers}\r\n".encode())
        self.answer = self.line.recv(4096)

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def hears_until_cut(self, seconds: float = 10) -> int:
        """How many bytes, until the line is cut."""
        heard, self_end = 0, time.monotonic() + seconds
        self.line.settimeout(seconds)
        with suppress(ConnectionError):
            while part := self.line.recv(65536):
                heard += len(part)
                assert time.monotonic() < self_end
        return heard


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its usual limits, which believes no proxy. Tables may be made as the tests like."""
    made = Server(tmp_path_factory.mktemp("usual") / "data", "--proxy", "", "--tables-per-hour", "100000")
    try:
        yield made.start()
    finally:
        made.close()


# --- frames and bytes -------------------------------------------------------------------------------------
def say_hello(line: Raw) -> None:
    text = b'{"type":"hello"}'
    line.line.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)


@pytest.mark.parametrize("flood", [EMPTY_PING, BIG_PING, bytes([0x8A, 0x80, 0, 0, 0, 0])], ids=["empty", "big", "pong"])
@pytest.mark.parametrize("where", ["before the hello", "after it", "at no table"])
def test_frames_that_are_no_messages_are_counted_too(usual: Server, flood: bytes, where: str) -> None:
    table = "A" * 22 if where == "at no table" else waiting_table(usual).table
    with Raw(usual, table) as line:
        if where != "before the hello":
            say_hello(line)
        with suppress(OSError):
            for _ in range(20):
                line.line.sendall(flood * 500)
                time.sleep(0.01)
        assert line.hears_until_cut() < 500 * len(BIG_PING)  # pongs for a few, not for ten thousand


def test_pieces_of_a_message_are_counted_too(usual: Server) -> None:
    with Raw(usual, waiting_table(usual).table) as line:
        say_hello(line)
        with suppress(OSError):
            line.line.sendall(bytes([0x01, 0x80, 0, 0, 0, 0]))  # a text that goes on, in nothings
            line.line.sendall(bytes([0x00, 0x80, 0, 0, 0, 0]) * 5000)
        line.hears_until_cut()


TOO_LONG: Final = bytes([0x81, 0x80 | 126, 0x7F, 0xFF, 0, 0, 0, 0]) + b"x" * 0x7FFF
NO_TEXT: Final = bytes([0x81, 0x81, 0, 0, 0, 0, 0xFF])


@pytest.mark.parametrize(("bad", "code"), [(TOO_LONG, 1009), (NO_TEXT, 1007)])
def test_who_goes_on_sending_reads_why_the_talk_has_ended(usual: Server, bad: bytes, code: int) -> None:
    """A connection that is closed at once refuses what comes after, and a client that is told so may read no more."""
    with Raw(usual, waiting_table(usual).table) as line:
        say_hello(line)
        line.line.sendall(bad)
        for _ in range(5):
            time.sleep(0.05)
            line.line.sendall(EMPTY_PING)
        heard = b""
        while part := line.line.recv(65536):
            heard += part
        goodbye = heard[heard.rindex(0x88) :]
        assert int.from_bytes(goodbye[2:4], "big") == code


def test_a_handshake_that_can_not_be_read_is_refused_and_the_server_ends_in_order(tmp_path: Path) -> None:
    """The connection stayed for ever, counted by nobody, and stopping the server failed while there was one."""
    made = Server(tmp_path / "data", "--proxy", "")
    try:
        made.start()
        too_many = "".join(f"X-{number}: y\r\n" for number in range(150))
        with Raw(made, "A" * 22, too_many) as line, Raw(made, "A" * 22, f"X: {'y' * 20_000}\r\n") as other:
            assert line.answer.startswith(b"HTTP/1.1 4")
            assert other.answer.startswith(b"HTTP/1.1 4")
            made.stop()
        assert complaints(made) == []
    finally:
        made.close()


def test_a_file_may_be_as_long_as_it_says_and_who_leaves_in_the_middle_is_no_failure(tmp_path: Path) -> None:
    """Whatever was longer than 256 KiB was cut off, and each time the log told of a failure of the server's own."""
    made = Server(tmp_path / "data", "--proxy", "", "--studio", "open")
    try:
        made.start()
        head = {"Content-Type": "application/octet-stream"}
        url = f"{made.url}/api/studio/import"
        answer = httpx.post(url, content=b"x" * 700_000, headers=head, timeout=120)
        assert answer.status_code == 422, answer.text  # it was read, and is no board
        assert httpx.post(url, content=b"x" * 800_000, headers=head, timeout=120).status_code == 413
        with sockets.create_connection(("127.0.0.1", made.port), 10) as line:
            line.sendall(b"POST /api/studio/import HTTP/1.1\r\nHost: x\r\nContent-Length: 700000\r\n\r\n" + b"x" * 1000)
            time.sleep(0.2)
        time.sleep(0.5)
        assert failures(made) == 0
        assert complaints(made) == []
    finally:
        made.close()


def test_nothing_is_read_from_who_reads_nothing(server: Server) -> None:
    """On a server that allows everything: its memory does not grow by what it can't send."""
    before = memory_of(server)
    with Raw(server, waiting_table(server).table) as line:
        line.line.settimeout(3)
        sent = 0
        with suppress(TimeoutError):
            while sent < 60_000_000:
                sent += line.line.send(BIG_PING * 1000)
    assert sent < 30_000_000  # what fits into the buffers of the system
    assert memory_of(server) - before < 30_000_000


def test_who_ignores_a_close_is_cut_off_and_counts_until_then(tmp_path: Path) -> None:
    made = Server(tmp_path / "data", "--proxy", "", "--sockets", "2")
    try:
        made.start()
        with ExitStack() as stack:
            lines = [stack.enter_context(Raw(made, "A" * 22)) for _ in range(2)]
            for line in lines:
                say_hello(line)
                assert b"table.unknown" in line.line.recv(4096)  # a close comes behind it, which nobody answers
            begin = time.monotonic()
            with Raw(made, "A" * 22) as third:
                assert third.answer.startswith(b"HTTP/1.1 403")
            for line in lines:
                line.hears_until_cut()
            assert time.monotonic() - begin < 4 * CLOSE_SECONDS
            until(lambda: is_let_in(made))
    finally:
        made.close()


def is_let_in(server: Server) -> bool:
    with Raw(server, "A" * 22) as line:
        return line.answer.startswith(b"HTTP/1.1 101")


# --- connections and requests -----------------------------------------------------------------------------
def test_connections_of_an_address_are_counted(usual: Server) -> None:
    with ExitStack() as stack:
        lines = [
            stack.enter_context(sockets.create_connection(("127.0.0.1", usual.port), 10, ("127.0.0.3", 0)))
            for _ in range(LIMITS.connections_per_address + 20)
        ]
        for line in lines:
            line.settimeout(0.2)
        cut = sum(is_cut(line) for line in lines[-20:])
        assert cut == 20
        assert not is_cut(lines[0])
        assert httpx.get(f"{usual.url}/healthz").status_code == 200  # from another address


def is_cut(line: sockets.socket) -> bool:
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_requests_that_pile_up_on_one_line_are_cut_off(usual: Server) -> None:
    with sockets.create_connection(("127.0.0.1", usual.port), 10, (ATTACKER, 0)) as line:
        with suppress(ConnectionError):
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3000)
        heard = b""
        with suppress(ConnectionError):
            while part := line.recv(65536):
                heard += part
        assert heard.count(b"HTTP/1.1 200") < 100


def test_too_many_requests_are_answered_later_not_refused(usual: Server) -> None:
    """Behind one address there may be a school."""
    transport = httpx.HTTPTransport(local_address="127.0.0.4")
    with httpx.Client(transport=transport, base_url=usual.url, timeout=30) as client, ThreadPoolExecutor(16) as crowd:
        answers = list(crowd.map(client.get, ["/healthz"] * 200))
    assert [answer.status_code for answer in answers] == [200] * 200


def test_long_polls_count_as_sockets(tmp_path: Path) -> None:
    made = Server(tmp_path / "data", "--sockets", "2")
    try:
        made.start()
        table = waiting_table(made).table
        waiting = f"{made.url}/api/tables/{table}?since=1&wait=5"
        with ThreadPoolExecutor(2) as crowd, greet(made, table):
            asked = crowd.submit(httpx.get, waiting, timeout=30)
            time.sleep(1)
            refused = httpx.get(waiting, timeout=30)
            assert (refused.status_code, refused.json()["code"]) == (429, "limit.sockets")
            with pytest.raises(InvalidStatus), socket(made, table):
                pass
            assert asked.result().status_code == 200
        assert httpx.get(f"{made.url}/api/tables/{table}").status_code == 200
    finally:
        made.close()


def test_behind_a_proxy_everybody_counts_for_themselves(tmp_path: Path) -> None:
    made = Server(tmp_path / "data", "--proxy", ATTACKER, "--sockets", "1")
    try:
        made.start()
        one, other = "X-Forwarded-For: 192.0.2.1\r\n", "X-Forwarded-For: 192.0.2.2\r\n"
        with Raw(made, "A" * 22, one) as first, Raw(made, "A" * 22, other) as second, Raw(made, "A" * 22, one) as third:
            assert first.answer.startswith(b"HTTP/1.1 101")
            assert second.answer.startswith(b"HTTP/1.1 101")
            assert third.answer.startswith(b"HTTP/1.1 403")
    finally:
        made.close()


def test_only_a_trusted_proxy_is_believed() -> None:
    async def app(*_: object) -> None: ...

    headers = [(b"host", b"x"), (b"x-forwarded-for", b"198.51.100.7, 192.0.2.1")]
    proxies = Proxies(ProxyHeadersMiddleware(app, "10.0.0.1"))
    assert proxies.client("10.0.0.1", headers) == "192.0.2.1"  # the last one that is no proxy of ours
    assert proxies.client("10.0.0.1", []) == "10.0.0.1"
    assert proxies.client("203.0.113.5", headers) == "203.0.113.5"
    assert Proxies(app).client("10.0.0.1", headers) == "10.0.0.1"
    assert ("10.0.0.1" in proxies, "203.0.113.5" in proxies) == (True, False)


# --- the parts ----------------------------------------------------------------------------------------------
def test_requests_of_an_address_begin_one_by_one() -> None:
    order: list[str] = []

    async def story() -> None:
        limit = Starts(rate=1000, burst=3)
        for number in range(5):
            assert limit.begin("crowd", lambda number=number: order.append(f"crowd {number}"))  # type: ignore[misc]
        assert limit.begin("other", lambda: order.append("other"))
        assert order == []
        async with asyncio.timeout(10):
            while len(order) < 6:
                await asyncio.sleep(0)
        assert limit.waiting == {}

    asyncio.run(story())
    assert order.index("other") <= 1
    assert [each for each in order if each != "other"] == [f"crowd {number}" for number in range(5)]


def test_who_would_have_to_wait_too_long_is_not_let_in() -> None:
    async def story() -> list[bool]:
        limit = Starts(rate=1, burst=1)
        return [limit.begin("crowd", lambda: None) for _ in range(20)]

    let_in = asyncio.run(story())
    assert let_in == [True] * (1 + int(starts.PATIENCE)) + [False] * (19 - int(starts.PATIENCE))


def test_sockets_of_an_address_share_what_it_may_send() -> None:
    traffic = Traffic(Settings(moves_per_second=1, address_share=2))
    meters = [traffic.meter("192.0.2.1") for _ in range(9)]
    frames = int(traffic.frame_burst)
    assert [meter.allows_frames(frames) for meter in meters] == [True] * 2 + [False] * 7
    assert traffic.meter("192.0.2.2").allows_frames(frames)
    assert not traffic.meter("192.0.2.2").allows_frames(frames + 1)
    assert not traffic.meter("192.0.2.3").allows_bytes(int(traffic.byte_burst) + 1)


def test_nothing_is_left_of_an_address_that_is_gone() -> None:
    traffic = Traffic(Settings(sockets_per_address=2, connections_per_address=1))
    assert [traffic.connect("a") for _ in range(2)] == [True, False]
    assert traffic.open_socket("a")
    with traffic.long_poll("a"), pytest.raises(Denied), traffic.long_poll("a"):
        pass
    traffic.close_socket("a")
    traffic.disconnect("a")
    assert not traffic.open
    assert not traffic.sockets


def test_a_bucket_may_be_asked_for_several_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("ferrovia.server.limits.time.monotonic", lambda: clock[0])
    limit = Limit(rate=2, burst=10)
    assert [limit.allows("a", 4) for _ in range(3)] == [True, True, False]
    assert [limit.wait("b", 5) for _ in range(4)] == [0, 0, 2.5, 5]
    clock[0] += 5
    assert limit.wait("b", 0) == 0


def test_what_waits_to_be_sent_is_bounded_in_bytes_too() -> None:
    line = SendQueue(None, 1000, 100)  # type: ignore[arg-type]
    for _ in range(3):
        line.send(b"x" * 50)
    assert len(line.waiting) == 3
    line.send(b"x" * 50)
    assert (line.closing, len(line.waiting)) == (TOO_SLOW, 0)


# --- floods -------------------------------------------------------------------------------------------------
def flooded(server: Server, kind: str, table: str, seconds: float = 2.0) -> subprocess.Popen[str]:
    command = [sys.executable, str(ATTACKS), kind, str(server.port), "--seconds", str(seconds), f"--table={table}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def plays_on(server: Server, staged: StagedTable, attacker: subprocess.Popen[str]) -> int:
    """Moves that were acknowledged while the attacker was at it."""
    moves = 0
    with ExitStack() as stack:
        at = [stack.enter_context(greet(server, staged.table, token)) for token in staged.tokens]
        positions: list[dict[str, Any]] = [position for _, position in at]
        while attacker.poll() is None or not moves:
            for number, (line, _) in enumerate(at):
                if positions[number]["choices"] is None:
                    continue
                key = move(line, positions[number], positions[number]["choices"]["actions"][-1])
                assert hear_until(line, "accepted", 20)["key"] == key
                moves += 1
                time.sleep(0.05)
            positions = [staged.position(token) for token in staged.tokens]
            if positions[0]["status"] == "over":
                return moves
    return moves


@pytest.mark.parametrize(
    "kind",
    ["empty pings", "unread pongs", "valid messages", "ignored closes", "pings at unknown tables", "hellos",
     "connections", "half handshakes", "pipelined requests", "reading a table"],
)  # fmt: skip
def test_the_others_play_on(usual: Server, kind: str) -> None:
    target, staged = waiting_table(usual).table, playing_table(usual, "usa", moves=0)
    before = memory_of(usual)
    attacker = flooded(usual, kind, target)
    try:
        assert plays_on(usual, staged, attacker) > 0
        told, _ = attacker.communicate(timeout=30)
    finally:
        attacker.kill()
    done = json.loads(told)
    if "pings" in kind or "pongs" in kind or kind in ("valid messages", "pipelined requests"):
        assert done["cut_off"] > 0
    assert memory_of(usual) - before < 100_000_000
    until(lambda: open_sockets(usual) == 0)


def test_after_all_this_the_server_has_not_failed(usual: Server) -> None:
    assert failures(usual) == 0
    assert complaints(usual) == []
    assert playing_table(usual).version == 6
