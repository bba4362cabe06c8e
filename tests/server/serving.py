"""A real server in a process of its own, and the least that is needed to talk to it."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.sync.client import ClientConnection, connect

GENEROUS: Final = ("--tables-per-hour", "1000000", "--sockets", "100000", "--moves", "100000", "--grace", "0")
START_SECONDS: Final = 60.0


class Server:
    """`ferrovia serve` on a port of its own. It may be killed and started again: the port stays the same."""

    program: Sequence[str] = ("-m", "ferrovia")
    where: Sequence[str] = ()
    """The command that runs it somewhere else than here."""
    host = "127.0.0.1"

    def __init__(self, data: Path, *args: str, env: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.args = args
        self.env = {**os.environ, "LANG": "C.UTF-8", **(env or {})}
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.log = data.with_name(f"{data.name}.log")

    def start(self) -> Server:
        command = [
            *self.where,
            sys.executable,
            *self.program,
            "serve",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, *self.args],
                env=self.env, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, self.log.read_text()
        self.port = int(line.split("http://")[1].split("/")[0].rpartition(":")[2])
        self.wait_until_ready()
        return self

    def wait_until_ready(self) -> None:
        until = time.monotonic() + START_SECONDS
        with httpx.Client(timeout=5) as client:
            while not self.is_ready(client):
                assert self.process is not None
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < until, self.log.read_text()
                time.sleep(0.05)

    def is_ready(self, client: httpx.Client) -> bool:
        try:
            return client.get(f"{self.url}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def kill(self) -> None:
        """As a power cut would: no process of it gets a chance to say goodbye."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def stop(self, seconds: float = 30) -> int:
        """As a person would; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def close(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()


@contextmanager
def serving(data: Path, *args: str, env: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = Server(data, *GENEROUS, *args, env=env)
    try:
        yield server.start()
    finally:
        server.close()


# --- the plainest possible clients: what is sent is what stands in the test -------------------------------
def new_token() -> str:
    return secrets.token_urlsafe(32)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def person(name: str, token: str) -> dict[str, object]:
    return {"kind": "person", "name": name, "token": token}


def create(server: Server, board: str, seats: Sequence[Mapping[str, object]], **more: object) -> dict[str, Any]:
    """A new table: the answer, and the host's token in it."""
    host = new_token()
    wanted = {"board": board, "seats": list(seats), "host": host, **more}
    answer = httpx.post(f"{server.url}/api/tables", json=wanted, timeout=30)
    assert answer.status_code == 201, answer.text
    return {"host": host, **answer.json()}


def board_named(server: Server, id: str) -> str:
    """The reference under which a server offers a board that does not come with the package."""
    answer = httpx.get(f"{server.url}/api/boards", timeout=30)
    assert answer.status_code == 200, answer.text
    return next(str(board["id"]) for board in answer.json()["boards"] if board["id"].partition("@")[0] == id)


def draw_maps(server: Server, boards: Iterable[str], language: str = "en") -> None:
    """A map that does not come with the package is drawn when it is first asked for; no page has to wait for that."""
    for id in boards:
        path = f"/api/boards/{board_named(server, id)}/map?lang={language}"
        assert httpx.get(server.url + path, timeout=300).status_code == 200


def show(server: Server, table: str, token: str | None = None, **query: int) -> dict[str, Any]:
    headers = {} if token is None else bearer(token)
    answer = httpx.get(f"{server.url}/api/tables/{table}", headers=headers, params=query, timeout=60)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


Seated = tuple[ClientConnection, dict[str, Any]]


def socket(server: Server, table: str, **options: Any) -> Any:
    """A socket, to be opened by `with`."""
    return connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/live", **options)


def say(line: ClientConnection, **message: object) -> None:
    line.send(json.dumps(message))


def hear(line: ClientConnection, seconds: float = 30) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(line.recv(timeout=seconds))
    return message


def hear_until(line: ClientConnection, kind: str, seconds: float = 30) -> dict[str, Any]:
    """The next message of a type; those before it are passed over."""
    while True:
        message = hear(line, seconds)
        if message["type"] == kind:
            return message


@contextmanager
def greet(server: Server, table: str, token: str | None = None, **more: object) -> Iterator[Seated]:
    """A socket that has been welcomed, and the position it was welcomed with."""
    with socket(server, table) as line:
        say(line, type="hello", **({} if token is None else {"token": token}), **more)
        yield line, hear_until(line, "welcome")["position"]


def move(line: ClientConnection, position: Mapping[str, Any], action: int | str, key: str | None = None) -> str:
    """Sends a move for the decision in a position; the key it went under."""
    key = key or secrets.token_urlsafe(9)
    say(line, type="move", key=key, decision=position["choices"]["decision"], action=action)
    return key
