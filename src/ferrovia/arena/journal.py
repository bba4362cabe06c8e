"""Finished work on disk, a line of JSON each, so that a long run goes on where it was killed.

The first line says what the lines belong to. A line counts once it is whole and on the disk; what a kill tore off is
cut away when the file is opened again, and that work is done again."""

from __future__ import annotations

import fcntl
import json
import os
from abc import abstractmethod
from collections.abc import Container, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, ClassVar, Final, Generic, Protocol, Self, TypeVar

from ferrovia.arena.results import GameResult
from ferrovia.engine.errors import FerroviaError

FORMAT: Final = 1


class JournalError(FerroviaError):
    """A file of results that can't be gone on with."""


class Numbered(Protocol):
    """A piece of work that is done. Its number says which one."""

    @property
    def number(self) -> int: ...

    def data(self) -> dict[str, Any]: ...


class Planned(Protocol):
    """What is to be done: numbered, and told apart from other plans by its facts."""

    @property
    def numbers(self) -> Container[int]: ...

    def facts(self) -> dict[str, object]: ...


Result = TypeVar("Result", bound=Numbered)


class WorkFile(Generic[Result]):
    """Open for one run at a time; nobody else may write to it meanwhile."""

    KIND: ClassVar = "arena"
    """The first key of the file."""

    def __init__(self, file: Path, plan: Planned) -> None:
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
            raise JournalError("journal.busy", {"file": self.file}) from None
        return stream

    @abstractmethod
    def result(self, data: dict[str, Any]) -> Result:
        """What a line says."""

    def read(self) -> list[Result]:
        """What is there already; the file ends with it."""
        header = line_of({self.KIND: FORMAT, **self.plan.facts()})
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
            raise JournalError("journal.damaged", {"file": self.file})
        self.stream.seek(len(data) - len(torn))
        self.stream.truncate()
        return results

    def compare(self, first: bytes, header: bytes) -> None:
        """Names the first thing in which the plan of the file differs from this one."""
        if first + b"\n" == header:
            return
        try:
            there = json.loads(first)
        except ValueError:
            there = None
        if not isinstance(there, dict) or self.KIND not in there:
            raise JournalError("journal.other_kind", {"file": self.file})
        here = json.loads(header)
        name = next(name for name in {**here, **there} if here.get(name) != there.get(name))
        values = {"there": told(there.get(name)), "here": told(here.get(name))}
        raise JournalError("journal.other_plan", {"file": self.file, "name": name, **values})

    def parse(self, line: bytes) -> Result:
        try:
            result = self.result(json.loads(line))
            if result.number in self.plan.numbers:
                return result
        except (ValueError, TypeError, KeyError):
            pass
        raise JournalError("journal.damaged", {"file": self.file})

    def add(self, results: Iterable[Result]) -> None:
        """Returns when they are on the disk."""
        self.store(b"".join(line_of(result.data()) for result in results))

    def store(self, lines: bytes) -> None:
        try:
            self.stream.write(lines)
            self.stream.flush()
            os.fsync(self.stream.fileno())
        except OSError as error:
            raise JournalError("file.unwritable", {"file": self.file, "reason": error.strerror}) from None


class Journal(WorkFile[GameResult]):
    """The games of a tournament."""

    def result(self, data: dict[str, Any]) -> GameResult:
        return GameResult.read(data)


def line_of(data: dict[str, object]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def told(value: object) -> str:
    """A value in a sentence."""
    return json.dumps(value, ensure_ascii=False)
