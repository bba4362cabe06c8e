"""Writing a data set: shard by shard, on all cores, going on where it was stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any

from ferrovia._workers import spread
from ferrovia.boards import load
from ferrovia.dataset.card import card_of
from ferrovia.dataset.plan import CARD, MANIFEST, OBSERVATIONS, DatasetError, plan_of, shard_name
from ferrovia.dataset.shards import Shard, Writer
from ferrovia.engine.board import Board
from ferrovia.simulation.simulation import ignore, seat_bots


@dataclass(frozen=True)
class Written:
    """What is in the folder, and how long this run took to write its part of it."""

    facts: dict[str, Any]
    shards: tuple[Shard, ...]
    seconds: float
    decisions_now: int
    """Written by this run; shards that were there already don't count."""

    @property
    def decisions(self) -> int:
        return sum(shard.decisions for shard in self.shards)

    def to_dict(self) -> dict[str, Any]:
        """As `ferrovia dataset --json` prints it."""
        total = {"decisions": self.decisions, "faults": sum(shard.faults for shard in self.shards)}
        size = sum(shard.bytes for shard in self.shards)
        rate = round(self.decisions_now / max(self.seconds, 1e-9), 1)
        timed = {"seconds": round(self.seconds, 3), "decisions_per_second": rate}
        return {**self.facts, **total, "shards": len(self.shards), "bytes": size, **timed}


def write(
    board: str | PathLike[str] | Board,
    folder: Path,
    seats: int = 2,
    games: int = 1000,
    seed: int = 1,
    *,
    bots: Sequence[str] = ("greedy",),
    options: Mapping[str, bool] | None = None,
    kind: str = OBSERVATIONS,
    workers: int = 1,
    advance: Callable[[int], None] = ignore,
) -> Written:
    """Plays games of bots and writes them to a folder: game n is game n of `ferrovia.simulate` with the same seed.

    A folder that has shards of the same plan is completed, any other that is not empty refused (DatasetError)."""
    where = board if isinstance(board, Board) else load(board)
    plan = plan_of(where, seats, games, seed, seat_bots(bots, seats), options or {}, kind)
    facts = plan.facts()
    known = {shard.name: shard for shard in prepare(folder, facts)}
    left = [part for part in plan.shards if shard_name(part) not in known]
    begin, now = perf_counter(), 0
    writer = Writer(plan, folder, {"ferrovia": json.dumps(facts)})
    with closing(spread(writer, left, workers)) as incoming:
        for shard in incoming:
            known[shard.name] = shard
            now += shard.decisions
            store(folder, facts, known.values())
            advance(shard.games)
    written = Written(facts, ordered(known.values()), perf_counter() - begin, now)
    write_text(folder / CARD, card_of(plan, written.shards))
    return written


def ordered(shards: Any) -> tuple[Shard, ...]:
    return tuple(sorted(shards))


def prepare(folder: Path, facts: dict[str, Any]) -> list[Shard]:
    """The shards that are there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / MANIFEST).exists():
            if any(folder.iterdir()):
                raise DatasetError("dataset.not_empty", {"folder": str(folder)})
            store(folder, facts, [])
            return []
    except OSError as error:
        raise DatasetError("file.unwritable", {"file": str(folder), "reason": error.strerror}) from None
    found = read_manifest(folder)
    if found["facts"] != facts:
        name = next(name for name in facts if found["facts"].get(name) != facts[name])
        raise DatasetError("dataset.other", {"folder": str(folder), "name": name})
    return [Shard(**shard) for shard in found["shards"] if (folder / shard["name"]).exists()]


def read_manifest(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / MANIFEST).read_text())
        if isinstance(found["facts"], dict) and isinstance(found["shards"], list):
            return {"facts": found["facts"], "shards": found["shards"]}
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise DatasetError("dataset.none", {"folder": str(folder)})


def store(folder: Path, facts: dict[str, Any], shards: Any) -> None:
    plain = [shard._asdict() for shard in ordered(shards)]
    write_text(folder / MANIFEST, json.dumps({"facts": facts, "shards": plain}, indent=1) + "\n")


def write_text(file: Path, text: str) -> None:
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, file)
