"""Tables at which the first seat holds as many cards and tickets as a window has to have room for."""

from __future__ import annotations

from typing import Any, Final

from browser.pages import chosen
from server.serving import Server
from server.staged import StagedTable, playing_table

MOST_SEATS: Final = {"usa": 5, "nederland": 5, "lyon": 4, "amsterdam": 4, "berlin": 4}
LONGEST: Final = 600


def stocked(server: Server, board: str, seats: int, cards: int, tickets: int) -> StagedTable:
    """It is the first seat's turn, and it holds so many cards and tickets, or as many as the board lets it."""
    staged = playing_table(server, board, min(seats, MOST_SEATS[board]), 0)
    for _ in range(LONGEST):
        found = deciding(staged)
        if found is None:  # the others have ended the game before
            return stocked(server, board, seats, cards // 2 or cards + 1, tickets)
        token, position = found
        is_mine = token == staged.tokens[0]
        if is_mine and is_stocked(position, cards, tickets):
            return staged
        action = gathering(position, cards, tickets) if is_mine else chosen(position)
        answer = staged.move(token, action)
        assert answer.status_code == 200, answer.text
    raise AssertionError(f"{board}: {cards} cards and {tickets} tickets were not to be had")


def deciding(staged: StagedTable) -> tuple[str, dict[str, Any]] | None:
    for token in staged.tokens:
        position = staged.position(token)
        if position["choices"] is not None:
            return token, position
    return None


def is_stocked(position: dict[str, Any], cards: int, tickets: int) -> bool:
    """On its own turn, with nothing half done."""
    if position["choices"]["kind"] != "turn":
        return False
    held, view = sum(position["view"]["hand"]), position["view"]
    has_cards = held <= cards if cards == 0 else held >= cards or not can_draw(position)
    return has_cards and (len(view["tickets"]) >= tickets or not position["choices"]["tickets"])


def can_draw(position: dict[str, Any]) -> bool:
    return bool(position["choices"]["blind"] or position["choices"]["slots"])


def gathering(position: dict[str, Any], cards: int, tickets: int) -> int | str:
    choices, view = position["choices"], position["view"]
    if choices["keep_least"]:
        wanted = max(choices["keep_least"], min(len(view["offer"]), tickets - len(view["tickets"])))
        return f"keep {','.join(str(number + 1) for number in range(wanted))}"
    if len(view["tickets"]) < tickets and choices["tickets"]:
        return int(choices["tickets_action"])
    if cards == 0 and choices["claims"]:
        return spending(choices)
    return drawing(choices)


def spending(choices: dict[str, Any]) -> int:
    """The dearest claim there is."""
    return int(max(choices["claims"], key=lambda claim: claim["lane"])["payments"][0]["action"])


def drawing(choices: dict[str, Any]) -> int | str:
    if choices["blind"]:
        return "draw blind"
    return f"draw {choices['slots'][0] + 1}" if choices["slots"] else int(choices["actions"][0])
