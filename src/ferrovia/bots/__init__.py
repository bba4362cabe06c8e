"""Opponents: one protocol, one file per bot, a registry open to other people's bots."""

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.registry import BOTS, BadBot, BotFailed, UnknownBot, bot_names, label, make_bot, register

__all__ = [
    "BOTS",
    "Actions",
    "BadBot",
    "Bot",
    "BotFailed",
    "Budget",
    "UnknownBot",
    "bot_names",
    "label",
    "make_bot",
    "register",
]
