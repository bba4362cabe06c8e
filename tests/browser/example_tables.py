"""Tables on the boards of examples/, brought to where one of their rules asks something."""

from __future__ import annotations

from typing import Any, Final

from browser.pages import chosen
from server.serving import Server, board_named, draw_maps
from server.staged import StagedTable, playing_table

GAMES: Final = 20
ENOUGH: Final = 12
"""Cards with which a tunnel can most often be paid, whatever is turned up."""


def laid(server: Server, board: str, seats: int = 2) -> StagedTable:
    """A table of people, and its map drawn."""
    draw_maps(server, [board])
    return playing_table(server, board_named(server, board), seats, 0)


def in_a_tunnel(server: Server) -> tuple[StagedTable, str, dict[str, Any]]:
    """A table at which somebody has to decide whether to pay more, that seat's token, and what it sees."""
    for _ in range(GAMES):
        staged = laid(server, "sundmark")
        while True:
            token, position = deciding(staged)
            if token is None:
                break
            if len(position["choices"]["own"]) > 1:
                return staged, token, position
            assert staged.move(token, digging(position)).status_code == 200
    raise AssertionError(f"no tunnel asked for more in {GAMES} games")


def first_turn(staged: StagedTable) -> str:
    """Everybody has kept tickets. The token of whose turn it is."""
    while True:
        token, position = deciding(staged)
        assert token is not None
        if position["choices"]["kind"] == "turn":
            return token
        assert staged.move(token, chosen(position)).status_code == 200


def deciding(staged: StagedTable) -> tuple[str | None, dict[str, Any]]:
    for token in staged.tokens:
        position = staged.position(token)
        if position["choices"] is not None:
            return token, position
    return None, {}


def hoarding(position: dict[str, Any]) -> int | str:
    choices = position["choices"]
    return "draw blind" if choices["blind"] else chosen(position)


def digging(position: dict[str, Any]) -> int | str:
    """A tunnel wherever there is one, with cards in hand for more; out of it if they are not enough after all."""
    if sum(position["view"]["hand"]) < ENOUGH:
        return hoarding(position)
    claims = position["choices"]["claims"]
    tunnels = [claim for claim in claims if any(term["key"] == "tunnel" for term in claim["terms"])]
    return int(tunnels[0]["payments"][0]["action"]) if tunnels else chosen(position)
