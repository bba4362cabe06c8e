"""Learns to play by proximal policy optimisation (PPO), in one file, with JAX on the processor.

    python examples/learning/ppo.py amsterdam --opponent greedy --minutes 20 --save agent.npz --curve curve.csv
    ferrovia arena --board amsterdam --bots agent.npz,greedy --games 400

The learner has seat 0 of many games in a `Batch`; the opponent plays the others inside it. A reward is how much the
seat's standing has grown: points, completed tickets, less open ones, less the best other's points; at the end also who
has won. `--resume` goes on from a file that was saved, at the step where it ended."""

import argparse
import csv
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import ferrovia
from ferrovia.env import Batch, Spec
from ferrovia.env.learned import Network, facts_of, scale_of

GAMES, STEPS = 64, 64  # games at once, and steps of each before the network learns from them
EPOCHS, PARTS = 3, 4  # how often, and in how many parts, every step is learned from
RATE, CLIP, ENTROPY, DISCOUNT, TRACE = 5e-4, 0.2, 0.01, 0.997, 0.95
WINNING, POINT = 1.0, 0.04  # the worth of a victory, and of a point
WIDTH = (256, 256)
Params = dict[str, Any]


class Rollout(NamedTuple):
    """STEPS × GAMES of what was seen, done, expected and got."""

    rows: Any
    masks: Any
    actions: Any
    logs: Any
    values: Any
    rewards: Any
    ends: Any


# --- the network ------------------------------------------------------------------------------------------
def new_params(key: Any, size: int, actions: int) -> Params:
    widths = [size, *WIDTH]
    keys = jax.random.split(key, len(widths) + 1)
    params: Params = {}
    for number, (below, above) in enumerate(pairwise(widths)):
        params[f"layer{number}"] = dense(keys[number], below, above, np.sqrt(2))
    params["policy"] = dense(keys[-2], widths[-1], actions, 0.01)
    params["value"] = dense(keys[-1], widths[-1], 1, 1.0)
    return params


def dense(key: Any, below: int, above: int, gain: float) -> tuple[Any, Any]:
    return gain * jax.nn.initializers.orthogonal()(key, (below, above)), jnp.zeros(above)


def judge(params: Params, scale: Any, rows: Any, masks: Any) -> tuple[Any, Any]:
    """Log-probabilities of the legal actions, and the value."""
    signal = rows.astype(jnp.float32) * scale
    for number in range(len(WIDTH)):
        weights, biases = params[f"layer{number}"]
        signal = jax.nn.relu(signal @ weights + biases)
    logits = signal @ params["policy"][0] + params["policy"][1]
    value = signal @ params["value"][0] + params["value"][1]
    return jax.nn.log_softmax(jnp.where(masks > 0, logits, -1e9)), value[..., 0]


@jax.jit
def act(params: Params, scale: Any, rows: Any, masks: Any, key: Any) -> tuple[Any, Any, Any]:
    logs, values = judge(params, scale, rows, masks)
    actions = jax.random.categorical(key, logs)
    return actions, jnp.take_along_axis(logs, actions[:, None], 1)[:, 0], values


# --- learning ---------------------------------------------------------------------------------------------
def loss(params: Params, scale: Any, part: Rollout, gains: Any, targets: Any) -> Any:
    logs, values = judge(params, scale, part.rows, part.masks)
    chosen = jnp.take_along_axis(logs, part.actions[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - part.logs)
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    policy = -jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains).mean()
    doubt = -(jnp.exp(logs) * jnp.where(part.masks > 0, logs, 0)).sum(1).mean()
    return policy + 0.5 * jnp.square(values - targets).mean() - ENTROPY * doubt


def adam(params: Params, slopes: Params, moments: Params, rate: Any) -> tuple[Params, Params]:
    norm = jnp.sqrt(sum(jnp.square(slope).sum() for slope in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1, 0.5 / (norm + 1e-8)), slopes)
    time = moments["time"] + 1
    mean = jax.tree.map(lambda old, slope: 0.9 * old + 0.1 * slope, moments["mean"], slopes)
    square = jax.tree.map(lambda old, slope: 0.999 * old + 0.001 * slope**2, moments["square"], slopes)
    reach = rate * jnp.sqrt(1 - 0.999**time) / (1 - 0.9**time)
    moved = jax.tree.map(lambda p, m, s: p - reach * m / (jnp.sqrt(s) + 1e-8), params, mean, square)
    return moved, {"time": time, "mean": mean, "square": square}


@jax.jit
def learn(params: Params, moments: Params, scale: Any, seen: Rollout, last: Any, key: Any, rate: Any) -> Any:
    """All epochs over one rollout, in one compiled program."""

    def back(carry: Any, step: Any) -> Any:
        gain, after = carry
        value, reward, end = step
        error = reward + DISCOUNT * after * (1 - end) - value
        gain = error + DISCOUNT * TRACE * (1 - end) * gain
        return (gain, value), gain

    start = (jnp.zeros_like(last), last)
    _, gains = jax.lax.scan(back, start, (seen.values, seen.rewards, seen.ends), reverse=True)
    flat = jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), seen)
    gains, targets = gains.reshape(-1), (gains + seen.values).reshape(-1)

    def one(carry: Any, chosen: Any) -> Any:
        params, moments = carry
        part = jax.tree.map(lambda array: array[chosen], flat)
        slopes = jax.grad(loss)(params, scale, part, gains[chosen], targets[chosen])
        return adam(params, slopes, moments, rate), None

    orders = [jax.random.permutation(each, STEPS * GAMES) for each in jax.random.split(key, EPOCHS)]
    parts = jnp.concatenate([order.reshape(PARTS, -1) for order in orders])
    (params, moments), _ = jax.lax.scan(one, (params, moments), parts)
    return params, moments


# --- the games --------------------------------------------------------------------------------------------
class Standing:
    """What a seat's position is worth in points, from its observation alone."""

    def __init__(self, layout: Spec) -> None:
        points, holder, done = (layout.field(name) for name in ("seat.points", "ticket.holder", "ticket.done"))
        self.points = slice(points.at, points.at + points.size)
        self.held = slice(holder.at, holder.at + holder.size, layout.game.seats)
        self.done = slice(done.at, done.at + done.size)
        self.worth = np.array(layout.constants()["ticket.points"], np.float32)

    def of(self, rows: Any) -> Any:
        """With each row's own points, tickets and best opponent."""
        points = rows[:, self.points].astype(np.float32)
        tickets = (2 * rows[:, self.done] - rows[:, self.held]).astype(np.float32) @ self.worth
        return points[:, 0] - points[:, 1:].max(1) + tickets


class Player:
    """Plays a batch with the network and keeps what it saw."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.standing, self.step = batch, Standing(batch.spec), batch.reset()
        self.before = self.standing.of(self.step.observations)
        self.wins: list[float] = []

    def roll(self, params: Params, scale: Any, key: Any) -> tuple[Rollout, Any]:
        seen: list[tuple[Any, ...]] = []
        for each in jax.random.split(key, STEPS):
            rows, masks = self.step.observations.copy(), self.step.masks.copy()
            actions, logs, values = map(np.asarray, act(params, scale, rows, masks, each))
            self.step = self.batch.step(actions)
            ends = (self.step.done | self.step.truncated).copy()
            seen.append((rows, masks, actions, logs, values, self.reward(ends), ends.astype(np.float32)))
        _, _, last = act(params, scale, self.step.observations, self.step.masks, key)
        return Rollout(*(np.stack(column) for column in zip(*seen, strict=True))), last

    def reward(self, ends: Any) -> Any:
        won, scores = self.step.rewards[:, 0], self.batch.scores
        self.wins += ((won[ends] + 1) / 2).tolist()
        now = self.standing.of(self.step.observations)
        final = scores[:, 0] - scores[:, 1:].max(1)
        grown = np.where(ends, final, now) - self.before
        self.before = now.copy()
        return (POINT * grown + WINNING * won * ends).astype(np.float32)


# --- saving -----------------------------------------------------------------------------------------------
def as_network(params: Params, layout: Spec, **facts: Any) -> Network:
    pairs = jax.tree.map(lambda array: np.asarray(array, np.float32), params)
    layers = [pairs[f"layer{number}"] for number in range(len(WIDTH))]
    return Network(scale_of(layout), layers, pairs["policy"], pairs["value"], facts_of(layout, **facts))


def as_params(network: Network) -> Params:
    params = {f"layer{number}": pair for number, pair in enumerate(network.layers)}
    return jax.tree.map(jnp.asarray, params | {"policy": network.policy, "value": network.value})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="?", default="amsterdam")
    parser.add_argument("--opponent", default="greedy", help="a bot's name, or a file of a learned one")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--updates", type=int, default=10**9, help="stop after so many, however long they take")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("agent.npz"))
    parser.add_argument("--resume", type=Path, help="go on with this network (one that imitates, for example)")
    parser.add_argument("--curve", type=Path, help="append a line of CSV for every tenth update")
    args = parser.parse_args()

    game = ferrovia.new_game(ferrovia.load(args.board), seats=2)
    known = Network.load(args.resume) if args.resume else None
    done = int(known.facts.get("updates", 0)) if known else 0
    spent = float(known.facts.get("minutes", 0.0)) if known else 0.0
    batch = Batch(game, GAMES, seed=args.seed * 1_000_003 + done, opponents=[None, args.opponent])
    player, scale = Player(batch), jnp.asarray(scale_of(batch.spec))
    key = jax.random.key(args.seed + done)
    params = as_params(known) if known else new_params(key, batch.spec.size, batch.spec.actions)
    zeros = jax.tree.map(jnp.zeros_like, params)
    moments: Params = {"time": jnp.zeros(()), "mean": zeros, "square": zeros}

    begin = saved = time.monotonic()
    first, last_update = done, done + args.updates
    while done < last_update and time.monotonic() - begin < 60 * args.minutes:
        key, rolling, learning = jax.random.split(key, 3)
        seen, last = player.roll(params, scale, rolling)
        rate = RATE * min(1.0, (done - first + 1) / 10)  # gently, while the moments of a resumed run are unknown
        params, moments = learn(params, moments, scale, seen, last, learning, rate)
        done += 1
        minutes = spent + (time.monotonic() - begin) / 60
        if done % 10 == 0:
            tell(args.curve, done, minutes, player)
        if time.monotonic() - saved > 30:
            saved = time.monotonic()
            save(params, batch.spec, args, done, minutes)
    save(params, batch.spec, args, done, spent + (time.monotonic() - begin) / 60)
    print(json.dumps({"updates": done, "steps": done * GAMES * STEPS, "saved": str(args.save)}))


def save(params: Params, layout: Spec, args: argparse.Namespace, updates: int, minutes: float) -> None:
    facts = {"opponent": Path(args.opponent).name, "seed": args.seed, "updates": updates, "minutes": round(minutes, 2)}
    as_network(params, layout, **facts).save(args.save)


def tell(curve: Path | None, updates: int, minutes: float, player: Player) -> None:
    """Of the last thousand games: how many were won, while still trying things out."""
    player.wins = player.wins[-1000:]
    won = float(np.mean(player.wins)) if player.wins else 0.0
    print(f"{updates:6} updates  {updates * GAMES * STEPS:10} steps  {minutes:6.2f} min  won {won:.3f}", flush=True)
    if curve:
        with curve.open("a", newline="") as stream:
            csv.writer(stream).writerow([updates, updates * GAMES * STEPS, round(minutes, 3), round(won, 4)])


if __name__ == "__main__":
    main()
