"""Finished games on disk, a line of JSON each, so that a tournament goes on where it was killed.

The first line says what the games belong to. A game counts once its line is whole and on the disk; what a kill tore
off is cut away when the file is opened again, and that game is played again."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from ferrovia.arena.results import GameResult
from ferrovia.arena.tournament_plan import TournamentPlan
from ferrovia.engine.errors import FerroviaError

FORMAT: Final = 1


class JournalError(FerroviaError):
    """A file of results that can't be gone on with."""


class Journal:
    """Open for one tournament at a time; nobody else may write to it meanwhile."""

    def __init__(self, file: Path, plan: TournamentPlan) -> None:
        self.file = file
        self.plan = plan
        self.stream = self.open()
        try:
            self.results = self.read()
        except BaseException:
            self.stream.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stream.close()

    def open(self) -> BinaryIO:
        try:
            stream = os.fdopen(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        except OSError as error:
            raise JournalError("file.unwritable", {"file": self.file, "reason": error.strerror}) from None
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stream.close()
            raise JournalError("arena.busy", {"file": self.file}) from None
        return stream

    def read(self) -> list[GameResult]:
        """The games that are there already; the file ends with them."""
        header = line_of({"arena": FORMAT, **self.plan.facts()})
        data = self.stream.read()
        if header.startswith(data):  # new, or killed while its first line was written
            self.stream.seek(0)
            self.store(header)
            return []
        whole, _, torn = data.rpartition(b"\n")
        first, *lines = whole.split(b"\n")
        self.compare(first, header)
        results = [self.parse(line) for line in lines]
        if len({result.number for result in results}) < len(results):
            raise JournalError("arena.damaged", {"file": self.file})
        self.stream.seek(len(data) - len(torn))
        self.stream.truncate()
        return results

    def compare(self, first: bytes, header: bytes) -> None:
        """Names the first thing in which the tournament of the file differs from this one."""
        if first + b"\n" == header:
            return
        try:
            there = json.loads(first)
        except ValueError:
            there = None
        if not isinstance(there, dict) or "arena" not in there:
            raise JournalError("arena.no_journal", {"file": self.file})
        here = json.loads(header)
        name = next(name for name in {**here, **there} if here.get(name) != there.get(name))
        values = {"there": told(there.get(name)), "here": told(here.get(name))}
        raise JournalError("arena.other_plan", {"file": self.file, "name": name, **values})

    def parse(self, line: bytes) -> GameResult:
        try:
            result = GameResult.read(json.loads(line))
            if result.number in self.plan.numbers:
                return result
        except (ValueError, TypeError, KeyError):
            pass
        raise JournalError("arena.damaged", {"file": self.file})

    def add(self, results: Iterable[GameResult]) -> None:
        """Returns when they are on the disk."""
        self.store(b"".join(line_of(result.data()) for result in results))

    def store(self, lines: bytes) -> None:
        try:
            self.stream.write(lines)
            self.stream.flush()
            os.fsync(self.stream.fileno())
        except OSError as error:
            raise JournalError("file.unwritable", {"file": self.file, "reason": error.strerror}) from None


def line_of(data: dict[str, object]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def told(value: object) -> str:
    """A value in a sentence."""
    return json.dumps(value, ensure_ascii=False)
