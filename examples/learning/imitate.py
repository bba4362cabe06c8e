"""Learns to do what a bot does, from games that it played: imitation, with JAX on the processor.

    ferrovia dataset amsterdam games --bot expert --games 400
    python examples/learning/imitate.py games --epochs 10 --save imitator.npz
    ferrovia arena --board amsterdam --bots imitator.npz,greedy --games 400

What comes out is a bot, and a start for learning by playing: `ppo.py --resume imitator.npz`."""

import argparse
import json
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from ppo import Params, adam, as_network, judge, new_params

from ferrovia.dataset import Dataset
from ferrovia.env import spec
from ferrovia.env.learned import scale_of

SIZE, RATE = 512, 1e-3
HELD_BACK = 10
"""Every tenth game is not learned from, but used to see how well it went."""


def loss(params: Params, scale: Any, rows: Any, masks: Any, actions: Any, outcomes: Any) -> Any:
    """How surprising the actions are, and how wrong the outcomes are foreseen."""
    logs, values = judge(params, scale, rows, masks)
    chosen = jnp.take_along_axis(logs, actions[:, None], 1)[:, 0]
    return -chosen.mean() + 0.5 * jnp.square(values - outcomes).mean()


@jax.jit
def learn(params: Params, moments: Params, scale: Any, rows: Any, masks: Any, actions: Any, outcomes: Any) -> Any:
    cost, slopes = jax.value_and_grad(loss)(params, scale, rows, masks, actions, outcomes)
    return *adam(params, slopes, moments, RATE), cost


@jax.jit
def agreement(params: Params, scale: Any, rows: Any, masks: Any, actions: Any) -> Any:
    logs, _ = judge(params, scale, rows, masks)
    return (logs.argmax(1) == actions).sum()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a data set of `ferrovia dataset`")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("imitator.npz"))
    args = parser.parse_args()

    data = Dataset(args.folder)
    layout = spec(data.new_game())
    scale = jnp.asarray(scale_of(layout))
    params = new_params(jax.random.key(args.seed), layout.size, layout.actions)
    zeros = jax.tree.map(jnp.zeros_like, params)
    moments: Params = {"time": jnp.zeros(()), "mean": zeros, "square": zeros}
    share = 0.0
    for epoch in range(args.epochs):
        right = asked = 0
        costs: list[float] = []
        for some in data.batches(SIZE, shuffle=args.seed + epoch):
            kept = some.games % HELD_BACK == 0
            right += int(agreement(params, scale, some.observations, some.masks, some.actions * kept - ~kept))
            asked += int(kept.sum())
            weights = np.flatnonzero(~kept)
            rows = np.resize(weights, SIZE)  # batches of one size are compiled once
            taught = [column[rows] for column in (some.observations, some.masks, some.actions, some.outcomes)]
            params, moments, cost = learn(params, moments, scale, *taught)
            costs.append(float(cost))
        share = right / max(asked, 1)
        print(f"epoch {epoch + 1}: loss {np.mean(costs):.3f}, agrees in {share:.3f} of {asked} unseen decisions")
    facts = {"imitates": data.facts["bots"], "games": data.facts["games"], "epochs": args.epochs}
    as_network(params, layout, agreement=round(share, 4), **facts).save(args.save)
    print(json.dumps({"agreement": round(share, 4), "saved": str(args.save)}))


if __name__ == "__main__":
    main()
