"""The command as a user runs it: in this process, as a process of its own, or on a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from ferrovia.cli.app import app

COMMAND = [sys.executable, "-m", "ferrovia"]
GOLDEN = Path(__file__).parent.parent / "golden"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str

    def json(self) -> object:
        return json.loads(self.out)


def invoke(*args: str | Path, typed: str = "", lang: str = "en_GB.UTF-8") -> Run:
    """In this process; an exception that nobody turned into words fails the test."""
    environment = {"LC_ALL": None, "LC_MESSAGES": None, "LANG": lang}
    done = CliRunner().invoke(app, [str(arg) for arg in args], input=typed, env=environment, catch_exceptions=False)
    return Run(done.exit_code, done.stdout, done.stderr)


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    quiet = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "NO_COLOR")}
    return quiet | {"LANG": "C.UTF-8", "TERM": "xterm-256color"} | dict(extra or {})


def run(
    *args: str | Path, typed: str | bytes = "", cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Run:
    """As a process of its own."""
    data = typed.encode() if isinstance(typed, str) else typed
    command = [*COMMAND, *(str(arg) for arg in args)]
    done = subprocess.run(
        command, input=data, cwd=cwd, env=environment(env), capture_output=True, check=False, timeout=120
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(done: Run) -> str:
    """What a user error looks like: exit code 2 and one line in words, nothing else."""
    assert done.code == 2, (done.out, done.err)
    assert done.out == ""
    assert done.err.count("\n") == 1, done.err
    assert done.err.startswith("ferrovia: ")
    assert "Traceback" not in done.err
    return done.err.removeprefix("ferrovia: ").strip()


class Screen:
    """A process on a pseudo-terminal, and somebody in front of it."""

    def __init__(self, *args: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *(str(arg) for arg in args)],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=environment(env), start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def read_until(self, *endings: str, seconds: float = 60) -> str:
        """What comes on the screen up to one of some texts."""
        before = len(self.seen)
        until = time.monotonic() + seconds
        while not self.seen[before:].endswith(endings):
            assert time.monotonic() < until, f"nothing of {endings} in {self.seen[before:]!r}"
            if not select.select([self.master], [], [], 1)[0]:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                data = b""
            assert data or not endings, f"ended without {endings}: {self.seen[-500:]!r}"
            self.seen += data.decode(errors="replace")
        return self.seen[before:]

    def read_rest(self, seconds: float = 60) -> str:
        """Everything up to the end of the process."""
        before = len(self.seen)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    data = os.read(self.master, 65536)
                except OSError:
                    break
                if not data:
                    break
                self.seen += data.decode(errors="replace")
            elif self.process.poll() is not None:
                break
        self.process.wait(seconds)
        return self.seen[before:]

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def press(self, key: str) -> None:
        os.write(self.master, key.encode())


def lines(texts: Sequence[str]) -> str:
    return "".join(f"{text}\n" for text in texts)
