"""Where every count of a series of games stands: one flat table of whole numbers, block by block.

A block has a row for each thing (a ticket, a lane) and a column for each count. Tables of parts add up to the table of
the whole, number by number, so nothing depends on who played which part."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ferrovia.engine.game import Game

VERSION: Final = 1
"""Of what is counted and how: stored counts of another version are not read."""
SHARE: Final = 60
"""A victory is counted in sixtieths, so that up to six seats can share one."""
CLASSES: Final = 5
"""Opening offers are sorted into so many classes by their points."""

GAME: Final = (
    "games", "lots", "unfinished", "turns", "decisions", "lead_changes", "surprises", "margin", "resets", "empty_decks",
    "bare", "passes", "plans", "lot_score", "lot_win",
)  # fmt: skip
ORDER: Final = ("win", "score")
CHAIR: Final = ("win", "score")
CLASS: Final = ("offers", "win")
TICKET: Final = (
    "opening", "opening_win", "seen", "kept", "held", "completed",
    "lot_kept", "lot_score", "lot_win", "lot_completed",
)  # fmt: skip
LANE: Final = ("claimed", "when", "lacked", "lacked_points", "lost", "snatched", "snatched_cost")
COLOUR: Final = ("plain", "wilds", "grey", "idle", "short")
PAIR: Final = ("both",)

# Columns, for compiled code.
GAMES: Final = 0
LOTS: Final = 1
UNFINISHED: Final = 2
TURNS: Final = 3
DECISIONS: Final = 4
LEAD_CHANGES: Final = 5
SURPRISES: Final = 6
MARGIN: Final = 7
RESETS: Final = 8
EMPTY_DECKS: Final = 9
BARE: Final = 10
PASSES: Final = 11
PLANS: Final = 12
LOT_SCORE: Final = 13
LOT_WIN: Final = 14

WIN: Final = 0
SCORE: Final = 1

OPENING: Final = 0
OPENING_WIN: Final = 1
SEEN: Final = 2
KEPT: Final = 3
HELD: Final = 4
COMPLETED: Final = 5
KEPT_BY_LOT: Final = 6  # then score, win and completed

CLAIMED: Final = 0
WHEN: Final = 1
LACKED: Final = 2
LACKED_POINTS: Final = 3
LOST: Final = 4
SNATCHED: Final = 5
SNATCHED_COST: Final = 6

PLAIN: Final = 0
WILDS: Final = 1
GREY_PAID: Final = 2
IDLE: Final = 3
SHORT: Final = 4


class Layout:
    """The blocks of a game: where each begins, and how wide its rows are."""

    def __init__(self, game: Game) -> None:
        self.order: i64 = len(GAME)
        self.chair: i64 = self.order + game.seats * len(ORDER)
        self.classes: i64 = self.chair + game.seats * len(CHAIR)
        self.tickets: i64 = self.classes + CLASSES * len(CLASS)
        self.lanes: i64 = self.tickets + game.tickets * len(TICKET)
        self.colours: i64 = self.lanes + len(game.lane_a) * len(LANE)
        self.pairs: i64 = self.colours + game.wild * len(COLOUR)  # ticket by ticket: seats that got both by lot
        self.size: i64 = self.pairs + game.tickets * game.tickets

    def starts(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """Block → (where it begins, the names of its columns)."""
        zero: int = 0
        return {
            "game": (zero, GAME),
            "order": (int(self.order), ORDER),
            "chair": (int(self.chair), CHAIR),
            "classes": (int(self.classes), CLASS),
            "tickets": (int(self.tickets), TICKET),
            "lanes": (int(self.lanes), LANE),
            "colours": (int(self.colours), COLOUR),
            "pairs": (int(self.pairs), PAIR),
        }
