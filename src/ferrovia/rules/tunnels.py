"""Tunnels (T1–T7): cards turned up after the payment say whether a lane costs more than it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine import cards, claims, turn
from ferrovia.engine.board import Board, Lane
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.params import CARDS, LANE, NUMBER, Told
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.engine.telling import Mark, Observed, Sentence, Term
from ferrovia.rules.shared.columns import YES, Problem, check_flag, check_number, number, read_flags

COLUMN = "tunnel"
GLYPH: Final = "M-.8 .6V0A.8 .8 0 0 1 .8 0V.6M-.4 .6V.05A.4 .4 0 0 1 .4 .05V.6"
NONE: Final = -1
MOST_TURNED_UP: Final = 8
RISK: Final = 7
"""Tenths of a point that the cards asked for cost on average, and the turns lost by those who lack them."""


class Tunnels(Rule):
    """A claim is held up while its player decides; what was announced, and what lies turned up, are counters."""

    LANE_COLUMNS = (COLUMN,)
    PARAMS = ("turned_up",)
    FLAGS = (COLUMN,)
    USUAL: ClassVar[Mapping[str, object]] = {"turned_up": 3}
    PICTURE = "turned_up"
    EVENTS: ClassVar[Mapping[str, Told]] = {
        "tunnel.turned_up": Told({"lane": LANE, "cards": CARDS, "extra": NUMBER}),
        "tunnel.withdrawn": Told({"lane": LANE}),
    }

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[Problem]:
        reason = check_number(params, "turned_up")
        if not reason and not 1 <= number(params, "turned_up") <= MOST_TURNED_UP:
            reason = f"`turned_up` has to be a number from 1 to {MOST_TURNED_UP}"
        return check_flag(board, COLUMN) + ([("board.toml", 0, "tunnels", reason)] if reason else [])

    def bind(self, game: Game) -> None:
        self.marked = read_flags(game, COLUMN)
        self.turned_up: i64 = number(self.params, "turned_up")
        self.lane = game.add_counter("tunnel_lane", 1)
        self.colour = game.add_counter("tunnel_colour", 1)
        self.wilds = game.add_counter("tunnel_wilds", 1)
        self.extra = game.add_counter("tunnel_extra", 1)
        self.cards = game.add_counter("tunnel_cards", self.turned_up)
        self.waiting = game.add_phase(self)
        self.pay = game.add_actions(self, self.turned_up + 1)  # `pay + w`: w of the extra cards are wild
        self.withdraw = game.add_actions(self, 1)

    def setup(self, state: State) -> None:
        self.forget(state)

    def forget(self, state: State) -> None:
        place: i64
        for place in range(self.lane, self.cards + self.turned_up):
            state.counters[place] = NONE

    # --- the cards that are turned up -----------------------------------------------------------------------
    def announce(self, state: State, lane: i64, colour: i64, wilds: i64) -> bool:
        """T1: the payment is shown, not yet made; a match holds the claim up for a decision."""
        if not self.marked[lane]:
            return False
        if wilds == state.game.lane_cards[lane]:
            colour = state.game.wild  # T3
        extra = self.turn_up(state, lane, colour)
        if extra == 0:
            self.forget(state)
            return False
        state.counters[self.lane] = lane
        state.counters[self.colour] = colour
        state.counters[self.wilds] = wilds
        state.counters[self.extra] = extra
        self.show(state, colour, state.game.lane_cards[lane] - wilds)
        self.show(state, state.game.wild, wilds)
        state.phase = self.waiting
        return True

    def turn_up(self, state: State, lane: i64, colour: i64) -> i64:
        """T2, T4: one card after the other, from a deck made anew where it runs out; returns what the lane costs more.

        The cards lie apart until all are turned up, so that none of them comes twice."""
        extra: i64 = 0
        turned: i64 = 0
        while turned < self.turned_up and state.deck_total > 0:
            card = cards.draw(state)
            cards.restock(state)
            state.counters[self.cards + turned] = card
            turned += 1
            if card == colour or card == state.game.wild:
                extra += 1
        index: i64
        for index in range(turned):
            cards.discard(state, state.counters[self.cards + index], 1)
        cards.restock(state)
        if state.log is not None:
            shown = [state.counters[self.cards + place] for place in range(turned)]
            ruling = "T2" if turned == self.turned_up else "T4"
            params: dict[str, object] = {"lane": lane, "cards": shown, "extra": extra, "ruling": ruling}
            state.log.append(Event("tunnel.turned_up", int(state.seat), params))
        return extra

    def show(self, state: State, card: i64, count: i64) -> None:
        """Everybody has seen that the hand holds this many of a card."""
        place = state.seat * state.game.cards + card
        state.known[place] = max(state.known[place], count)

    # --- the decision ---------------------------------------------------------------------------------------
    def legal(self, state: State, actions: vec[i64]) -> vec[i64]:
        """T5: every way to pay what is asked for, the fewest wilds first; T6: or to take the cards back."""
        game = state.game
        counters = state.counters
        base = state.seat * game.cards
        colour, wilds, extra = counters[self.colour], counters[self.wilds], counters[self.extra]
        price = game.lane_cards[counters[self.lane]]
        more: i64
        for more in range(extra + 1):
            if wilds + more > state.hands[base + game.wild]:
                break
            plain = price + extra - wilds - more
            if plain == 0 or (colour != game.wild and state.hands[base + colour] >= plain):
                actions = append(actions, self.pay + more)
        return append(actions, self.withdraw)

    def decide(self, state: State, action: i64) -> None:
        counters = state.counters
        lane, colour = counters[self.lane], counters[self.colour]
        price, wilds = state.game.lane_cards[lane] + counters[self.extra], counters[self.wilds]
        self.forget(state)
        if action == self.withdraw:
            if state.log is not None:
                state.log.append(Event("tunnel.withdrawn", int(state.seat), {"lane": lane, "ruling": "T6"}))
        else:
            wilds += action - self.pay
            claims.pay(state, colour, price - wilds, wilds)
            claims.take(state, lane)
        turn.end_turn(state)

    def advise(self, state: State) -> i64:
        """Whoever began a tunnel wanted the lane: pay, with as few wilds as that takes."""
        return self.legal(state, vec[i64]())[0]

    def notation(self, game: Game, action: i64) -> str:
        if action == self.withdraw:
            return "tunnel back"
        wilds = action - self.pay
        return f"tunnel pay+{wilds}w" if wilds else "tunnel pay"

    def wording(self, state: State, action: i64) -> Term | None:
        """What is paid in all, the cards announced too."""
        if action == self.withdraw:
            return Term("tunnel.back")
        counters = state.counters
        wilds = counters[self.wilds] + action - self.pay
        plain = state.game.lane_cards[counters[self.lane]] + counters[self.extra] - wilds
        return Term("tunnel.pay", {"colour": counters[self.colour], "plain": plain, "wilds": wilds})

    # --- what it says of itself -----------------------------------------------------------------------------
    def status(self, counters: vec[i64]) -> list[Term]:
        """The lane that waits, and what it costs more."""
        if counters[self.lane] == NONE:
            return []
        shown = counters[self.cards : self.cards + self.turned_up]
        turned_up = tuple(int(card) for card in shown if card != NONE)
        return [Term("tunnel", {"lane": counters[self.lane], "extra": counters[self.extra]}, cards=turned_up)]

    def terms(self, state: State, seat: i64, lane: i64) -> list[Term]:
        return [Term("tunnel", {"turned_up": self.turned_up}, warning=True)] if self.marked[lane] else []

    def mark(self, lane: Lane) -> Mark | None:
        return Mark("tunnel", glyph=GLYPH, broken=True) if lane.columns.get(COLUMN) == YES else None

    def worth(self, lane: i64) -> i64:
        return -RISK * self.marked[lane]

    def observed(self, game: Game) -> list[Observed]:
        longest = max(game.lane_cards)
        return [
            Observed("tunnel_lane", len(game.lanes) - 1, NONE, names="lane"),
            Observed("tunnel_colour", int(game.wild), NONE, names="card"),
            Observed("tunnel_wilds", int(longest), NONE),
            Observed("tunnel_extra", int(self.turned_up), NONE),
            Observed("tunnel_cards", int(game.wild), NONE, names="card"),
        ]

    def telling(self, board: Board) -> list[Sentence]:
        turned_up = {"turned_up": number(self.params, "turned_up")}
        return [
            Sentence("tunnels.turn_up", turned_up, ("T1", "T2")),
            Sentence("tunnels.pay", {}, ("T5",)),
            Sentence("tunnels.wilds", {}, ("T3",)),
            Sentence("tunnels.back", {}, ("T6",)),
            Sentence("tunnels.deck", turned_up, ("T4",)),
            Sentence("tunnels.discard", {}, ("T7",)),
        ]
