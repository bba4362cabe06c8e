"""Where games are played: in processes of this machine, or on a Ray cluster. The results are the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

from ferrovia._extras import need
from ferrovia._workers import WorkerDied, spread
from ferrovia.arena.tournament_plan import PlanError
from ferrovia.engine.errors import FerroviaError

Task = TypeVar("Task")
Result = TypeVar("Result")

ADDRESS: Final = "RAY_ADDRESS"


class NoCluster(FerroviaError):
    """There is no joining the cluster."""


class Backend(Protocol):
    """The result of every task, as it comes, with at most `jobs` of them under way. Closing it ends the work."""

    def __call__(
        self, work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
    ) -> Generator[Result, None, None]: ...


def spread_on_ray(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Generator[Result, None, None]:
    """On the cluster that RAY_ADDRESS names, with all it has; otherwise on one begun here, with `jobs` processors."""
    ray = need("ray")
    workers = join(ray) if ADDRESS in os.environ else begin(ray, jobs)
    try:
        yield from remote_results(ray, ray.remote(answer).remote, work, iter(tasks), workers)
    except ray.exceptions.RayError as error:
        raise WorkerDied("worker.died", {"code": type(error).__name__}) from None
    finally:
        ray.shutdown()


def begin(ray: Any, jobs: int) -> int:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    ray.init(address="local", num_cpus=jobs, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    return jobs


def join(ray: Any) -> int:
    try:
        ray.init(log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise NoCluster("arena.no_cluster", {"address": os.environ[ADDRESS], "reason": str(error)}) from None
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def remote_results(ray: Any, submit: Any, work: Any, tasks: Any, jobs: int) -> Generator[Any, None, None]:
    under_way = [submit(work, task) for task in islice(tasks, jobs)]
    while under_way:
        ready, under_way = ray.wait(under_way, num_returns=1)
        result = ray.get(ready[0])
        if isinstance(result, FerroviaError):
            raise result
        yield result
        under_way += [submit(work, task) for task in islice(tasks, 1)]


def check_backend(name: str) -> None:
    """Refuses a backend that is not there before anything is played."""
    if name not in BACKENDS:
        raise PlanError("arena.backend", {"backend": name, "known": list(BACKENDS)})
    if name == "ray":
        need("ray")


def answer(work: Callable[[Task], Result], task: Task) -> Result | FerroviaError:
    """Ray wraps what is raised, so that errors come home as values."""
    try:
        return work(task)
    except FerroviaError as error:
        return error


BACKENDS: Final[dict[str, Backend]] = {"local": spread, "ray": spread_on_ray}
