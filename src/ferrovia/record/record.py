"""The record of a game: readable text, one file, complete.

    ferrovia record 1
    board: usa 5f2c…
    rules: 2
    options: {"neutral": true}
    seats: ["Ada", "Bo"]
    first: random
    commitment: 9b1d…
    secret: 07aa…
    1. seat 1: keep 1,3
    2. seat 2: keep 2,3
    …
    result: [104, 87]
    check: 3e0f…

Where a move was taken back, the first line says `ferrovia record 2`, and a line behind the move says so:

    57. seat 1: claim Dallas–Houston red
    58. seat 1: takeback 57

A game in progress has no `result`, and no `secret` unless its owner saved it to go on later. A simulated game has a
`seed` instead of commitment and secret."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import TypeVar

from ferrovia.engine.chance import Chance, commitment, from_secret, seeded
from ferrovia.engine.errors import FerroviaError

FORMAT = "ferrovia record 1"
FORMAT_2 = "ferrovia record 2"
"""With moves that were taken back; a game without any is written as before, and older versions read it."""
TAKEN_BACK = "takeback "
MOVE = re.compile(r"([0-9]{1,9})\. seat ([0-9]{1,9}): (.+)")
MOVE_NUMBER = re.compile(r"[0-9]+\. ")
WHOLE = re.compile(r"[0-9]{1,19}")
BOARD = re.compile(r"(\S+) ([0-9a-f]{64})")
FIELDS = ("board", "rules", "options", "seats", "first", "seed", "commitment", "secret", "result")
MOST_BYTES = 4_000_000
SHOWN = 80  # characters of a wrong line

Item = TypeVar("Item")


class RecordError(FerroviaError):
    """A record that can't be read, replayed or believed."""


@dataclass(frozen=True)
class Move:
    seat: int
    text: str


@dataclass
class Record:
    board: str
    digest: str
    rules_version: int
    options: dict[str, bool]
    seats: list[str]
    first: int
    """The host's choice of first player, or RANDOM_FIRST."""
    commitment: str | None = None
    secret: str | None = field(default=None, repr=False)
    seed: tuple[int, int] | None = None
    moves: list[Move] = field(default_factory=list)
    result: list[int] | None = None

    def chance(self) -> Chance:
        """The luck of this game, if the record reveals it."""
        if self.seed is not None:
            return seeded(*self.seed)
        if self.secret is None and self.result is None:
            raise RecordError("record.sealed")
        if self.secret is None:
            raise RecordError("record.no_secret")
        secret = bytes.fromhex(self.secret)
        if commitment(secret) != self.commitment:
            raise RecordError("record.commitment")
        return from_secret(secret)


# --- writing --------------------------------------------------------------------------------------------
def to_text(record: Record) -> str:
    lines = [
        FORMAT_2 if any(move.text.startswith(TAKEN_BACK) for move in record.moves) else FORMAT,
        f"board: {record.board} {record.digest}",
        f"rules: {record.rules_version}",
        f"options: {json.dumps(record.options, sort_keys=True)}",
        f"seats: {json.dumps(record.seats, ensure_ascii=False)}",
        f"first: {'random' if record.first < 0 else record.first + 1}",
    ]
    if record.seed is not None:
        lines.append(f"seed: {record.seed[0]} {record.seed[1]}")
    if record.commitment is not None:
        lines.append(f"commitment: {record.commitment}")
    if record.secret is not None:
        lines.append(f"secret: {record.secret}")
    lines += [f"{number}. seat {move.seat + 1}: {move.text}" for number, move in enumerate(record.moves, 1)]
    if record.result is not None:
        lines.append(f"result: {json.dumps(record.result)}")
    body = "\n".join(lines) + "\n"
    return body + f"check: {checksum(body)}\n"


def checksum(body: str) -> str:
    return hashlib.sha256(body.encode(errors="surrogatepass")).hexdigest()


# --- reading --------------------------------------------------------------------------------------------
def from_text(text: str) -> Record:
    """Reads a record, or says in a RecordError what is wrong with it."""
    if len(text) > MOST_BYTES:
        raise RecordError("record.too_long", {"most": MOST_BYTES})
    body, _, last = text.replace("\r\n", "\n").rstrip("\n").rpartition("\n")
    body += "\n"
    lines = body.removesuffix("\n").split("\n")  # names may contain what else ends a line
    if lines[0] not in (FORMAT, FORMAT_2):
        raise RecordError("record.format", {"expected": FORMAT})
    if not last.startswith("check: "):
        raise RecordError("record.truncated")
    if last != f"check: {checksum(body)}":
        raise RecordError("record.tampered")
    fields, moves = split_lines(lines[1:])
    record = from_fields(fields, moves)
    check_canonical(lines, to_text(record).split("\n"))
    return record


def check_canonical(lines: list[str], written: list[str]) -> None:
    """A record has one spelling: no zero in front of a number, no field in another place."""
    for number, (line, wanted) in enumerate(zip(lines, written, strict=False), 1):
        if line != wanted and not line.startswith("seats: "):  # a letter of a name may be escaped
            raise RecordError("record.spelling", {"line": number, "text": line[:SHOWN], "wanted": wanted[:SHOWN]})


def split_lines(lines: list[str]) -> tuple[dict[str, str], list[Move]]:
    fields: dict[str, str] = {}
    moves: list[Move] = []
    for line in lines:
        move = MOVE.fullmatch(line)
        if move is not None:
            if int(move[1]) != len(moves) + 1:
                raise RecordError("record.move_number", {"found": move[1], "expected": len(moves) + 1})
            moves.append(Move(int(move[2]) - 1, move[3]))
            continue
        key, colon, value = line.partition(": ")
        if not colon or key in fields or MOVE_NUMBER.match(line):
            raise RecordError("record.line", {"line": line[:SHOWN]})
        if key not in FIELDS:
            raise RecordError("record.unknown_field", {"field": key[:SHOWN]})
        fields[key] = value
    return fields, moves


def from_fields(fields: dict[str, str], moves: list[Move]) -> Record:
    board, digest = board_field(fields)
    return Record(
        board=board,
        digest=digest,
        rules_version=whole_field(fields, "rules"),
        options=options_field(fields),
        seats=list_field(fields, "seats", str),
        first=-1 if needed(fields, "first") == "random" else whole_field(fields, "first", least=1) - 1,
        commitment=hex_field(fields, "commitment"),
        secret=hex_field(fields, "secret"),
        seed=seed_field(fields),
        moves=moves,
        result=list_field(fields, "result", int) if "result" in fields else None,
    )


# --- one field --------------------------------------------------------------------------------------------
def needed(fields: dict[str, str], key: str) -> str:
    if key not in fields:
        raise RecordError("record.missing", {"field": key})
    return fields[key]


def board_field(fields: dict[str, str]) -> tuple[str, str]:
    match = BOARD.fullmatch(needed(fields, "board"))
    if match is None:
        raise RecordError("record.bad_board")
    return match[1], match[2]


def whole_field(fields: dict[str, str], key: str, least: int = 0) -> int:
    text = needed(fields, key)
    if not WHOLE.fullmatch(text) or int(text) < least:
        raise RecordError("record.bad_number", {"field": key, "least": least})
    return int(text)


def seed_field(fields: dict[str, str]) -> tuple[int, int] | None:
    if "seed" not in fields:
        return None
    if "commitment" in fields or "secret" in fields:  # else a deal could look promised and come from elsewhere
        raise RecordError("record.bad_luck")
    numbers = fields["seed"].split(" ")
    if len(numbers) != 2 or not all(WHOLE.fullmatch(text) and int(text) < 2**63 for text in numbers):
        raise RecordError("record.bad_seed")
    return int(numbers[0]), int(numbers[1])


def hex_field(fields: dict[str, str], key: str) -> str | None:
    value = fields.get(key)
    if value is not None and not re.fullmatch(r"[0-9a-f]{64}", value):
        raise RecordError("record.bad_hex", {"field": key})
    return value


def json_field(fields: dict[str, str], key: str) -> object:
    text = needed(fields, key)
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, or nested without end
        raise RecordError("record.bad_json", {"field": key}) from None
    return value


def options_field(fields: dict[str, str]) -> dict[str, bool]:
    value = json_field(fields, "options")
    if not isinstance(value, dict) or not all(isinstance(item, bool) for item in value.values()):
        raise RecordError("record.bad_options")
    return value


def list_field(fields: dict[str, str], key: str, kind: type[Item]) -> list[Item]:
    value = json_field(fields, key)
    if not isinstance(value, list) or not all(type(item) is kind for item in value):
        raise RecordError("record.bad_list", {"field": key})
    return value
