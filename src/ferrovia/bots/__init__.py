"""Opponents: one protocol, one file per bot, a registry open to other people's bots."""

from ferrovia.bots.protocol import Bot, Budget
from ferrovia.bots.registry import BOTS, UnknownBot, make_bot, register

__all__ = ["BOTS", "Bot", "Budget", "UnknownBot", "make_bot", "register"]
