"""Games as data: Parquet shards of what bots saw, might have done and did, and a reader that gives numpy batches.

    write("amsterdam", Path("games"), games=1000, bots=["greedy", "planner"])
    for batch in Dataset(Path("games")).batches(1024):
        print(batch.observations.shape, batch.masks.shape, batch.actions.shape)

Needs the extras `env` and `parquet`."""

from ferrovia.dataset.plan import KINDS, DatasetError, Plan
from ferrovia.dataset.reader import Dataset, Decisions
from ferrovia.dataset.writer import Written, write

__all__ = ["KINDS", "Dataset", "DatasetError", "Decisions", "Plan", "Written", "write"]
