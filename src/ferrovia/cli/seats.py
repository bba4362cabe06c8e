"""Who sits where: people and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.bots import BOTS, Bot, UnknownBot, make_bot
from ferrovia.cli.clean import clean
from ferrovia.cli.complaints import UserError
from ferrovia.cli.words import Words
from ferrovia.engine.chance import Chance

HUMAN: Final = "human"
OPPONENT: Final = "greedy"
LONGEST_NAME: Final = 30


@dataclass(frozen=True)
class Sitter:
    name: str
    bot: Bot | None
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
    """`human`, `human:Ada` or a bot's name."""
    kind, colon, name = text.partition(":")
    if kind != HUMAN:
        if kind not in BOTS or colon:
            raise UnknownBot("bot.unknown", {"bot": text, "known": sorted(BOTS)})
        return Sitter(f"{kind} {seat + 1}", make_bot(kind, chance))
    if not colon:
        return Sitter(words.say("who.human", number=seat + 1), None)
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or name != clean(name) or bot_in(name) is not None:
        raise UserError("seat.name", {"name": name})
    return Sitter(name, None)


def bot_in(name: str) -> str | None:
    """The bot that a seat's name in a record stands for."""
    first = name.partition(" ")[0]
    return first if first in BOTS else None


def sit_again(names: Sequence[str], wanted: Sequence[str], chance_of: Callable[[int], Chance]) -> list[Sitter]:
    """The sitters of a saved game; whoever asks for other ones gets them."""
    if len(wanted) > len(names):
        raise UserError("seats.too_many", {"given": len(wanted), "players": len(names)})
    sitters: list[Sitter] = []
    for seat, name in enumerate(names):
        bot = bot_in(name)
        if seat < len(wanted):
            if wanted[seat] != HUMAN and wanted[seat] not in BOTS:
                raise UnknownBot("bot.unknown", {"bot": wanted[seat], "known": sorted(BOTS)})
            bot = None if wanted[seat] == HUMAN else wanted[seat]
        sitters.append(Sitter(name, None if bot is None else make_bot(bot, chance_of(seat))))
    return sitters
