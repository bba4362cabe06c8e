"""How likely each seat is to win from a position, estimated by playouts."""

from __future__ import annotations

import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.calibration import calibrated_tables
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.game import Game
from ferrovia.engine.phases import OVER
from ferrovia.engine.scoring import ledger
from ferrovia.engine.state import State
from ferrovia.engine.tickets import UNKNOWN
from ferrovia.view.determinize import determinize
from ferrovia.view.view import View

LUCK: Final = 1 << 30
NO_HURRY: Final = 1e9


@mypyc_attr(acyclic=True)
class Forecast:
    """Plays games on from a position with light policies and counts who wins. A shared victory counts 1/k for k seats.

    The same stream of luck and number of playouts always give the same chances."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.tables: BoardTables = calibrated_tables(game)
        self.policies: list[PlayoutPolicy] = []
        self.wins: list[float] = []
        self.playouts: i64 = 0  # of the last position; 0 if its chances are exact

    def of_state(self, state: State, chance: Chance, playouts: i64, seconds: float) -> list[float]:
        """The chances from the true state: only what is still to be drawn is left to luck."""
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
        """The chances from what a seat may know: everything hidden is dealt anew for every playout."""
        self.begin()
        if view.phase == OVER:
            return shares(determinize(view, chance))
        deadline = time.perf_counter() + seconds
        while self.playouts == 0 or (self.playouts < playouts and time.perf_counter() < deadline):
            self.play_out(determinize(view, seeded(chance.below(LUCK))))
        return self.mean()

    def begin(self) -> None:
        """Makes new policies, so that nothing of another position is left in them."""
        self.policies = [PlayoutPolicy(self.tables, seat, False) for seat in range(self.game.seats)]
        self.wins = [0.0 for _ in range(self.game.seats)]
        self.playouts = 0

    def play_out(self, state: State) -> None:
        play_out(state, self.policies)
        won = shares(state)
        for seat in range(len(won)):
            self.wins[seat] += won[seat]
        self.playouts += 1

    def mean(self) -> list[float]:
        count = float(int(self.playouts))
        return [wins / count for wins in self.wins]


def shares(state: State) -> list[float]:
    """Each seat's share of the victory in a game that is over, ties broken as the board says."""
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
    """Shuffles the tickets of the deck that nobody has seen; those put under the deck stay where they are."""
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
