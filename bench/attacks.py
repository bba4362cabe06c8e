"""Floods of a game server of one's own, on loopback: `python bench/attacks.py KIND PORT`.

It comes from another loopback address than the players, and ends by itself. Prints what became of it, as JSON."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final
from urllib.request import Request, urlopen

SERVER: Final = "127.0.0.1"
ATTACKER: Final = "127.0.0.2"
MASK: Final = b"\0\0\0\0"
PIECE: Final = 32 * 1024
"""Bytes handed to the system at once."""
NOWHERE: Final = "A" * 22
HANDSHAKE: Final = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def frame(opcode: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """With a mask of zeros, so that it is sent as it is."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return bytes([0x80 * last | opcode]) + length + MASK + data


TEXT, PING, GOES_ON = 1, 9, 0
HELLO: Final = frame(TEXT, b'{"type":"hello","since":0}')


class Attack:
    """Counts what it does, until its time is over."""

    def __init__(self, port: int, seconds: float, table: str) -> None:
        self.port = port
        self.end = time.monotonic() + seconds
        self.table = table
        self.connections = 0
        self.refused = 0
        self.cut_off = 0
        self.bytes = 0

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.end

    # --- the least of a client -----------------------------------------------------------------------------
    @contextmanager
    def connected(self) -> Iterator[socket.socket]:
        """Counts what the server takes and what it cuts off."""
        line = socket.socket()
        line.settimeout(2)
        try:
            line.bind((ATTACKER, 0))
            line.connect((SERVER, self.port))
            self.connections += 1
            yield line
        except OSError:
            self.cut_off += 1
            raise
        finally:
            line.close()

    def shake_hands(self, line: socket.socket, table: str) -> bool:
        line.sendall(HANDSHAKE.format(table=table).encode())
        accepted = line.recv(4096).startswith(b"HTTP/1.1 101")
        self.refused += not accepted
        return accepted

    def pour(self, line: socket.socket, what: bytes) -> None:
        """Sends the same again and again until the server has enough, or the time is over."""
        piece = what * max(1, PIECE // len(what))
        while not self.over:
            try:
                self.bytes += line.send(piece)
            except TimeoutError:  # nothing is taken any more
                continue

    # --- the kinds -----------------------------------------------------------------------------------------
    def flood(self, what: bytes, hello: bytes = b"", table: str | None = None, *, read: bool = False) -> None:
        while not self.over:
            with suppress(OSError), self.connected() as line:
                if not self.shake_hands(line, table or self.table):
                    continue
                line.sendall(hello)
                if read:
                    threading.Thread(target=drain, args=(line,), daemon=True).start()
                self.pour(line, what)

    def hold(self, what: bytes) -> None:
        """Keeps every socket open and never answers a close: as many as the server lets it have."""
        held: list[socket.socket] = []
        while not self.over:
            line = socket.socket()
            line.settimeout(2)
            try:
                line.bind((ATTACKER, 0))
                line.connect((SERVER, self.port))
                self.connections += 1
                if self.shake_hands(line, self.table):
                    line.sendall(what)
                    held.append(line)
            except OSError:
                self.cut_off += 1
                time.sleep(0.01)
            if len(held) > 500:
                held.pop(0).close()
        for line in held:
            line.close()

    def greet(self, table: str) -> None:
        """A new socket for every hello."""
        while not self.over:
            with suppress(OSError), self.connected() as line:
                if self.shake_hands(line, table):
                    line.sendall(HELLO)
                    line.recv(65536)

    def connect(self) -> None:
        while not self.over:
            with self.connected():
                pass

    def dawdle(self) -> None:
        """Handshakes that are never finished."""
        held: list[socket.socket] = []
        half = HANDSHAKE.format(table=self.table).encode()[:60]
        while not self.over:
            line = socket.socket()
            line.settimeout(2)
            try:
                line.bind((ATTACKER, 0))
                line.connect((SERVER, self.port))
                self.connections += 1
                line.sendall(half)
                held.append(line)
            except OSError:
                self.cut_off += 1
            if len(held) > 1000:
                held.pop(0).close()
        for line in held:
            line.close()

    def ask(self, paths: list[str], *, pipelined: int = 1) -> None:
        """Requests over connections that are kept, as fast as they are answered or faster."""
        paths_in_turn = itertools.cycle(paths)
        while not self.over:
            with suppress(OSError), self.connected() as line:
                while not self.over:
                    asked = [f"GET {next(paths_in_turn)} HTTP/1.1\r\nHost: x\r\n\r\n" for _ in range(pipelined)]
                    line.sendall("".join(asked).encode())
                    if not line.recv(1 << 20):
                        self.cut_off += 1
                        break

    def fill_with_bots(self) -> None:
        """Thirty tables of strong bots, each looked on."""
        for _ in range(30):
            wanted = {"board": "usa", "seats": [{"kind": "bot", "bot": "stationmaster"}] * 4, "host": token()}
            answer = urlopen(
                Request(
                    f"http://{SERVER}:{self.port}/api/tables",
                    json.dumps(wanted).encode(),
                    {"Content-Type": "application/json"},
                ),
                timeout=30,
            )
            table = json.load(answer)["table"]
            threading.Thread(target=self.look_on, args=(table,), daemon=True).start()
        time.sleep(max(0.0, self.end - time.monotonic()))

    def look_on(self, table: str) -> None:
        with suppress(OSError), self.connected() as line:
            if self.shake_hands(line, table):
                line.sendall(HELLO)
                drain(line)


def drain(line: socket.socket) -> None:
    with suppress(OSError):
        line.settimeout(None)
        while line.recv(1 << 16):
            pass


def token() -> str:
    return secrets.token_urlsafe(32)


PAGES: Final = ["/", "/api/boards", "/api/boards/usa", "/api/boards/usa/rules", "/api/openapi.json", "/nowhere"]
ONE, FEW, MANY = 1, 8, 32
"""How many do it at the same time."""
KINDS: Final[dict[str, tuple[int, Callable[[Attack], None]]]] = {
    "empty pings": (ONE, lambda attack: attack.flood(frame(PING), read=True)),
    "empty pings, several sockets": (FEW, lambda attack: attack.flood(frame(PING), read=True)),
    "big pings": (ONE, lambda attack: attack.flood(frame(PING, b"x" * 125), read=True)),
    "unread pongs": (FEW, lambda attack: attack.flood(frame(PING, b"x" * 125))),
    "empty continuations": (
        ONE, lambda attack: attack.flood(frame(GOES_ON, last=False), frame(TEXT, last=False), read=True),
    ),
    "valid messages": (FEW, lambda attack: attack.flood(frame(TEXT, b'{"type":"ping"}'), HELLO, read=True)),
    "junk messages": (FEW, lambda attack: attack.flood(frame(TEXT, b"junk"), HELLO, read=True)),
    "long messages": (FEW, lambda attack: attack.flood(frame(TEXT, b"x" * 8000), HELLO, read=True)),
    "ignored closes": (FEW, lambda attack: attack.hold(frame(TEXT, b"junk") * 12)),
    "unknown tables": (FEW, lambda attack: attack.greet(NOWHERE)),
    "pings at unknown tables": (FEW, lambda attack: attack.flood(frame(PING), HELLO, NOWHERE, read=True)),
    "hellos": (FEW, lambda attack: attack.greet(attack.table)),
    "connections": (FEW, lambda attack: attack.connect()),
    "half handshakes": (FEW, lambda attack: attack.dawdle()),
    "requests": (MANY, lambda attack: attack.ask(PAGES)),
    "pipelined requests": (FEW, lambda attack: attack.ask(["/healthz"], pipelined=500)),
    "reading a table": (MANY, lambda attack: attack.ask([f"/api/tables/{attack.table}?since=0"])),
    "long polls": (MANY, lambda attack: attack.ask([f"/api/tables/{attack.table}?since=2000000000&wait=30"])),
    "thirty tables of strong bots": (ONE, lambda attack: attack.fill_with_bots()),
}  # fmt: skip


def stand_back() -> None:
    """It stands for another machine, which would take nothing from this one's processors. `chrt -f 1` before the whole
    bench lets the server and the players go first, on a machine on which others work too."""
    if os.sched_getscheduler(0) == os.SCHED_OTHER:
        os.nice(5)
    else:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("port", type=int)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--table", default=NOWHERE)
    options = parser.parse_args()
    stand_back()
    count, work = KINDS[options.kind]
    attack = Attack(options.port, options.seconds, options.table)
    threads = [threading.Thread(target=work, args=(attack,), daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(options.seconds + 5)
    done = {"connections": attack.connections, "refused": attack.refused, "cut_off": attack.cut_off}
    print(json.dumps({**done, "megabytes": round(attack.bytes / 1e6, 2)}))


if __name__ == "__main__":
    main()
