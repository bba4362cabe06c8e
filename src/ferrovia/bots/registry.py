"""Bots by name: our own, those other packages publish as entry points, and those in a file on disk."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from ferrovia._extras import missing
from ferrovia.bots.protocol import Bot
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.errors import FerroviaError

GROUP: Final = "ferrovia.bots"
SUFFIX: Final = ".py"
LEARNED: Final = ".npz"
"""What a learned bot is saved in; `ferrovia.env.learned` reads it."""
LONGEST_REASON: Final = 200

Maker = Callable[[Chance], Bot]
"""A bot's class, or a function that makes one."""

BOTS: dict[str, str | Maker] = {
    "random": "ferrovia.bots.random_bot:Random",
    "greedy": "ferrovia.bots.greedy:Greedy",
    "one-step": "ferrovia.bots.styles:OneStep",
    "hungry": "ferrovia.bots.styles:Hungry",
    "path": "ferrovia.bots.styles:PathFocused",
    "long-route": "ferrovia.bots.styles:LongRoute",
    "blocker": "ferrovia.bots.exploits:Blocker",
    "hoarder": "ferrovia.bots.exploits:Hoarder",
    "rusher": "ferrovia.bots.exploits:Rusher",
    "miser": "ferrovia.bots.exploits:Miser",
    "prospector": "ferrovia.bots.exploits:Prospector",
    "planner": "ferrovia.bots.planner:Planner",
    "expert": "ferrovia.bots.expert:Expert",
    "planner-v1": "ferrovia.bots.v1.planner:PlannerV1",
    "expert-v1": "ferrovia.bots.v1.expert:ExpertV1",
    "novice": "ferrovia.bots.levels:Novice",
    "commuter": "ferrovia.bots.levels:Commuter",
    "conductor": "ferrovia.bots.levels:Conductor",
    "dispatcher": "ferrovia.bots.levels:Dispatcher",
    "stationmaster": "ferrovia.bots.levels:Stationmaster",
}
"""What is known without looking further. `module:Class`, as in an entry point, is imported when it is first needed."""


class UnknownBot(FerroviaError):
    """No bot of that name."""


class BadBot(FerroviaError):
    """A bot that is named but can't be had: no such file, nothing of that name in it, or it is no bot."""


class BotFailed(FerroviaError):
    """The bot is there, but raised while it was being made."""


def register(name: str, bot: Maker) -> None:
    """Makes a bot known under `name`, in this process."""
    if BOTS.get(name, bot) is not bot:
        raise ValueError(f"a bot called {name!r} is there already")
    BOTS[name] = bot


def bot_names() -> list[str]:
    """Every name that `make_bot` knows; a file (`path/to/file.py:Name`) needs none."""
    return sorted({*BOTS, *(point.name for point in entry_points(group=GROUP))})


def make_bot(spec: str, chance: Chance) -> Bot:
    """A bot by its name (`planner`, or with a temper `planner+gambler`), as `path/to/file.py:Name`, or a learned one as
    `path/to/agent.npz`. It thinks with a random stream of its own."""
    maker = find_maker(spec)
    try:
        bot = maker(chance)
    except (Exception, SystemExit) as error:
        raise BotFailed("bot.failed", {"bot": spec, "reason": reason_of(error)}) from error
    if not callable(getattr(bot, "choose", None)):
        raise BadBot("bot.no_bot", {"bot": spec})
    return bot


def find_maker(spec: str) -> Maker:
    """Our own bots come first, so that no package can put itself in the place of one."""
    known = BOTS.get(spec)
    if known is not None:
        return load_built_in(known) if isinstance(known, str) else known
    name, plus, temper = spec.partition("+")
    if plus and isinstance(BOTS.get(name), str):
        return tempered(name, temper)
    if spec.endswith(LEARNED):
        return find_learned(Path(spec))
    if is_file(spec):
        file, _, name = spec.rpartition(":")
        return find_in_file(Path(file), name)
    for point in entry_points(group=GROUP):
        if point.name == spec:
            return load_published(point)
    raise UnknownBot("bot.unknown", {"bot": spec, "known": bot_names()})


def tempered(name: str, temper: str) -> Maker:
    """A bot of ours with a temper of one's choice, as in `planner+gambler`."""
    from ferrovia.bots.tempers import TEMPERS

    maker = find_maker(name)
    if temper not in TEMPERS or not hasattr(maker(seeded(0)), "temper"):
        raise UnknownBot("bot.temper", {"bot": name, "temper": temper, "known": list(TEMPERS)})

    def make(chance: Chance) -> Bot:
        bot = maker(chance)
        bot.temper = TEMPERS[temper]  # type: ignore[attr-defined]
        return bot

    return make


def is_file(spec: str) -> bool:
    """Whether this names a bot in a file."""
    return spec.rpartition(":")[0].endswith(SUFFIX)


def label(spec: str) -> str:
    """What a bot is called where people read it: never a folder of somebody's disk."""
    if spec.endswith(LEARNED):
        return Path(spec).stem
    return spec.rpartition(":")[2] if is_file(spec) else spec


def load_built_in(reference: str) -> Maker:
    module, _, name = reference.partition(":")
    return checked(getattr(import_module(module), name), reference)


def load_published(point: EntryPoint) -> Maker:
    try:
        found = point.load()
    except Exception as error:
        raise BadBot("bot.import", {"bot": point.name, "reason": reason_of(error)}) from error
    return checked(found, point.name)


def find_in_file(file: Path, name: str) -> Maker:
    if not file.is_file():
        raise BadBot("bot.no_file", {"file": str(file)})
    found = getattr(load_file(file.resolve()), name, None)
    if found is None:
        raise BadBot("bot.no_name", {"file": str(file), "name": name})
    return checked(found, f"{file}:{name}")


def find_learned(file: Path) -> Maker:
    """A network that somebody has trained. What reads it needs numpy, and is a layer above this one."""
    try:
        maker: Maker = import_module("ferrovia.env.learned").maker_of(file.absolute())
    except ModuleNotFoundError as error:
        raise missing(error) or error from None
    return maker


@cache
def load_file(file: Path) -> ModuleType:
    """Read once, as with any import. It stands among the modules, where dataclasses and pickles look for it."""
    name = f"ferrovia_bot_{hashlib.sha256(str(file).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadBot("bot.import", {"bot": str(file), "reason": reason_of(error)}) from error
    return module


def checked(found: object, spec: str) -> Maker:
    if not callable(found):
        raise BadBot("bot.no_bot", {"bot": spec})
    maker: Maker = found
    return maker


def reason_of(error: BaseException) -> str:
    """One short line."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text[:LONGEST_REASON].removesuffix(": ").removesuffix(":")
