"""Conformance kits: what a bot or a rule of one's own has to hold, as checks that raise an AssertionError in words.

    from ferrovia.testing import check_bot, check_rules
    check_bot(MyBot)
    check_rules(ferrovia.load("path/to/board/with/my/rule"))

Needs the base package alone. Our own tests run the same checks."""

from ferrovia.testing.bots import check_bot
from ferrovia.testing.rules import check_rules

__all__ = ["check_bot", "check_rules"]
