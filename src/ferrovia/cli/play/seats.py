"""Who sits where: people and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.bots import bot_names, label, make_bot
from ferrovia.bots.guard import Guarded
from ferrovia.cli.errors import UserError
from ferrovia.engine.chance import Chance
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words

HUMAN: Final = "human"
OPPONENT: Final = "greedy"
LONGEST_NAME: Final = 30


@dataclass(frozen=True)
class Sitter:
    name: str
    bot: Guarded | None
    """None for a person."""


def sit(words: Words, wanted: Sequence[str], players: int, chance_of: Callable[[int], Chance]) -> list[Sitter]:
    """One sitter per seat: those asked for; then, if nobody was, one person; then bots."""
    if len(wanted) > players:
        raise UserError("seats.too_many", {"given": len(wanted), "players": players})
    filled = list(wanted) or [HUMAN]
    filled += [OPPONENT] * (players - len(filled))
    sitters: list[Sitter] = []
    for seat, text in enumerate(filled):
        sitter = sitter_of(words, text, seat, chance_of(seat))
        if sitter.name in [other.name for other in sitters]:
            raise UserError("seat.name", {"name": sitter.name})
        sitters.append(sitter)
    return sitters


def sitter_of(words: Words, text: str, seat: int, chance: Chance) -> Sitter:
    """`human`, `human:Ada`, a bot's name or a bot in a file."""
    kind, colon, name = text.partition(":")
    if kind != HUMAN:
        return seat_bot(f"{label(text)} {seat + 1}", text, chance)
    if not colon:
        return Sitter(words.say("who.human", number=seat + 1), None)
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or name != sanitize(name) or bot_in(name) is not None:
        raise UserError("seat.name", {"name": name})
    return Sitter(name, None)


def seat_bot(name: str, spec: str, chance: Chance) -> Sitter:
    return Sitter(name, Guarded(make_bot(spec, chance), name))


def bot_in(name: str) -> str | None:
    """The bot that a seat's name in a record stands for; never one in a file, because a record must not run code."""
    known = bot_names()
    return next((bot for bot in (name, name.rpartition(" ")[0]) if bot in known), None)


def sit_again(names: Sequence[str], wanted: Sequence[str], chance_of: Callable[[int], Chance]) -> list[Sitter]:
    """The sitters of a saved game, or those who were asked for instead."""
    if len(wanted) > len(names):
        raise UserError("seats.too_many", {"given": len(wanted), "players": len(names)})
    sitters: list[Sitter] = []
    for seat, name in enumerate(names):
        bot = bot_in(name)
        if seat < len(wanted):
            bot = None if wanted[seat] == HUMAN else wanted[seat]
        sitters.append(Sitter(name, None) if bot is None else seat_bot(name, bot, chance_of(seat)))
    return sitters
