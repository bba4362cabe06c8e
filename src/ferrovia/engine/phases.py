"""What is to be decided next. Rules add phases of their own from `game.RULE_PHASE` on."""

from typing import Final

FIRST_TICKETS: Final = 0  # all seats at once
TURN: Final = 1
SECOND_CARD: Final = 2
KEEP_TICKETS: Final = 3
OVER: Final = 4
