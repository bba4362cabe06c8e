"""A rule the engine has never heard of, written against its seams alone (engine/rule.py).

Cuttings: when a marked lane is announced, cards are turned up from the deck. Each one of the colour announced, and
each wild, makes the lane cost one card more: of that colour or wild, as the player likes. Or the player withdraws,
and the turn is over. Cards turned up go to the discard."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.boards import load
from ferrovia.engine import cards, claims, turn
from ferrovia.engine.board import Board, Lane
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Ledger
from ferrovia.engine.params import CARDS, LANE, NUMBER, Told
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.engine.telling import Extra, Mark, Observed, Sentence, Term
from ferrovia.engine.values import LedgerLine
from ferrovia.rules import register
from ferrovia.rules.shared.columns import YES, check_flag, check_number, number, read_flags

COLUMN = "cutting"
NO_LANE = -1
GLYPH = "M-.8.6V0A.8.8 0 0 1 .8 0V.6"
RISK = 5  # tenths of a point


class Cuttings(Rule):
    LANE_COLUMNS = (COLUMN,)
    PARAMS = ("turned_up", "points")
    WORDS: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "en": {
            "rulebook.cuttings.title": "Cuttings",
            "rulebook.cuttings.cost": "A cutting turns up {turned_up} cards; each match costs one more.",
            "rulebook.cuttings.points": "Each cutting earns {points} {points:point|points} at the end.",
            "rulebook.cuttings.tie": "Tie-break {number}: the most cuttings.",
            "mark.cutting": "cutting",
            "terms.cutting.withdraw": "Leave it alone",
            "terms.cutting": "may cost up to {turned_up} more",
            "terms.cutting/before": "This is a cutting: up to {turned_up} more cards may be asked for.",
            "ledger.cuttings": "cuttings",
            "event.cutting.withdrawn": "{seat} leaves the cutting of {lane} alone.",
        },
        "fr": {
            "rulebook.cuttings.title": "Tranchées",
            "rulebook.cuttings.cost": "Une tranchée retourne {turned_up} cartes ; chaque carte égale en coûte une.",
            "rulebook.cuttings.points": "Chaque tranchée rapporte {points} {points:point|points} à la fin.",
            "rulebook.cuttings.tie": "Départage {number} : le plus de tranchées.",
            "mark.cutting": "tranchée",
            "terms.cutting.withdraw": "Renoncer",
            "terms.cutting": "jusqu'à {turned_up} de plus",
            "terms.cutting/before": "C'est une tranchée : jusqu'à {turned_up} cartes de plus.",
            "ledger.cuttings": "tranchées",
            "event.cutting.withdrawn": "{seat} renonce à la tranchée {lane}.",
        },
    }
    EVENTS: ClassVar[Mapping[str, Told]] = {
        "cutting.turned_up": Told({"cards": CARDS, "extra": NUMBER}),
        "cutting.withdrawn": Told({"lane": LANE}),
    }

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[tuple[str, int, str, str]]:
        reasons = [check_number(params, name) for name in cls.PARAMS]
        return check_flag(board, COLUMN) + [("board.toml", 0, "cuttings", reason) for reason in reasons if reason]

    def bind(self, game: Game) -> None:
        self.marked = read_flags(game, COLUMN)
        self.turned_up = number(self.params, "turned_up")
        self.points = number(self.params, "points")
        self.lane = game.add_counter("cutting_lane", 1)
        self.colour = game.add_counter("cutting_colour", 1)
        self.wilds = game.add_counter("cutting_wilds", 1)
        self.extra = game.add_counter("cutting_extra", 1)
        self.dug = game.add_counter("cuttings_dug", game.seats)
        self.line = game.add_line("cuttings")
        self.waiting = game.add_phase(self)
        self.pay = game.add_actions(self, self.turned_up + 1)  # `pay + w`: w of the extra cards are wild
        self.withdraw = game.add_actions(self, 1)

    def setup(self, state: State) -> None:
        self.forget(state)

    def forget(self, state: State) -> None:
        for place in (self.lane, self.colour, self.wilds, self.extra):
            state.counters[place] = NO_LANE

    def announce(self, state: State, lane: i64, colour: i64, wilds: i64) -> bool:
        if not self.marked[lane]:
            return False
        extra = self.turn_up(state, colour)
        if extra == 0:
            return False
        state.counters[self.lane] = lane
        state.counters[self.colour] = colour
        state.counters[self.wilds] = wilds
        state.counters[self.extra] = extra
        self.show(state, colour, state.game.lane_cards[lane] - wilds)
        self.show(state, state.game.wild, wilds)
        state.phase = self.waiting
        return True

    def turn_up(self, state: State, colour: i64) -> int:
        """How many more cards the lane costs."""
        turned: list[int] = []
        while len(turned) < self.turned_up and state.deck_total > 0:
            turned.append(cards.draw(state))
        for card in turned:
            cards.discard(state, card, 1)
        cards.restock(state)
        extra = sum(card in (colour, state.game.wild) for card in turned)
        if state.log is not None:
            state.log.append(Event("cutting.turned_up", int(state.seat), {"cards": turned, "extra": extra}))
        return extra

    def show(self, state: State, card: i64, count: i64) -> None:
        """Everybody has seen that the hand holds this many of a card."""
        place = state.seat * state.game.cards + card
        state.known[place] = max(state.known[place], count)

    def legal(self, state: State, actions: vec[i64]) -> vec[i64]:
        for wilds in range(self.turned_up + 1):
            if self.can_pay(state, wilds):
                actions = append(actions, self.pay + wilds)
        return append(actions, self.withdraw)

    def can_pay(self, state: State, more_wilds: int) -> bool:
        """Whether the hand holds what was announced and the extra cards, so many of them wild."""
        game, counters = state.game, state.counters
        hand = state.hand(state.seat)
        colour, wilds, extra = counters[self.colour], counters[self.wilds], counters[self.extra]
        if more_wilds > extra or wilds + more_wilds > hand[game.wild]:
            return False
        if colour == game.wild:
            return more_wilds == extra
        return game.lane_cards[counters[self.lane]] - wilds + extra - more_wilds <= hand[colour]

    def decide(self, state: State, action: i64) -> None:
        counters = state.counters
        lane, colour, extra = counters[self.lane], counters[self.colour], counters[self.extra]
        price, wilds = state.game.lane_cards[lane] + extra, counters[self.wilds]
        self.forget(state)
        if action == self.withdraw:
            if state.log is not None:
                state.log.append(Event("cutting.withdrawn", int(state.seat), {"lane": lane}))
        else:
            wilds += action - self.pay
            claims.pay(state, colour, price - wilds, wilds)
            claims.take(state, lane)
        turn.end_turn(state)

    def advise(self, state: State) -> i64:
        return self.legal(state, vec[i64]())[0]

    def wording(self, state: State, action: i64) -> Term | None:
        return Term("cutting.withdraw") if action == self.withdraw else None

    def after_claim(self, state: State, seat: i64, lane: i64) -> None:
        state.counters[self.dug + seat] += self.marked[lane]

    def score(self, state: State, ledger: Ledger) -> None:
        for seat in range(state.game.seats):
            dug = state.counters[self.dug + seat]
            if dug:
                ledger.add(self.line, seat, self.points * dug, dug)

    def mark(self, lane: Lane) -> Mark | None:
        return Mark("cutting", glyph=GLYPH) if lane.columns.get(COLUMN) == YES else None

    def worth(self, lane: i64) -> i64:
        return 10 * self.points * self.marked[lane] - RISK * self.marked[lane]

    def lit(self, state: State, line: LedgerLine) -> list[int]:
        return [lane for lane, owner in enumerate(state.owner) if owner == line.seat and self.marked[lane]]

    def extras(self, board: Board) -> list[Extra]:
        return [Extra("cuttings", most=len(board.lanes), mark="cutting")]

    def lay_extra(self, state: State, seat: i64, extra: str, number: i64) -> None:
        state.counters[self.dug + seat] = number

    def tie_break(self, state: State, seat: i64) -> i64:
        return state.counters[self.dug + seat]

    def notation(self, game: Game, action: i64) -> str:
        if action == self.withdraw:
            return "cutting withdraw"
        wilds = action - self.pay
        return f"cutting pay+{wilds}w" if wilds else "cutting pay"

    def terms(self, state: State, seat: i64, lane: i64) -> list[Term]:
        return [Term("cutting", {"turned_up": self.turned_up}, warning=True)] if self.marked[lane] else []

    def observed(self, game: Game) -> list[Observed]:
        longest = max(game.lane_cards)
        return [
            Observed("cutting_lane", len(game.lanes) - 1, NO_LANE, names="lane"),
            Observed("cutting_colour", int(game.wild), NO_LANE, names="card"),
            Observed("cutting_wilds", longest, NO_LANE),
            Observed("cutting_extra", self.turned_up, NO_LANE),
            Observed("cuttings_dug", len(game.lanes), each="seat"),
        ]

    def telling(self, board: Board) -> list[Sentence]:
        return [
            Sentence("cuttings.cost", {"turned_up": number(self.params, "turned_up")}),
            Sentence("cuttings.points", {"points": number(self.params, "points")}),
        ]


register("cuttings", Cuttings)

TOY = load(Path(__file__).parent / "board")
"""The sixth board."""
