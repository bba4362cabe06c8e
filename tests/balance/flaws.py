"""Boards with a flaw that was planted."""

from __future__ import annotations

from dataclasses import replace

from ferrovia.boards import load
from ferrovia.boards.digest import digest
from ferrovia.engine import cards
from ferrovia.engine.board import Board, RuleUse
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.rules import FACTORIES, register

EXTRA_CARD = "extra_card"


class ExtraCard(Rule):
    """The chair of this number is dealt a card more than the others."""

    PARAMS = ("chair",)

    def setup(self, state: State) -> None:
        chair = self.params["chair"]
        assert isinstance(chair, int)
        state.hands[chair * state.game.cards + cards.draw(state)] += 1


def sound(name: str = "amsterdam") -> Board:
    return load(name)


def named(board: Board) -> Board:
    return replace(board, digest=digest(board))


def doubled(ticket: int, name: str = "amsterdam") -> Board:
    """A ticket worth double."""
    board = sound(name)
    tickets = list(board.tickets)
    tickets[ticket] = replace(tickets[ticket], points=2 * tickets[ticket].points)
    return named(replace(board, tickets=tuple(tickets)))


def extra_card(chair: int, name: str = "amsterdam") -> Board:
    """A seat that starts with a card more."""
    if EXTRA_CARD not in FACTORIES:
        register(EXTRA_CARD, ExtraCard)
    board = sound(name)
    return named(replace(board, rules=(*board.rules, RuleUse(EXTRA_CARD, None, {"chair": chair}))))


def too_few(colour: str, cards: int, name: str = "amsterdam") -> Board:
    """A colour too few."""
    board = sound(name)
    return named(replace(board, deck={**board.deck, colour: cards}))
