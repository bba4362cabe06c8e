"""What is to be decided next. Rules add phases of their own from `game.RULE_PHASE` on."""

from typing import Final

FIRST_TICKETS: Final = 0  # all seats at once
TURN: Final = 1
SECOND_CARD: Final = 2
KEEP_TICKETS: Final = 3
OVER: Final = 4

PHASE_NAMES: Final = ("first tickets", "turn", "second card", "keep tickets", "over")
"""As a programmer reads them in the text of a state; what people read is in the user interfaces."""
