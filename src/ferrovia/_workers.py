"""A pool of worker processes. They are started afresh, load what they need themselves, and never outlive the caller.

Each worker has a pipe of its own: a worker that dies is noticed at once and its exit code is known, all can be stopped
at any moment, and a worker whose caller was killed reads the end of its pipe and ends. The pool of concurrent.futures
needs private attributes and a watching thread in every worker for the same, and pickles the work with every task."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from ferrovia.engine.errors import FerroviaError

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerDied(FerroviaError):
    """A worker process ended before its work was done."""


def cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int) -> Generator[Result, None, None]:
    """The result of every task, in whatever order they come. Stopping early stops the workers, too.

    A task is taken when there is a worker for it, so that whoever makes tasks can learn from earlier results."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    pool = WorkerPool(work)
    try:
        yield from pool.results(iter(tasks), jobs)
    finally:
        pool.stop()


class WorkerPool(Generic[Task, Result]):
    """`work` has to be a function that a new process can import, tasks and results have to be picklable."""

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self.work = work
        self.processes: dict[Connection, BaseProcess] = {}

    def results(self, tasks: Iterator[Task], most: int) -> Iterator[Result]:
        busy = 0
        for task in islice(tasks, most):
            self.send(self.start_worker(), task)
            busy += 1
        while busy:
            pipe = self.ready()
            result = self.receive(pipe)
            busy -= 1
            yield result
            for task in islice(tasks, 1):
                self.send(pipe, task)
                busy += 1

    def start_worker(self) -> Connection:
        context = get_context("spawn")  # forking a process that has threads is not safe
        ours, theirs = context.Pipe()
        process = context.Process(target=run_worker, args=(self.work, theirs), daemon=True)
        with interrupts_ignored():
            process.start()
        theirs.close()
        self.processes[ours] = process
        return ours

    def send(self, pipe: Connection, task: Task) -> None:
        try:
            pipe.send(task)
        except OSError:
            raise self.death(pipe) from None

    def ready(self) -> Connection:
        pipe = wait(self.processes)[0]
        assert isinstance(pipe, Connection)
        return pipe

    def receive(self, pipe: Connection) -> Result:
        try:
            result = pipe.recv()
        except (EOFError, OSError):
            raise self.death(pipe) from None
        if isinstance(result, FerroviaError):
            raise result
        answer: Result = result
        return answer

    def death(self, pipe: Connection) -> WorkerDied:
        process = self.processes[pipe]
        process.join(1)
        return WorkerDied("worker.died", {"code": process.exitcode})

    def stop(self) -> None:
        for pipe in self.processes:
            pipe.close()
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.join()


def run_worker(work: Callable[[Task], Result], pipe: Connection) -> None:
    """What a worker process runs, until the other end of its pipe is closed or gone."""
    try:
        while True:
            task = pipe.recv()
            try:
                pipe.send(work(task))
            except FerroviaError as error:
                pipe.send(error)
    except (EOFError, OSError):
        pass


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C, which a terminal sends to all of them: their parent ends them."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # only the main thread may set signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
