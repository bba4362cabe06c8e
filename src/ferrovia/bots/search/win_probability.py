"""What a position is worth: win chances of all seats, and how much a move gives away against the expert's choice."""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.thinking.atlas import Atlas
from ferrovia.bots.thinking.pace import measured_atlas
from ferrovia.bots.thinking.pilot import Pilot, play_out
from ferrovia.bots.thinking.search import Candidate, Search
from ferrovia.engine.actions import is_slot, slot_of
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.game import Game
from ferrovia.engine.phases import OVER
from ferrovia.engine.scoring import ledger
from ferrovia.engine.state import State
from ferrovia.engine.tickets import UNKNOWN
from ferrovia.view.determinize import determinize
from ferrovia.view.view import View

LUCK: Final = 1 << 30
LEAST_PAIRS: Final = 8  # deals of a comparison: fewer tell nothing about how sure it is
NO_HURRY: Final = 1e9


# --- win chances ------------------------------------------------------------------------------------------
@mypyc_attr(acyclic=True)
class Forecast:
    """Plays a position on with light pilots and counts who wins. A victory shared by k seats counts 1/k for each.

    The same chance and number of playouts always give the same chances."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.atlas: Atlas = measured_atlas(game)
        self.pilots: list[Pilot] = []
        self.wins: list[float] = []
        self.playouts: i64 = 0  # of the last position; 0 if its chances are exact

    def of_state(self, state: State, chance: Chance, playouts: i64, seconds: float) -> list[float]:
        """From what lies where it really lies: only what is still to be drawn is left to luck."""
        self.begin()
        if state.phase == OVER:
            return shares(state)
        deadline = time.perf_counter() + seconds
        while self.playouts == 0 or (self.playouts < playouts and time.perf_counter() < deadline):
            start = state.clone()
            start.chance = seeded(chance.below(LUCK))
            shuffle_unseen(start)
            self.play_out(start)
        return self.mean()

    def of_view(self, view: View, chance: Chance, playouts: i64, seconds: float) -> list[float]:
        """From what may be known: everything hidden is dealt anew for every playout."""
        self.begin()
        if view.phase == OVER:
            return shares(determinize(view, chance))
        deadline = time.perf_counter() + seconds
        while self.playouts == 0 or (self.playouts < playouts and time.perf_counter() < deadline):
            self.play_out(determinize(view, seeded(chance.below(LUCK))))
        return self.mean()

    def begin(self) -> None:
        """New pilots, so that nothing of another position is left in them."""
        self.pilots = [Pilot(self.atlas, seat, False) for seat in range(self.game.seats)]
        self.wins = [0.0 for _ in range(self.game.seats)]
        self.playouts = 0

    def play_out(self, state: State) -> None:
        play_out(state, self.pilots)
        won = shares(state)
        for seat in range(len(won)):
            self.wins[seat] += won[seat]
        self.playouts += 1

    def mean(self) -> list[float]:
        count = float(int(self.playouts))
        return [wins / count for wins in self.wins]


def shares(state: State) -> list[float]:
    """Who has won a game that is over, by the board's own order of ties."""
    totals = ledger(state, None).totals
    best = totals[0]
    for total in totals:
        if total > best:
            best = total
    winners = [seat for seat in range(len(totals)) if totals[seat] == best]
    if len(winners) > 1:
        winners = [standing.seat for standing in state.standings() if standing.place == 1]
    share = 1.0 / float(len(winners))
    return [share if seat in winners else 0.0 for seat in range(len(totals))]


def shuffle_unseen(state: State) -> None:
    """The order of the tickets that nobody has looked at is luck, too; those put under the deck stay where they are."""
    places = vec[i64]()
    index: i64
    for index in range(len(state.ticket_deck)):
        if state.put_under[index] == UNKNOWN:
            places = append(places, index)
    deck = state.ticket_deck
    for index in range(len(places) - 1, 0, -1):
        one = places[index]
        other = places[state.chance.below(index + 1)]
        deck[one], deck[other] = deck[other], deck[one]


# --- what a move gives away -------------------------------------------------------------------------------
@mypyc_attr(acyclic=True)
class Opinion:
    """`loss` is how much less the played move is worth than the expert's, from −1 to 1; `error`, its standard error."""

    def __init__(self, best: i64, loss: float, error: float) -> None:
        self.best: i64 = best
        self.loss: float = loss
        self.error: float = error


def judge(atlas: Atlas, view: View, played: i64, chance: Chance, iterations: i64, seconds: float) -> Opinion:
    """What the expert would have done on this view, with two thirds of the effort, and what the other move is worth.

    Both moves are then tried on deals that the expert's choice has not seen: on those it was chosen by, it looks better
    than it is."""
    search = Search(atlas, view.seat, chance)
    best = search.choose(view, iterations * 2 // 3, seconds * 2.0 / 3.0)
    if best == played or same_card(view, best, played):
        return Opinion(played, 0.0, 0.0)
    return compare(search, view, best, played, iterations // 3, seconds / 3.0)


def same_card(view: View, one: i64, other: i64) -> bool:
    """Two places of the market that show the same card are one choice."""
    if not is_slot(one) or not is_slot(other):
        return False
    return view.market[slot_of(one)] == view.market[slot_of(other)]


def compare(search: Search, view: View, best: i64, played: i64, iterations: i64, seconds: float) -> Opinion:
    """Both moves on the same deals and luck, so that only what they do makes a difference."""
    rivals = [Candidate(best), Candidate(played)]
    deadline = time.perf_counter() + seconds
    pairs: i64 = 0
    total = 0.0
    squares = 0.0
    while pairs < LEAST_PAIRS or (2 * pairs + 2 <= iterations and time.perf_counter() < deadline):
        before = rivals[0].total - rivals[1].total
        search.try_all(view, rivals)
        difference = rivals[0].total - rivals[1].total - before
        total += difference
        squares += difference * difference
        pairs += 1
    count = float(int(pairs))
    loss = total / count
    spread = max(squares / count - loss * loss, 0.0)
    return Opinion(best, loss, math.sqrt(spread / (count - 1.0)))
