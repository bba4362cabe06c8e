"""A batch on several cores: each process plays some of its games and writes what they show into shared memory.

with SharedBatch(game, 256, seed=7, processes=2) as batch:
    step = batch.reset()
    step = batch.step(batch.sample())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ferrovia._workers import WorkerPool, cores
from ferrovia.bots.protocol import Budget
from ferrovia.engine.errors import Refusal
from ferrovia.engine.game import Game
from ferrovia.env.batch import Batch, Step, check_opponents
from ferrovia.env.core.games import LONGEST
from ferrovia.env.spec import Spec


class Table(NamedTuple):
    """An array of all games in shared memory: a row each."""

    memory: Any
    kind: str
    width: int

    def array(self) -> NDArray[Any]:
        return np.frombuffer(self.memory, self.kind).reshape(-1, self.width) if self.width else np.empty((0, 0))


class Task(NamedTuple):
    """What a worker is to do; `place` says which worker it is."""

    what: str
    place: int
    seed: int = 0


@dataclass
class Share:
    """What each worker process is told. It makes its own batch when it is first asked for something."""

    game: Game
    parts: list[tuple[int, int]]
    """Of each worker, the first of its rows and the one after the last."""
    seed: int
    opponents: tuple[str | None, ...]
    masks: bool
    longest: int
    budget: Budget
    tables: Mapping[str, Table]

    def __call__(self, task: Task) -> None:
        first, last = self.parts[task.place]
        if "batch" not in self.__dict__:
            self.place = task.place
        batch, arrays = self.batch, self.arrays
        if task.what == "sample":
            arrays["actions"][first:last, 0] = batch.sample()
            return
        if task.what == "reset":
            batch.reset(task.seed)
        else:
            batch.step(arrays["actions"][first:last, 0])
        for name, shown in shown_by(batch).items():
            arrays[name][first:last] = shown.reshape(last - first, -1)

    @cached_property
    def batch(self) -> Batch:
        first, last = self.parts[self.place]
        return Batch(
            self.game, last - first, self.seed, opponents=self.opponents, masks=self.masks, longest=self.longest,
            budget=self.budget, first=self.place, stride=len(self.parts),
        )  # fmt: skip

    @cached_property
    def arrays(self) -> dict[str, NDArray[Any]]:
        return {name: table.array() for name, table in self.tables.items()}


def shown_by(batch: Batch) -> dict[str, NDArray[Any]]:
    """By the names of the tables, what a batch shows after a step."""
    shown = {name: value for name, value in batch.shown._asdict().items() if batch.masks or name not in OBSERVED}
    ended = {"scores": batch.scores, "numbers": batch.numbers}
    return {**shown, **ended, **({"finals": batch.finals} if batch.masks else {})}


OBSERVED = ("observations", "masks")


class SharedBatch:
    """As a `Batch`, with the games spread evenly over processes; `close` ends them, and so does a `with` statement.

    Process p of P plays the games p, p + P, p + 2 P … of the series, so which game is played at which place depends on
    the number of processes. Every game is the one that a `Batch` plays under its number.

    Arrays are windows on shared memory: the next step overwrites them, so copy what is to be kept."""

    def __init__(
        self,
        game: Game,
        count: int,
        seed: int = 0,
        *,
        processes: int | None = None,
        opponents: Sequence[str | None] = (),
        masks: bool = True,
        longest: int = LONGEST,
        budget: Budget | None = None,
    ) -> None:
        many = min(processes or cores(), count)
        if count < 1 or longest < 1 or many < 1:
            raise ValueError(f"count, longest and processes must be at least 1, not {count}, {longest} and {processes}")
        if opponents:
            check_opponents(tuple(opponents), int(game.seats))
        self.game, self.count, self.seed, self.masks = game, count, seed, masks
        self.spec = Spec(game)
        tables = tables_of(game, self.spec, count, masks)
        parts = [(count * place // many, count * (place + 1) // many) for place in range(many)]
        share = Share(game, parts, seed, tuple(opponents), masks, longest, budget or Budget(), tables)
        arrays = {name: table.array() for name, table in tables.items()}
        self.actions = arrays.pop("actions")[:, 0]
        for array in arrays.values():
            array.flags.writeable = False
        self.shown = Step(
            arrays["observations"],
            arrays["masks"],
            arrays["rewards"],
            arrays["done"][:, 0],
            arrays["truncated"][:, 0],
            arrays["seats"][:, 0],
        )
        self.finals, self.scores, self.numbers = arrays["finals"], arrays["scores"], arrays["numbers"][:, 0]
        self.pool = WorkerPool(share)
        self.pipes = [self.pool.start_worker() for _ in parts]

    def reset(self, seed: int | None = None) -> Step:
        """New games everywhere, numbered from 0; with a new seed if one is given."""
        self.seed = self.seed if seed is None else seed
        self.ask("reset")
        return self.shown

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Step:
        """One action for each game. An illegal one is refused, and nothing has changed (with masks)."""
        wanted = np.asarray(actions, np.int64)
        if wanted.shape != (self.count,):
            raise Refusal("batch.actions", {"given": wanted.size, "needed": self.count})
        if self.masks:
            self.check(wanted)
        self.actions[:] = wanted
        self.ask("step")
        return self.shown

    def check(self, actions: NDArray[np.int64]) -> None:
        masks = self.shown.masks
        known = (actions >= 0) & (actions < masks.shape[1])
        legal = known & (masks[np.arange(self.count), np.where(known, actions, 0)] > 0)
        if not legal.all():
            place = int(np.argmin(legal))
            raise Refusal("batch.illegal", {"place": place, "action": int(actions[place])})

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely."""
        self.ask("sample")
        return self.actions.copy()

    def ask(self, what: str) -> None:
        """All processes at once."""
        for place, pipe in enumerate(self.pipes):
            self.pool.send(pipe, Task(what, place, self.seed))
        for pipe in self.pipes:
            self.pool.receive(pipe)

    def close(self) -> None:
        self.pool.stop()

    def __enter__(self) -> SharedBatch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def tables_of(game: Game, layout: Spec, count: int, masks: bool) -> dict[str, Table]:
    """Memory for everything that a batch shows, and for the actions it is given. It goes when all have let go of it."""
    seats, context = int(game.seats), get_context("spawn")
    row, mask = (layout.size, layout.actions) if masks else (0, 0)
    widths = {
        "observations": ("<i2", row), "finals": ("<i2", row), "masks": ("i1", mask), "rewards": ("<f8", seats),
        "scores": ("<i8", seats), "done": ("?", 1), "truncated": ("?", 1), "seats": ("<i8", 1), "numbers": ("<i8", 1),
        "actions": ("<i8", 1),
    }  # fmt: skip
    return {
        name: Table(context.RawArray("b", max(1, count * width * np.dtype(kind).itemsize)), kind, width)
        for name, (kind, width) in widths.items()
    }
