"""A game goes on whatever a bot does: who raises, overruns or answers illegally loses the move to a substitute.

Our own bots are called as they are. Somebody else's gets copies of everything and thinks in a thread of its own, which
is left behind when it takes too long. That guards against mistakes; it is no prison for code that means harm, nor for
native code that never lets go of the interpreter.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from pathlib import Path
from threading import Lock, Thread
from time import perf_counter
from traceback import extract_tb
from typing import Final, Literal, SupportsIndex

from ferrovia.boards import new_game
from ferrovia.bots.greedy import Greedy
from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.registry import BotFailed, make_bot
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.game import Game
from ferrovia.view import View, determinize, observe

LIMIT: Final = 10.0  # seconds for a move, if the budget names none
GRACE_SHARE: Final = 0.1
GRACE_SECONDS: Final = 0.05
PARTING: Final = 0.02  # seconds in which a loop in Python hears that it should end
MOST_OVERRUNS: Final = 3
"""Who has overrun so often is not asked again in this game: waiting for it each time would stop the game after all."""

Kind = Literal["raised", "illegal", "overran"]


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong. `message` tells where and how, and nothing of what the bot could see."""

    kind: Kind
    message: str
    turn: int


class Abandoned(BaseException):
    """Raised inside a bot that has had its time; no `except Exception` of its own stops it."""


class Lost(Exception):
    """The bot has no answer that counts."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


class Guarded:
    """A bot whose every answer is legal. `faults` are all that was wrong so far, `lost` the moves played for it."""

    def __init__(self, bot: Bot | None, name: str, limit: float = LIMIT) -> None:
        self.bot = bot
        self.name = name
        self.limit = limit
        self.faults: list[Fault] = []
        self.lost = 0
        self.trusted = type(bot).__module__.partition(".")[0] == __name__.partition(".")[0]
        self.substitute = Greedy(seeded(0))
        self.thinking: Thinking | None = None
        self.table: tuple[Game, Game] | None = None

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        """One of `actions`, whatever happens, in the time the budget gives and a short grace."""
        legal = tuple(actions)
        if self.bot is not None and not self.hopeless():
            try:
                ask = self.ask_ours if self.trusted else self.ask_theirs
                return legal_one(ask(self.bot, view, legal, budget), legal)
            except Lost as lost:
                self.blame(lost.kind, lost.message, view)
        self.lost += 1
        return self.stand_in(view, legal)

    def ask_ours(self, bot: Bot, view: View, actions: tuple[int, ...], budget: Budget) -> object:
        """The clock is only read: what our own bots answer must not depend on how busy the machine is."""
        begin = perf_counter()
        try:
            answer = bot.choose(view, actions, budget)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise Lost("raised", place_of(error)) from None
        spent = perf_counter() - begin
        if budget.seconds is not None and spent > with_grace(budget.seconds):
            self.blame("overran", f"{spent:.2f} s instead of {budget.seconds:.2f} s", view)
        return answer

    def ask_theirs(self, bot: Bot, view: View, actions: tuple[int, ...], budget: Budget) -> object:
        if self.thinking is not None and self.thinking.is_alive():
            raise Lost("overran", "still at an earlier move")
        copy = self.copy_of(view)
        allowed = self.limit if budget.seconds is None else with_grace(budget.seconds)
        self.thinking = Thinking(lambda: bot.choose(copy, list(actions), budget))
        if not self.thinking.ends_within(allowed):
            raise Lost("overran", f"more than {allowed:.2f} s")
        if self.thinking.error is not None:
            raise Lost("raised", place_of(self.thinking.error))
        return self.thinking.answer

    def copy_of(self, view: View) -> View:
        """Of everything, the tables of the game too: what the bot does to it happens to nobody else."""
        game = view.game
        if self.table is None or self.table[0] is not game:
            self.table = (game, new_game(game.board, game.seats, game.options, game.first))
        copy = observe(determinize(view, seeded(0)), view.seat)
        copy.game = self.table[1]
        return copy

    def hopeless(self) -> bool:
        return not self.trusted and [fault.kind for fault in self.faults].count("overran") >= MOST_OVERRUNS

    def blame(self, kind: Kind, message: str, view: View) -> None:
        self.faults.append(Fault(kind, message, int(view.turns)))

    def stand_in(self, view: View, actions: tuple[int, ...]) -> int:
        """What greedy would do; the first legal action should it fail, too."""
        try:
            return legal_one(self.substitute.choose(view, actions, Budget()), actions)
        except Exception:
            return actions[0]


class Thinking(Thread):
    """One move of somebody else's bot."""

    def __init__(self, think: Callable[[], object]) -> None:
        super().__init__(name="ferrovia bot", daemon=True)
        self.think = think
        self.answer: object = None
        self.error: BaseException | None = None
        self.parting = Lock()
        self.told = False
        self.ended = False
        self.start()

    def run(self) -> None:
        with suppress(Abandoned):  # it may come just when the bot has ended, and comes only once
            self.think_to_the_end()
            self.end()

    def think_to_the_end(self) -> None:
        try:
            self.answer = self.think()
        except BaseException as error:
            self.error = error

    def end(self) -> None:
        """From now on nothing is raised in this thread: what Python does to end it must not be interrupted."""
        with self.parting:
            self.ended = True
        if self.told:
            raise_in(self, Abandoned)
            while True:  # Python looks for it in every statement of every thread until it has come
                pass

    def ends_within(self, seconds: float) -> bool:
        """Waits; a bot that takes longer is told to stop and left behind."""
        try:
            self.join(seconds)
        finally:  # Ctrl-C while waiting, too
            with self.parting:
                self.told = not self.ended
                if self.told:
                    raise_in(self, Abandoned)
            if self.told:
                self.join(PARTING)
        return not self.told


def raise_in(thread: Thread, error: type[BaseException]) -> None:
    """As soon as the thread runs Python again."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(error))


def guard(spec: str, chance: Chance, limit: float = LIMIT) -> Guarded:
    """A guarded bot by its spec. One that can't even be made is reported, and its substitute plays."""
    try:
        return Guarded(make_bot(spec, chance), spec, limit)
    except BotFailed as failure:
        guarded = Guarded(None, spec, limit)
        guarded.faults.append(Fault("raised", str(failure.params["reason"]), 0))
        return guarded


def legal_one(answer: object, actions: tuple[int, ...]) -> int:
    """The action that somebody means: any kind of integer, numpy's too, but never True or False."""
    if type(answer) is int or (isinstance(answer, SupportsIndex) and not isinstance(answer, bool)):
        try:
            return actions[actions.index(index(answer))]
        except Exception:
            raise Lost("illegal", "a number that is no legal action") from None
    raise Lost("illegal", f"no number but {type(answer).__name__}")


def with_grace(seconds: float) -> float:
    return seconds * (1 + GRACE_SHARE) + GRACE_SECONDS


def place_of(error: BaseException) -> str:
    """The kind of error and the line it came from. Its text stays unsaid: it may quote a hand."""
    frames = extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"
