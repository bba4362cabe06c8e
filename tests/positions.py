"""The one builder of positions: it reads as the table would look, and keeps every card and piece accounted for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from ferrovia.boards import load, new_game
from ferrovia.engine import claims, tickets
from ferrovia.engine.actions import SLOTS
from ferrovia.engine.board import Board
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.errors import Refusal
from ferrovia.engine.events import Event
from ferrovia.engine.game import RANDOM_FIRST, Game
from ferrovia.engine.phases import OVER, TURN
from ferrovia.engine.setup import deal, lay_out
from ferrovia.engine.state import State
from ferrovia.record.notation import find_lanes, parse_action


class Position:
    """A table in the middle of a game: empty hands, an empty board, an empty row, all cards in the deck.

    Position("usa").hand(0, red=3, wild=1).row("red", "wild").owns(1, "Dallas–Houston").state()
    """

    def __init__(
        self,
        board: str | Board = "usa",
        seats: int = 2,
        options: Mapping[str, bool] | None = None,
        first: int = 0,
        chance: Chance | None = None,
    ) -> None:
        self.game: Game = new_game(load(board) if isinstance(board, str) else board, seats, options, first)
        self._state = State(self.game, chance or seeded(1))
        self._state.log = []
        lay_out(self._state)
        for rule in self.game.setup_rules:
            rule.setup(self._state)
        self._state.phase = TURN

    def card(self, name: str) -> int:
        return self.game.wild if name == "wild" else self.game.colours.index(name)

    def _from_deck(self, card: int, count: int) -> None:
        assert self._state.deck[card] >= count, f"only {self._state.deck[card]} of card {card} left"
        self._state.deck[card] -= count
        self._state.deck_total -= count

    def hand(self, seat: int, **cards: int) -> Position:
        for name, count in cards.items():
            self._from_deck(self.card(name), count)
            self._state.hands[seat * self.game.cards + self.card(name)] += count
        return self

    def row(self, *names: str) -> Position:
        """Fills the first places of the row; the others stay empty."""
        for slot in range(SLOTS):
            card = self.card(names[slot]) if slot < len(names) else NO_CARD
            if card != NO_CARD:
                self._from_deck(card, 1)
            self._state.market[slot] = card
        self._state.market_wilds = names.count("wild")
        return self

    def discard(self, **cards: int) -> Position:
        for name, count in cards.items():
            self._from_deck(self.card(name), count)
            self._state.discard[self.card(name)] += count
            self._state.discard_total += count
        return self

    def deck(self, **cards: int) -> Position:
        """Leaves just these in the deck; all others leave the game."""
        for card in range(self.game.cards):
            self._state.deck[card] = 0
        for name, count in cards.items():
            self._state.deck[self.card(name)] = count
        self._state.deck_total = sum(cards.values())
        return self

    def lane(self, route: str, number: int = 1) -> int:
        return find_lanes(self.game, route)[number - 1]

    def owns(self, seat: int, *routes: str) -> Position:
        """Gives lanes to a seat with pieces and points, but without cards or what a claim sets off. `A–B#2` works."""
        for route in routes:
            name, _, number = route.partition("#")
            lane = self.lane(name, int(number or 1))
            kind = seat * self.game.kinds + self.game.lane_kind[lane]
            self._state.pieces[kind] -= self.game.lane_pieces[lane]
            self._state.points[seat] += self.game.lane_points[lane]
            self._occupy(lane, seat)
        return self

    def neutral_owns(self, route: str, number: int = 1) -> Position:
        self._occupy(self.lane(route, number), int(self.game.seats))
        return self

    def _occupy(self, lane: int, owner: int) -> None:
        """Without a word in the log: what a position shows has not happened in it."""
        log, self._state.log = self._state.log, None
        claims.occupy(self._state, lane, owner)
        self._state.log = log

    def pieces(self, seat: int, *left: int) -> Position:
        """What is left of each piece kind."""
        for kind, count in enumerate(left):
            self._state.pieces[seat * self.game.kinds + kind] = count
        return self

    def ticket(self, a: str, b: str) -> int:
        names = [place.name for place in self.game.board.places]
        ends = {names.index(a), names.index(b)}
        return next(i for i, ticket in enumerate(self.game.board.tickets) if {ticket.a, ticket.b} == ends)

    def holds(self, seat: int, *held: int) -> Position:
        for ticket in held:
            self._state.holder[ticket] = seat
        self.ticket_deck(*[ticket for ticket in self._state.ticket_deck if ticket not in held])
        return self

    def ticket_deck(self, *order: int) -> Position:
        """The whole ticket deck, top first."""
        self._state.ticket_deck = vec_of(order)
        self._state.put_under = vec_of([tickets.UNKNOWN] * len(order))
        return self

    def ticket_discard(self, *order: int) -> Position:
        self._state.ticket_discard = vec_of(order)
        return self

    def counter(self, name: str, index: int, value: int) -> Position:
        start = next(at for known, at, _ in self.game.counter_names if known == name)
        self._state.counters[start + index] = value
        return self

    def to_play(self, seat: int, turns: int = 0) -> Position:
        self._state.turn = self._state.seat = seat
        self._state.turns = turns
        return self

    def over(self) -> Position:
        """The last turn has been played: tickets and bonuses count."""
        self._state.phase = OVER
        return self

    def state(self) -> State:
        return self._state


def dealt(
    board: str, seats: int = 2, seed: int = 1, first: int = RANDOM_FIRST, options: Mapping[str, bool] | None = None
) -> State:
    """A new game, before the first choice of tickets."""
    return deal(new_game(load(board), seats, options, first), seeded(seed), [])


def vec_of(numbers: Sequence[int]):  # type: ignore[no-untyped-def]
    from librt.vecs import vec
    from mypy_extensions import i64

    return vec[i64](numbers)


def do(state: State, *texts: str) -> State:
    """Applies actions by notation, each for whoever decides."""
    for text in texts:
        state.apply(parse_action(state.game, text))
    return state


def legal(state: State) -> set[str]:
    """The legal actions as text."""
    from ferrovia.record.notation import format_action

    return {format_action(state.game, action) for action in state.legal_actions()}


def counter(state: State, name: str, index: int = 0) -> int:
    start = next(at for known, at, _ in state.game.counter_names if known == name)
    return int(state.counters[start + index])


def codes(state: State) -> list[str]:
    """The codes of everything that has happened."""
    return [event.code for event in log(state)]


def log(state: State) -> list[Event]:
    assert state.log is not None
    return state.log


def said(state: State, code: str) -> list[dict[str, object]]:
    """What everybody was told by the events of one code."""
    return [event.public for event in log(state) if event.code == code]


def refused(state: State, text: str, seat: int | None = None) -> Refusal:
    """The refusal that an action meets. Nothing has changed and nothing was logged."""
    before, events = state.digest(), len(log(state))
    with pytest.raises(Refusal) as refusal:
        state.apply_for(state.seat if seat is None else seat, parse_action(state.game, text))
    assert (state.digest(), len(log(state))) == (before, events)
    return refusal.value


def card_name(game: Game, card: int) -> str:
    return "wild" if card == game.wild else game.colours[card]


def hand_of(state: State, seat: int) -> dict[str, int]:
    return {card_name(state.game, card): count for card, count in enumerate(state.hand(seat)) if count}


def row_of(state: State) -> list[str | None]:
    """The row by names, None for an empty place."""
    return [None if card == NO_CARD else card_name(state.game, card) for card in state.market]


def every_card(state: State) -> list[int]:
    """How many of each card there are in deck, discard, row and hands together."""
    counts = [state.deck[card] + state.discard[card] for card in range(state.game.cards)]
    for card in state.market:
        if card != NO_CARD:
            counts[card] += 1
    for place, held in enumerate(state.hands):
        counts[place % state.game.cards] += held
    return counts
