"""Learned bots: a network in a file, which numpy alone plays. `agent.npz` is a bot's name wherever bots are named.

    network = Network.load(Path("agent.npz"))
    logits, value = network.judge(rows)

A file holds numbers and a few lines of JSON, and is read without running anything in it."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.registry import BadBot
from ferrovia.engine.chance import Chance
from ferrovia.engine.errors import SetupError
from ferrovia.engine.game import Game
from ferrovia.env.spec import Spec
from ferrovia.view import View

FORMAT: Final = 1
MOST_BYTES: Final = 200_000_000
LARGE: Final = 200
"""Fields whose numbers can become larger are divided by 100, all others by their largest number."""

Floats = NDArray[np.float32]


class Network:
    """A network of dense layers with a policy and a value on top.

    scale: what every number of an observation is multiplied by
    layers: (weights, biases) below, each followed by a ReLU
    policy, value: (weights, biases) of the two heads
    facts: what it was learned on (`digest`, `board`, `seats`, `version`), and whatever its maker added"""

    def __init__(
        self,
        scale: Floats,
        layers: Sequence[tuple[Floats, Floats]],
        policy: tuple[Floats, Floats],
        value: tuple[Floats, Floats],
        facts: Mapping[str, Any],
    ) -> None:
        self.scale, self.layers, self.policy, self.value, self.facts = scale, list(layers), policy, value, dict(facts)

    def judge(self, rows: NDArray[Any]) -> tuple[Floats, Floats]:
        """For every row of observations the logits of all actions, legal or not, and what the seat may hope for."""
        signal: Floats = rows.astype(np.float32) * self.scale
        for weights, biases in self.layers:
            signal = np.maximum(signal @ weights + biases, 0)
        return signal @ self.policy[0] + self.policy[1], (signal @ self.value[0] + self.value[1])[..., 0]

    def save(self, file: Path) -> None:
        """All of it or nothing."""
        arrays = {"scale": self.scale, "policy_w": self.policy[0], "policy_b": self.policy[1]}
        arrays |= {"value_w": self.value[0], "value_b": self.value[1]}
        for number, (weights, biases) in enumerate(self.layers):
            arrays |= {f"layer{number}_w": weights, f"layer{number}_b": biases}
        facts = json.dumps({"format": FORMAT, "layers": len(self.layers), **self.facts})
        draft = file.with_name(f".{file.name}.{os.getpid()}.npz")
        try:
            np.savez(draft, facts=np.frombuffer(facts.encode(), np.uint8), **arrays)  # type: ignore[arg-type]
            os.replace(draft, file)
        finally:
            draft.unlink(missing_ok=True)

    @staticmethod
    def load(file: Path) -> Network:
        """A BadBot if the file is none of ours."""
        if not file.is_file():
            raise BadBot("bot.no_file", {"file": str(file)})
        try:
            return read_network(file)
        except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
            raise BadBot("bot.no_network", {"file": str(file), "reason": str(error)[:100]}) from None


def read_network(file: Path) -> Network:
    with zipfile.ZipFile(file) as parts:
        if sum(part.file_size for part in parts.infolist()) > MOST_BYTES:
            raise ValueError("too large")
    with np.load(file, allow_pickle=False) as found:
        facts = json.loads(bytes(found["facts"]))
        if facts["format"] != FORMAT:
            raise ValueError(f"format {facts['format']}")
        pairs = [(found[f"{name}_w"], found[f"{name}_b"]) for name in names_of(int(facts["layers"]))]
        network = Network(found["scale"], pairs[:-2], pairs[-2], pairs[-1], facts)
    check_shapes(network)
    return network


def names_of(layers: int) -> list[str]:
    return [*(f"layer{number}" for number in range(min(layers, 100))), "policy", "value"]


def check_shapes(network: Network) -> None:
    """Every part fits the one below it."""
    width = network.scale.shape
    for weights, biases in [*network.layers, network.policy]:
        if weights.ndim != 2 or weights.shape[:1] != width or biases.shape != weights.shape[1:]:
            raise ValueError("the layers do not fit each other")
        if not np.isfinite(weights).all() or not np.isfinite(biases).all():
            raise ValueError("numbers that are none")
        width = biases.shape if weights is not network.policy[0] else width
    if network.value[0].shape != (*width, 1):
        raise ValueError("the layers do not fit each other")


def scale_of(layout: Spec) -> Floats:
    """Brings every number of an observation near −1 … 1."""
    parts = [np.full(field.size, 1 / (field.high if field.high <= LARGE else 100)) for field in layout.fields]
    return np.concatenate(parts).astype(np.float32)


def facts_of(layout: Spec, **more: Any) -> dict[str, Any]:
    """What a network is learned on, to be kept with it."""
    game = layout.game
    where = {"board": game.board.id, "seats": int(game.seats), "options": dict(game.options)}
    return {"digest": layout.digest, "version": layout.version, **where, **more}


class Learned(Bot):
    """Does what its network thinks best. It plays any game whose observations have the layout it was learned on."""

    def __init__(self, chance: Chance, network: Network) -> None:
        super().__init__(chance)
        self.network = network
        self.layout: Spec | None = None

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "layout": None}

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        if len(actions) == 1:
            return actions[0]
        row = np.asarray(self.layout_of(view.game).encode(view))
        legal = np.fromiter(actions, np.int64, len(actions))
        return int(legal[np.argmax(self.network.judge(row)[0][legal])])

    def layout_of(self, game: Game) -> Spec:
        if self.layout is None or self.layout.game is not game:
            layout = Spec(game)
            if layout.digest != self.network.facts.get("digest"):
                known = str(self.network.facts.get("board"))[:40]
                raise SetupError("learned.other_game", {"board": game.board.id, "seats": game.seats, "known": known})
            self.layout = layout
        return self.layout


@cache
def read_once(file: Path, changed: int) -> Network:
    return Network.load(file)


def maker_of(file: Path) -> Callable[[Chance], Bot]:
    """What makes the bot of a file; a file that has changed is read again."""
    network = read_once(file, file.stat().st_mtime_ns) if file.is_file() else Network.load(file)
    return lambda chance: Learned(chance, network)
