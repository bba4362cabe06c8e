"""A long run of numbered pieces: what is done of it, kept on disk if asked, and what is left."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from ferrovia.arena.journal import Numbered, Planned, WorkFile


class Checked(Planned, Protocol):
    """A plan that refuses before anything is done what could not be."""

    def check(self) -> None: ...


Plan = TypeVar("Plan", bound=Checked)
Result = TypeVar("Result", bound=Numbered)


class ResumableRun(Generic[Plan, Result]):
    """With a `journal`, every finished piece is on disk, and a run begun before is gone on with."""

    FILE: ClassVar[type[WorkFile[Any]]]

    def __init__(self, plan: Plan, journal: Path | None = None) -> None:
        plan.check()
        self.plan = plan
        self.journal: WorkFile[Result] | None = self.FILE(journal, plan) if journal is not None else None
        before = self.journal.results if self.journal is not None else []
        self.done: dict[int, Result] = {result.number: result for result in before}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self.journal is not None:
            self.journal.stream.close()

    def keep(self, results: Collection[Result]) -> None:
        """Returns when they are on the disk."""
        if self.journal is not None:
            self.journal.add(results)
        self.done.update((result.number, result) for result in results)
