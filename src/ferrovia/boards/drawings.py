"""Path data that a board's look brings along: plain SVG commands and numbers, and nothing else."""

from __future__ import annotations

import re
from typing import Final

from ferrovia.boards.limits import FARTHEST
from ferrovia.boards.problems import quote

NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers follow each command, or a multiple of it; small letters are relative."""
TOKEN: Final = re.compile(r"[\s,]*(?:([A-Za-z])|([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)))")
ARC: Final = "A"
FLAGS: Final = (3, 4)  # which numbers of an arc are 0 or 1


def path_fault(data: str) -> str | None:
    """What is wrong with path data, or None. Exponents are refused: nobody needs them for a map."""
    if not data.strip():
        return "there is nothing in it"
    command, numbers = "", 0
    position = 0
    end = len(data.rstrip())
    while position < end:
        match = TOKEN.match(data, position)
        if match is None:
            return f"{quote(data[position : position + 12])} is neither a command nor a number"
        position = match.end()
        if match[1]:
            if match[1].upper() not in NUMBERS:
                return f"{quote(match[1])} is no command: {', '.join(NUMBERS)}"
            if not command and match[1].upper() != "M":
                return "it does not begin with M"
            if command and is_unfinished(command, numbers):
                return f"{command} has {numbers} numbers"
            command, numbers = match[1], 0
            continue
        if not command or NUMBERS[command.upper()] == 0:
            return f"there is no command before {quote(match[2])}"
        if abs(float(match[2])) > FARTHEST:
            return f"{quote(match[2])} is farther than {FARTHEST:g}"
        if command.upper() == ARC and numbers % NUMBERS[ARC] in FLAGS and match[2] not in ("0", "1"):
            return f"{quote(match[2])} is neither 0 nor 1, as an arc has it there"
        numbers += 1
    return f"{command} has {numbers} numbers" if is_unfinished(command, numbers) else None


def is_unfinished(command: str, numbers: int) -> bool:
    wanted = NUMBERS[command.upper()]
    return numbers > 0 if wanted == 0 else numbers == 0 or numbers % wanted > 0
