"""Games as text: notation of an action, the record of a game, replay and verification."""

from ferrovia.record.notation import NotationError, format_action, parse_action
from ferrovia.record.printed_game import CountError, Player, final_position
from ferrovia.record.record import Move, Record, RecordError, from_text, to_text
from ferrovia.record.replay import Replay, begin, game_of, positions, replay, verify, write_move
from ferrovia.record.takeback import is_draw, lays_open, reveals, settled, takeback, taken_back

__all__ = [
    "CountError",
    "Move",
    "NotationError",
    "Player",
    "Record",
    "RecordError",
    "Replay",
    "begin",
    "final_position",
    "format_action",
    "from_text",
    "game_of",
    "is_draw",
    "lays_open",
    "parse_action",
    "positions",
    "replay",
    "reveals",
    "settled",
    "takeback",
    "taken_back",
    "to_text",
    "verify",
    "write_move",
]
