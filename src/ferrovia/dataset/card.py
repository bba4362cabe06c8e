"""The card of a data set: what it holds and how it was made, for whoever finds the folder."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.dataset.plan import OBSERVATIONS, Plan
from ferrovia.dataset.shards import Shard

COLUMNS = {
    OBSERVATIONS: {
        "game": "its number in the series",
        "seed": "of the series: game n has the deal of `game.start(ferrovia.seeded(seed, n))`",
        "decision": "its number in the game, from 0",
        "seat": "who decides",
        "bot": "who plays that seat",
        "observation": "what the seat may know, as `ferrovia.env.spec(game)` has it (`numpy.frombuffer(…, '<i2')`)",
        "mask": "a bit for each action, 1 for what may be done (`numpy.unpackbits`)",
        "action": "what was done",
        "score": "the seat's final score",
        "outcome": "at the end: 1 for the first of two seats, −1 for the second, 0 for a shared place",
    },
    "records": {
        "game": "its number in the series",
        "seed": "of the series: game n has the deal of `game.start(ferrovia.seeded(seed, n))`",
        "first": "the seat that had the first turn",
        "seats": "who decided, decision by decision",
        "actions": "what was done, decision by decision",
        "scores": "final scores, seat by seat",
        "outcomes": "1 for the first of two seats, −1 for the second, 0 for a shared place, seat by seat",
        "faults": "moves that had to be played for bots",
    },
}
"""Kind → column → what it says."""


def card_of(plan: Plan, shards: Sequence[Shard]) -> str:
    facts = plan.facts()
    seats = "".join(f"- seat {seat}: {bot}\n" for seat, bot in enumerate(facts["bots"]))
    columns = "".join(f"| `{name}` | {told} |\n" for name, told in COLUMNS[plan.kind].items())
    decisions, size = sum(shard.decisions for shard in shards), sum(shard.bytes for shard in shards)
    made = " ".join(f"--bot {bot}" for bot in facts["bots"])
    options = "".join(f" --option {name}={'on' if value else 'off'}" for name, value in plan.setting.options.items())
    return f"""# Games on {facts["board"]}, {facts["seats"]} seats

{facts["games"]} games, {decisions} decisions in {len(shards)} Parquet files, {size / 1e6:.1f} MB. A row is
{"a decision" if plan.kind == OBSERVATIONS else "a game"}.
Every move was made by a program; no person's data is in here.

## Who plays
{seats}
## Columns
| column | what it says |
|---|---|
{columns}
## How it was made
```
ferrovia dataset {facts["board"]} FOLDER --players {facts["seats"]} --games {facts["games"]} \\
    --seed {facts["seed"]} --kind {facts["kind"]} {made}{options}
```
Ferrovia {facts["ferrovia"]}, rules version {facts["rules"]}, board digest {facts["digest"]}, observations version
{facts["observation"]["version"]} (digest {facts["observation"]["digest"]}, {facts["observation"]["size"]} numbers),
{facts["actions"]} actions. The same command writes the same files again, unless a bot's budget is a time.

## What to mind
Bots have habits: what they never try is not in here. Games are of one table, so nothing says that what is learned from
them holds on other boards. Splits for testing should be made by `game`, never by decision.
"""
