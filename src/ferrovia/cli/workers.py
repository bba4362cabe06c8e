"""Work spread over processes. They are started afresh, load what they need themselves, and never outlive the caller.

Each worker has a pipe of its own, so that one that dies is noticed at once and all can be stopped at any moment."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from ferrovia.cli.complaints import UserError
from ferrovia.engine.errors import FerroviaError

Task = TypeVar("Task")
Result = TypeVar("Result")


def cores() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[Result]:
    """The result of every task, in whatever order they come. Stopping early stops the workers, too."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    crew = Crew(work, min(jobs, len(tasks)))
    try:
        yield from crew.do(tasks)
    finally:
        crew.stop()


class Crew(Generic[Task, Result]):
    """`work` has to be a function that a new process can import, tasks and results have to be picklable."""

    def __init__(self, work: Callable[[Task], Result], count: int) -> None:
        context = get_context("spawn")  # forking a process that has threads is not safe
        self.processes: dict[Connection, BaseProcess] = {}
        with interrupts_ignored():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=serve, args=(work, theirs), daemon=True)
                process.start()
                theirs.close()
                self.processes[ours] = process

    def do(self, tasks: Sequence[Task]) -> Iterator[Result]:
        waiting = iter(tasks)
        for pipe in self.processes:
            self.hand(pipe, next(waiting))
        for _ in tasks:
            pipe = self.ready()
            yield self.receive(pipe)
            for task in waiting:
                self.hand(pipe, task)
                break

    def hand(self, pipe: Connection, task: Task) -> None:
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

    def death(self, pipe: Connection) -> UserError:
        process = self.processes[pipe]
        process.join(1)
        return UserError("worker.died", {"code": process.exitcode})

    def stop(self) -> None:
        for pipe in self.processes:
            pipe.close()
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.join()


def serve(work: Callable[[Task], Result], pipe: Connection) -> None:
    """A worker's life: it ends when the other end of its pipe is closed or gone."""
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
    """Processes started meanwhile don't hear Ctrl-C, which a terminal sends to all: who started them ends them."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread: nothing to do, and nothing that could be done
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
