"""Reading a data set as numpy arrays, whichever kind it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet

from ferrovia.boards import load, new_game
from ferrovia.boards.digest import digest
from ferrovia.dataset.plan import FORMAT, OBSERVATIONS, READ, DatasetError
from ferrovia.dataset.writer import read_manifest
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import Refusal
from ferrovia.engine.version import RULES_VERSION
from ferrovia.env.spec import spec
from ferrovia.view import observe


class Decisions(NamedTuple):
    """Some decisions, a row each."""

    games: NDArray[np.int64]
    seats: NDArray[np.int8]
    observations: NDArray[np.int16]
    masks: NDArray[np.int8]
    actions: NDArray[np.int32]
    scores: NDArray[np.int32]
    outcomes: NDArray[np.float32]


class Dataset:
    """The data set of a folder.

    facts: what it is: board, digest, seats, options, bots, seed, games, versions
    files: its shards, in the order of their games"""

    def __init__(self, folder: Path, board: Board | None = None) -> None:
        """`board` is needed for one that does not come with Ferrovia."""
        found = read_manifest(folder)
        self.folder, self.facts, self.board = folder, found["facts"], board
        self.files = [folder / Path(shard["name"]).name for shard in found["shards"]]
        if self.facts.get("format") not in READ:
            raise DatasetError("dataset.format", {"folder": str(folder), "format": str(self.facts.get("format"))})

    def __repr__(self) -> str:
        facts = self.facts
        return f"<Dataset {facts['board']}, {facts['seats']} seats: {facts['games']} games as {facts['kind']}>"

    def batches(self, size: int, *, shuffle: int | None = None) -> Iterator[Decisions]:
        """All decisions, `size` at a time; the last batch has what is left. With a seed to shuffle by, shards come in
        another order and so do the decisions of each."""
        if size < 1:
            raise ValueError(f"a batch has at least 1 decision, not {size}")
        luck = None if shuffle is None else np.random.default_rng(shuffle)
        files = self.files if luck is None else [self.files[i] for i in luck.permutation(len(self.files))]
        rest: Decisions | None = None
        for file in files:
            some = self.read(file)
            if luck is not None:
                some = take(some, luck.permutation(len(some.actions)))
            if rest is not None:
                some = joined(rest, some)
            whole = len(some.actions) // size * size
            for at in range(0, whole, size):
                yield take(some, slice(at, at + size))
            rest = take(some, slice(whole, None))
        if rest is not None and len(rest.actions):
            yield rest

    def games(self) -> Iterator[dict[str, Any]]:
        """Of a data set of records: every game as its row says it."""
        if self.facts["kind"] == OBSERVATIONS:
            raise DatasetError("dataset.no_records", {"folder": str(self.folder)})
        for file in self.files:
            yield from parquet.read_table(file).to_pylist()

    # --- reading ----------------------------------------------------------------------------------------
    def read(self, file: Path) -> Decisions:
        """The decisions of one shard."""
        table = parquet.read_table(file)
        return self.stored(table) if self.facts["kind"] == OBSERVATIONS else self.replayed(table)

    def stored(self, table: Any) -> Decisions:
        rows, actions = table.num_rows, self.facts["actions"]
        bits = np.frombuffer(b"".join(table["mask"].to_pylist()), np.uint8).reshape(rows, -1)
        observations = table["observation"].combine_chunks()
        if self.facts["format"] == FORMAT:
            numbers = np.frombuffer(observations.buffers()[1], "<i2", rows * self.facts["observation"]["size"])
        else:
            numbers = observations.flatten().to_numpy()
        return Decisions(
            table["game"].to_numpy(),
            table["seat"].to_numpy(),
            numbers.reshape(rows, -1),
            np.unpackbits(bits, axis=1, count=actions).view(np.int8),
            table["action"].to_numpy(),
            table["score"].to_numpy(),
            table["outcome"].to_numpy(),
        )

    def replayed(self, table: Any) -> Decisions:
        """Plays the games again to see what was seen."""
        game = self.new_game()
        layout = spec(game)
        rows, masks = bytearray(), bytearray()
        columns: list[list[Any]] = [[], [], [], [], []]
        for found in table.to_pylist():
            state = game.start(seeded(found["seed"], found["game"]))
            for action in found["actions"]:
                seat, legal = int(state.seat), state.legal_actions()
                rows += layout.encode(observe(state, seat))
                masks += layout.mask(legal)
                told = (found["game"], seat, action, found["scores"][seat], found["outcomes"][seat])
                for column, value in zip(columns, told, strict=True):
                    column.append(value)
                try:
                    state.apply(action)
                except Refusal:
                    raise DatasetError("dataset.damaged", {"folder": str(self.folder)}) from None
        return Decisions(
            np.array(columns[0], np.int64),
            np.array(columns[1], np.int8),
            np.frombuffer(bytes(rows), np.int16).reshape(-1, layout.size),
            np.frombuffer(bytes(masks), np.int8).reshape(-1, layout.actions),
            np.array(columns[2], np.int32),
            np.array(columns[3], np.int32),
            np.array(columns[4], np.float32),
        )

    def new_game(self) -> Any:
        """The table that was played at. Refused if board or rules have changed since."""
        board = self.board or load(self.facts["board"])
        if digest(board) != self.facts["digest"] or self.facts["rules"] != RULES_VERSION:
            raise DatasetError("dataset.outdated", {"folder": str(self.folder)})
        return new_game(board, self.facts["seats"], self.facts["options"])


def joined(*parts: Decisions) -> Decisions:
    columns: list[Any] = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return Decisions(*columns)


def take(some: Decisions, chosen: Any) -> Decisions:
    return Decisions(*(column[chosen] for column in some))
