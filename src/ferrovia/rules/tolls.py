"""Bridge tolls (N1–N9): every route costs tokens, paid to the bank or to whoever built the first lane."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.board import Board, Lane
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Ledger
from ferrovia.engine.params import NUMBER, SEAT, Told
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.telling import Component, Extra, Mark, Observed, Sentence, Term
from ferrovia.rules.shared.columns import check_number, check_numbers, number, read_numbers
from ferrovia.rules.shared.rank_bonus import UNRANKED, check_rank, rank_points, rank_sentences, rank_table

COLUMN = "toll"
PURSE, LOANS = "purse", "loans"
"""What players of the printed game count: their tokens and their loan cards."""
MOST_TOKENS: Final = 999
MOST_LOANS: Final = 99
SMALL_CHANGE: Final = 10
LARGE_TOKEN: Final = 5
LOANS_EACH: Final = 3
"""Of a printed game: least tokens of 1 in a purse, what the other tokens are worth, and loan cards for each player."""
TOKEN_WORTH: Final = 20
"""Tenths of a point that bots lose by a token; found by play (docs/bots.md)."""


class Tolls(Rule):
    """Payments are public, so the state counts those; a purse is what they leave of the first tokens (N1)."""

    LANE_COLUMNS = (COLUMN,)
    PARAMS = ("purse", "loan_cost", "rank")
    USUAL: ClassVar[Mapping[str, object]] = {
        COLUMN: "0",
        "purse": 30,
        "loan_cost": 5,
        "rank": {"2": [35, 0], "3": [55, 35, 0], "4": [55, 35, 20, 0]},
    }
    PICTURE = "coins"
    EVENTS: ClassVar[Mapping[str, Told]] = {
        "toll.paid": Told({"tokens": NUMBER, "to": SEAT}),
        "toll.received": Told({"tokens": NUMBER}),
        "loan.taken": Told({"tokens": NUMBER, "to": SEAT}),
    }

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[tuple[str, int, str, str]]:
        problems = check_numbers(board, COLUMN)
        reasons = [check_number(params, "purse"), check_number(params, "loan_cost"), check_rank(params, board.players)]
        problems += [("board.toml", 0, "tolls", reason) for reason in reasons if reason]
        between = Counter(frozenset((lane.a, lane.b)) for lane in board.lanes)
        if any(lanes > 2 for lanes in between.values()):
            problems.append(("board.toml", 0, "tolls", "can't say who is paid for a third lane"))
        return problems

    def bind(self, game: Game) -> None:
        self.toll = read_numbers(game, COLUMN)
        self.first_tokens: i64 = number(self.params, "purse")
        self.loan_cost: i64 = number(self.params, "loan_cost")
        self.table = rank_table(self.params, game.seats)
        self.paid = game.add_counter("tolls_paid", game.seats)
        self.received = game.add_counter("tolls_received", game.seats)
        self.loans = game.add_counter("loans", game.seats)
        self.rank_line = game.add_line("toll_rank")
        self.loan_line = game.add_line("loan")

    def purse(self, state: State, seat: i64) -> i64:
        return self.first_tokens - state.counters[self.paid + seat] + state.counters[self.received + seat]

    def after_claim(self, state: State, seat: i64, lane: i64) -> None:
        """N2: pay the bank, or the owner of the lane beside; N3: a loan where the purse can't pay in full."""
        toll = self.toll[lane]
        if toll == 0:
            return
        payee = self.payee(state, lane)
        loan = self.purse(state, seat) < toll
        if not loan:
            state.counters[self.paid + seat] += toll
            if state.log is not None:
                ruling = "N26" if self.beside_neutral(state, lane) else "N2"
                state.log.append(Event("toll.paid", int(seat), {"tokens": toll, "to": payee, "ruling": ruling}))
        else:
            state.counters[self.loans + seat] += 1
            if state.log is not None:
                state.log.append(Event("loan.taken", int(seat), {"tokens": toll, "to": payee, "ruling": "N3"}))
        if payee != NOBODY:
            self.receive(state, payee, toll, "N5" if loan else "N2")

    def payee(self, state: State, lane: i64) -> i64:
        """Who is paid for this lane; NOBODY stands for the bank, which the neutral player leaves it to (N26)."""
        game = state.game
        index: i64
        for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
            owner = state.owner[game.twins[index]]
            if owner != NOBODY and owner < game.seats:
                return owner
        return NOBODY

    def beside_neutral(self, state: State, lane: i64) -> bool:
        game = state.game
        beside = game.twins[game.twin_first[lane] : game.twin_first[lane + 1]]
        return any(state.owner[twin] >= game.seats for twin in beside)

    def receive(self, state: State, seat: i64, toll: i64, ruling: str) -> None:
        """From the builder of the second lane, or from the bank: always in full. Nothing is no event."""
        if toll == 0:
            return
        state.counters[self.received + seat] += toll
        if state.log is not None:
            state.log.append(Event("toll.received", int(seat), {"tokens": toll, "ruling": ruling}))

    def score(self, state: State, ledger: Ledger) -> None:
        """N8: players without a loan are ranked by tokens; N9: each loan costs points."""
        seats = state.game.seats
        purses = vec[i64]([0] * seats)
        seat: i64
        for seat in range(seats):
            purses[seat] = self.purse(state, seat) if state.counters[self.loans + seat] == 0 else UNRANKED
        points = rank_points(purses, self.table)
        for seat in range(seats):
            loans = state.counters[self.loans + seat]
            if points[seat] != 0:
                ledger.add(self.rank_line, seat, points[seat], purses[seat])
            if loans > 0:
                ledger.add(self.loan_line, seat, -self.loan_cost * loans, loans)

    def own_counters(self, state: State, seat: i64) -> dict[str, int]:
        return {"purse": self.purse(state, seat)}

    def worth(self, lane: i64) -> i64:
        return -TOKEN_WORTH * self.toll[lane]

    # --- what it says -----------------------------------------------------------------------------------
    def terms(self, state: State, seat: i64, lane: i64) -> list[Term]:
        """The toll and who is paid, or the loan that it forces (N3)."""
        toll = self.toll[lane]
        if toll == 0:
            return []
        payee = self.payee(state, lane)
        purse = self.purse(state, seat)
        if purse >= toll:
            return [Term("toll", {"tokens": toll, "to": payee})]
        loan = Term("loan", {"tokens": toll, "purse": purse, "points": self.loan_cost}, warning=True)
        return [loan] if payee == NOBODY else [loan, Term("loan.paid", {"tokens": toll, "to": payee})]

    def mark(self, lane: Lane) -> Mark | None:
        toll = lane.columns.get(COLUMN, "")
        return Mark("toll", int(toll)) if toll.isdecimal() and int(toll) > 0 else None

    def extras(self, board: Board) -> list[Extra]:
        return [Extra(PURSE, most=MOST_TOKENS), Extra(LOANS, most=MOST_LOANS)]

    def lay_extra(self, state: State, seat: i64, extra: str, number: i64) -> None:
        """A purse as if it had come about by one payment, or by one toll received."""
        if extra == LOANS:
            state.counters[self.loans + seat] = number
            return
        state.counters[self.paid + seat] = max(self.first_tokens - number, 0)
        state.counters[self.received + seat] = max(number - self.first_tokens, 0)

    def components(self, board: Board) -> list[Component]:
        """Every purse in ones and fives, as much small change again for the bank, and loans for a poor game."""
        seats, tokens = board.players[1], number(self.params, "purse")
        fives = max(tokens - SMALL_CHANGE, 0) // LARGE_TOKEN
        ones = tokens - LARGE_TOKEN * fives
        return [
            Component("toll", (seats + 1) * ones, 1, token=True),
            Component("toll", seats * fives, LARGE_TOKEN, token=True),
            Component("loan", LOANS_EACH * seats, -number(self.params, "loan_cost")),
        ]

    def observed(self, game: Game) -> list[Observed]:
        return [
            Observed("tolls_paid", MOST_TOKENS, each="seat"),
            Observed("tolls_received", MOST_TOKENS, each="seat"),
            Observed("loans", MOST_LOANS, each="seat"),
        ]

    def telling(self, board: Board) -> list[Sentence]:
        return [
            Sentence("tolls.purse", {"purse": number(self.params, "purse")}, ("N1",)),
            Sentence("tolls.bank", {}, ("N2",)),
            Sentence("tolls.loan", {}, ("N3",)),
            Sentence("tolls.forced", {}, ("N4",)),
            Sentence("tolls.owner", {}, ("N5",)),
            Sentence("tolls.rank", {}, ("N8",)),
            *rank_sentences(self.params),
            Sentence("tolls.loan_cost", {"points": number(self.params, "loan_cost")}, ("N9",)),
        ]
