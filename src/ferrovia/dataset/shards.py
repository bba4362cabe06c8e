"""What one worker does: it plays the games of a shard and writes them."""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from ferrovia.bots import Budget
from ferrovia.bots.entrants import name_of
from ferrovia.bots.guard import Guarded
from ferrovia.dataset.plan import OBSERVATIONS, Plan, shard_name
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.env.spec import Spec, spec
from ferrovia.simulation.series import GameRange, seat_budgets, seat_guards
from ferrovia.view import observe

WIDE: Final = ("observation", "mask")
"""Columns that are neither looked up nor counted while they are written, which takes a third of the time."""


class Shard(NamedTuple):
    """A shard that is on the disk."""

    name: str
    games: int
    decisions: int
    faults: int
    bytes: int


@dataclass
class Columns:
    """What is collected of the games of a shard, decision by decision and game by game."""

    actions: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    rows: bytearray = field(default_factory=bytearray)
    legal: array[int] = field(default_factory=lambda: array("i"))
    """What might be done, of all decisions one after the other; `choices` tells how much of it is of each."""
    choices: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)
    outcomes: list[list[float]] = field(default_factory=list)
    faults: list[int] = field(default_factory=list)


class Writer:
    """Sent to every worker once; it builds its game there."""

    def __init__(self, plan: Plan, folder: Path, metadata: dict[str, str]) -> None:
        self.plan, self.folder, self.metadata = plan, folder, metadata

    @cached_property
    def game(self) -> Game:
        return self.plan.game

    @cached_property
    def budgets(self) -> list[Budget]:
        return seat_budgets(self.plan.setting)

    @cached_property
    def layout(self) -> Spec:
        return spec(self.game)

    def __call__(self, part: GameRange) -> Shard:
        columns = Columns()
        for number in range(part.start, part.start + part.games):
            self.play(number, columns)
        table = self.decisions(part, columns) if self.plan.kind == OBSERVATIONS else self.games(part, columns)
        size = write_table(self.folder / shard_name(part), table.replace_schema_metadata(self.metadata))
        return Shard(shard_name(part), part.games, len(columns.actions), sum(columns.faults), size)

    # --- playing ----------------------------------------------------------------------------------------
    def play(self, number: int, columns: Columns) -> None:
        """The game of that number in a simulation of the same bots."""
        state = deal(self.game, seeded(self.plan.setting.seed, number))
        bots, before = seat_guards(self.plan.setting, number), len(columns.actions)
        keep = self.keep if self.plan.kind == OBSERVATIONS else self.play_on
        while not state.over:
            columns.seats.append(int(state.seat))
            columns.actions.append(keep(state, bots, columns))
        columns.lengths.append(len(columns.actions) - before)
        columns.firsts.append(int(state.first))
        columns.scores.append(state.scores())
        columns.outcomes.append(outcomes(state))
        columns.faults.append(sum(bot.lost for bot in bots))

    def play_on(self, state: State, bots: list[Guarded], columns: Columns) -> int:
        action = bots[state.seat].choose(observe(state, state.seat), state.legal_actions(), self.budgets[state.seat])
        state.apply(action)
        return action

    def keep(self, state: State, bots: list[Guarded], columns: Columns) -> int:
        """The same, with what the seat saw and might have done."""
        view, legal = observe(state, state.seat), list(state.legal_actions())
        columns.rows += self.layout.encode(view)
        columns.legal.extend(legal)
        columns.choices.append(len(legal))
        action = bots[state.seat].choose(view, legal, self.budgets[state.seat])
        state.apply(action)
        return action

    # --- tables -----------------------------------------------------------------------------------------
    def games(self, part: GameRange, columns: Columns) -> pa.Table:
        """A row per game."""
        ends = np.cumsum([0, *columns.lengths]).astype(np.int32)
        return pa.table(
            {
                "game": np.arange(part.start, part.start + part.games),
                "seed": np.full(part.games, self.plan.setting.seed, np.int64),
                "first": np.array(columns.firsts, np.int8),
                "seats": pa.ListArray.from_arrays(ends, np.array(columns.seats, np.int8)),
                "actions": pa.ListArray.from_arrays(ends, np.array(columns.actions, np.int32)),
                "scores": pa.array(columns.scores, pa.list_(pa.int32())),
                "outcomes": pa.array(columns.outcomes, pa.list_(pa.float32())),
                "faults": np.array(columns.faults, np.int32),
            }
        )

    def decisions(self, part: GameRange, columns: Columns) -> pa.Table:
        """A row per decision."""
        seats, lengths = np.array(columns.seats, np.int8), columns.lengths
        where = np.repeat(np.arange(part.games), lengths)
        return pa.table(
            {
                "game": where + part.start,
                "seed": np.full(len(seats), self.plan.setting.seed, np.int64),
                "decision": np.concatenate([np.arange(length, dtype=np.int32) for length in lengths]),
                "seat": seats,
                "bot": players([name_of(entrant) for entrant in self.plan.setting.bots], seats),
                "observation": fixed(columns.rows, 2 * self.layout.size),
                "mask": packed(columns, self.layout.actions),
                "action": np.array(columns.actions, np.int32),
                "score": np.array(columns.scores, np.int32)[where, seats],
                "outcome": np.array(columns.outcomes, np.float32)[where, seats],
            }
        )


def players(names: Sequence[str], seats: Any) -> pa.Array:
    """Who decided. Every name is once in the dictionary: for a second one Parquet leaves room that nobody fills, and
    whatever was in memory gets into the file."""
    known = list(dict.fromkeys(names))
    of_seat = np.array([known.index(name) for name in names], np.int8)
    return pa.DictionaryArray.from_arrays(pa.array(of_seat[seats]), pa.array(known))


def packed(columns: Columns, actions: int) -> pa.Array:
    """A bit for each action, the first one highest, as numpy.packbits has it."""
    masks = np.zeros((len(columns.choices), actions), np.uint8)
    masks[np.repeat(np.arange(len(masks)), columns.choices), np.frombuffer(columns.legal, np.int32)] = 1
    bits = np.packbits(masks, axis=1)
    return fixed(bits.tobytes(), bits.shape[1])


def fixed(data: bytes | bytearray, width: int) -> pa.Array:
    """So many bytes for each row. Parquet writes them eight times as fast as lists of numbers, and smaller."""
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(data) // width, [None, pa.py_buffer(data)])


def outcomes(state: State) -> list[float]:
    """Of every seat: the share of the others behind it, less the share ahead of it."""
    place = {int(standing.seat): int(standing.place) for standing in state.standings()}
    others = max(len(place) - 1, 1)
    return [
        sum((place[other] > place[seat]) - (place[other] < place[seat]) for other in place) / others
        for seat in range(len(place))
    ]


def write_table(file: Path, table: pa.Table) -> int:
    """All of it or nothing; returns its size in bytes."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        small = [name for name in table.column_names if name not in WIDE]
        parquet.write_table(
            table, draft, compression="zstd", row_group_size=65_536, use_dictionary=small, write_statistics=small
        )
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    return file.stat().st_size
