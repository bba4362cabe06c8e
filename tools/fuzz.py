"""Odd requests to a real server, over HTTP and over sockets: `python tools/fuzz.py [--requests 100000] [--seed 13]`.

Each has to be answered, and none with a failure of ours: no 5xx, no socket that breaks, nothing in the log. Exit code 1
otherwise, with the requests that did it."""

from __future__ import annotations

import argparse
import json
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, Final

import httpx
from odd_requests import Known, Maker, Request, Turn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

SECONDS: Final = 30.0
"""In which every request is answered."""
TALK: Final = 9
"""Messages over one socket: after ten that are invalid it is closed."""
OVER_SOCKETS: Final = 0.25
"""The share of all requests."""
TURNS_EVERY: Final = 20
"""Requests after which it is looked up who has to decide what."""
BOARDS: Final = ("usa", "lyon", "amsterdam", "nederland", "berlin")
SHOWN: Final = 10
TOLD_EVERY: Final = 5_000
"""Requests after which it says how far it is."""
FAILED: Final = 1011
BROKEN_OFF: Final = 1006
"""Without a goodbye."""
LIMITS: Final = ("--tables-per-hour", "100000000", "--sockets", "100000", "--moves", "100000000", "--grace", "0")


@dataclass
class Tally:
    requests: int = 0
    messages: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.requests + self.messages


# --- the server -----------------------------------------------------------------------------------------
@contextmanager
def served(*more: str) -> Iterator[tuple[str, int, Path]]:
    """Host, port and log of a server of its own."""
    with tempfile.TemporaryDirectory(prefix="ferrovia-fuzz-") as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "ferrovia", "serve", "--port", "0", "--data", f"{folder}/data", *LIMITS, *more]
        with log.open("w") as stream:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stream, text=True)
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split("http://")[1].split("/")[0]
            host, _, port = address.rpartition(":")
            wait_until_ready(f"http://{address}")
            yield host, int(port), log
        finally:
            process.terminate()
            process.communicate(timeout=60)


def wait_until_ready(url: str) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with suppress(httpx.TransportError):
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        time.sleep(0.05)
    sys.exit("the server does not start")


def lay_tables(url: str, boards: Sequence[str]) -> Known:
    """One table that waits and two at which somebody plays."""
    tokens = [secrets.token_urlsafe(32) for _ in range(3)]
    people = [{"kind": "person", "name": name, "token": token} for name, token in zip("ABC", tokens, strict=True)]
    tables = []
    for seats in ([people[0], {"kind": "open"}], people[:2], people):
        wanted = {"board": "amsterdam", "seats": seats, "host": secrets.token_urlsafe(32)}
        tables.append(httpx.post(f"{url}/api/tables", json=wanted, timeout=SECONDS).raise_for_status().json()["table"])
    return Known(tables, tokens, boards)


def turns(client: httpx.Client, known: Known) -> list[Turn]:
    """One after another sits at the tables: at the first one person, at the last all."""
    found = []
    for number, table in enumerate(known.tables):
        for token in known.tokens[: number + 1]:
            answer = client.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"})
            choices = answer.json()["position"]["choices"] if answer.is_success else None
            if choices is not None:
                found.append(Turn(table, token, choices["decision"]))
    return found


# --- sending --------------------------------------------------------------------------------------------
class Sender:
    """One connection, kept open for as long as the server keeps it."""

    def __init__(self, host: str, port: int, tally: Tally) -> None:
        self.address = (host, port)
        self.tally = tally
        self.line: socket.socket | None = None

    def send(self, request: Request) -> None:
        self.tally.requests += 1
        raw = request.raw(f"{self.address[0]}:{self.address[1]}")
        try:
            status = self.answer_to(raw, request.method)
        except (OSError, HTTPException) as error:
            self.close()
            status = None
            self.tally.failures.append(f"{type(error).__name__}: {raw[:300]!r}")
        self.tally.answers[f"HTTP {status}"] += 1
        if status is not None and status >= 500:
            self.tally.failures.append(f"{status}: {raw[:300]!r}")

    def answer_to(self, raw: bytes, method: str) -> int:
        if self.line is None:
            self.line = socket.create_connection(self.address, SECONDS)
        self.line.sendall(raw)
        answer = HTTPResponse(self.line, method=method)
        answer.begin()
        answer.read()
        if answer.will_close:
            self.close()
        return answer.status

    def close(self) -> None:
        if self.line is not None:
            self.line.close()
            self.line = None


def talk(address: str, maker: Maker, tally: Tally) -> None:
    """A few messages over one socket, then a sign of life; the server may end it, but not by breaking off."""
    table = maker.luck.choice(maker.known.tables)
    sent: list[bytes] = []
    with connect(f"ws://{address}/api/tables/{table}/live", open_timeout=SECONDS, max_size=None) as line:
        try:
            if maker.luck.random() < 0.9:
                line.send(json.dumps(maker.hello()))
            for _ in range(TALK):
                sent.append(maker.message())
                tally.messages += 1
                line.send(sent[-1], text=maker.luck.random() < 0.95)
            line.send('{"type":"ping"}')
            while json.loads(line.recv(timeout=SECONDS))["type"] != "pong":
                pass
            tally.answers["socket alive"] += 1
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else BROKEN_OFF
            tally.answers[f"socket closed {code}"] += 1
            if code in (FAILED, BROKEN_OFF):
                tally.failures.append(f"socket {code}: {sent}")
        except TimeoutError:
            tally.failures.append(f"socket silent: {sent}")


def fuzz(requests: int, seed: object, *more: str, boards: Sequence[str] = BOARDS) -> tuple[Tally, float]:
    """Sends so many, and looks at the log and the counters of the server afterwards."""
    tally = Tally()
    with served(*more) as (host, port, log), httpx.Client(base_url=f"http://{host}:{port}", timeout=SECONDS) as client:
        url = f"http://{host}:{port}"
        maker = Maker(seed, lay_tables(url, boards))
        sender = Sender(host, port, tally)
        begin, told_at, shown = time.monotonic(), 0, 0
        while tally.total < requests:
            if tally.total % TURNS_EVERY == 0:
                maker.known.turns[:] = turns(client, maker.known)
            if tally.messages < OVER_SOCKETS * tally.total:
                talk(f"{host}:{port}", maker, tally)
            else:
                sender.send(maker.request())
            if tally.total // TOLD_EVERY != told_at:
                told_at = tally.total // TOLD_EVERY
                print(f"{tally.total:,} sent, {len(tally.failures)} failures", file=sys.stderr, flush=True)
            while shown < min(SHOWN, len(tally.failures)):
                print(f"FAILED  {tally.failures[shown]}", file=sys.stderr, flush=True)
                shown += 1
        spent = time.monotonic() - begin
        sender.close()
        tally.failures += own_failures(url, log)
    return tally, spent


def own_failures(url: str, log: Path) -> list[str]:
    metrics = httpx.get(f"{url}/metrics", timeout=SECONDS).text
    counted = [line for line in metrics.splitlines() if line.startswith("ferrovia_failures_total ")]
    ready = httpx.get(f"{url}/readyz", timeout=SECONDS).status_code
    lines = [f"log: {line[:3000]}" for line in log.read_text().splitlines() if line]
    return [*(line for line in counted if not line.endswith(" 0.0")), *lines, *([] if ready == 200 else ["not ready"])]


# --- telling --------------------------------------------------------------------------------------------
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--database", help="a PostgreSQL URL; SQLite without it")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    more = [] if args.database is None else ["--database", args.database]
    tally, spent = fuzz(args.requests, args.seed, *more)
    told: dict[str, Any] = {**vars(tally), "answers": dict(sorted(tally.answers.items())), "seconds": round(spent, 1)}
    if args.json:
        print(json.dumps(told, indent=2))
    else:
        print(f"{tally.requests:,} requests and {tally.messages:,} messages in {spent:.0f} s, seed {args.seed}")
        for answer, count in told["answers"].items():
            print(f"  {answer:20} {count:>8,}")
        for failure in tally.failures[:SHOWN]:
            print(f"FAILED  {failure}")
        print(f"{len(tally.failures)} failures")
    sys.exit(1 if tally.failures else 0)


if __name__ == "__main__":
    main()
