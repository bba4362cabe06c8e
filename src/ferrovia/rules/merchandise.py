"""Merchandise (A1–A3): a marked lane gives one card; most cards, most points at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.board import Board, Lane
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Ledger
from ferrovia.engine.params import Told
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.engine.telling import Component, Extra, Mark, Observed, Sentence, Term
from ferrovia.engine.values import LedgerLine
from ferrovia.rules.shared.columns import YES, check_flag, check_number, number, read_flags
from ferrovia.rules.shared.rank_bonus import UNRANKED, check_rank, rank_points, rank_sentences, rank_table

COLUMN = "cart"
MARK: Final = "cart"
GLYPH: Final = "M-1-.62L-.66-.62-.42.3H.62L.92-.42H-.5M-.24.34A.21.21 0 1 0-.23.34M.44.34A.21.21 0 1 0 .45.34"
CARD_WORTH: Final = 20
"""Tenths of a point that bots gain by a card; found by play (docs/bots.md)."""


class Merchandise(Rule):
    LANE_COLUMNS = (COLUMN,)
    PARAMS = ("cards", "rank")
    FLAGS = (COLUMN,)
    USUAL: ClassVar[Mapping[str, object]] = {
        "cards": 16,
        "rank": {"2": [8, 4], "3": [8, 5, 2], "4": [8, 6, 4, 2]},
    }
    PICTURE = "crate"
    EVENTS: ClassVar[Mapping[str, Told]] = {"merchandise.taken": Told()}

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[tuple[str, int, str, str]]:
        problems = check_flag(board, COLUMN)
        for reason in (check_number(params, "cards"), check_rank(params, board.players)):
            if reason:
                problems.append(("board.toml", 0, "merchandise", reason))
        return problems

    def bind(self, game: Game) -> None:
        self.marked = read_flags(game, COLUMN)
        self.supply: i64 = number(self.params, "cards")
        self.table = rank_table(self.params, game.seats)
        self.taken = game.add_counter("merchandise", game.seats)
        self.left = game.add_counter("merchandise_left", 1)
        self.line = game.add_line("merchandise")

    def setup(self, state: State) -> None:
        state.counters[self.left] = self.supply

    def after_claim(self, state: State, seat: i64, lane: i64) -> None:
        """A1: one card, whatever the length, while cards last."""
        if self.marked[lane] == 0 or state.counters[self.left] == 0:
            return
        state.counters[self.left] -= 1
        state.counters[self.taken + seat] += 1
        if state.log is not None:
            state.log.append(Event("merchandise.taken", int(seat), {"ruling": "A1"}))

    def score(self, state: State, ledger: Ledger) -> None:
        """A2: by rank; no card, no bonus."""
        seats = state.game.seats
        counts = state.counters[self.taken : self.taken + seats]
        ranked = vec[i64]([count if count > 0 else UNRANKED for count in counts])
        points = rank_points(ranked, self.table)
        seat: i64
        for seat in range(seats):
            if points[seat] != 0:
                ledger.add(self.line, seat, points[seat], counts[seat])

    def terms(self, state: State, seat: i64, lane: i64) -> list[Term]:
        if self.marked[lane] == 0:
            return []
        left = state.counters[self.left]
        return [Term("merchandise", {"left": left}) if left > 0 else Term("merchandise.none")]

    def mark(self, lane: Lane) -> Mark | None:
        return Mark(MARK, glyph=GLYPH) if lane.columns.get(COLUMN) == YES else None

    def worth(self, lane: i64) -> i64:
        return CARD_WORTH * self.marked[lane]

    def lit(self, state: State, line: LedgerLine) -> list[int]:
        """The marked lanes of the seat: where its cards come from."""
        return [i for i, owner in enumerate(state.owner) if owner == line.seat and self.marked[i] == 1]

    def extras(self, board: Board) -> list[Extra]:
        cards = number(self.params, "cards")
        return [Extra("merchandise", most=cards, together=cards, mark=MARK)]

    def lay_extra(self, state: State, seat: i64, extra: str, number: i64) -> None:
        state.counters[self.left] -= number
        state.counters[self.taken + seat] = number

    def components(self, board: Board) -> list[Component]:
        return [Component("merchandise", number(self.params, "cards"), glyph=GLYPH)]

    def observed(self, game: Game) -> list[Observed]:
        cards = number(self.params, "cards")
        return [Observed("merchandise", cards, each="seat"), Observed("merchandise_left", cards)]

    def telling(self, board: Board) -> list[Sentence]:
        return [
            Sentence("merchandise.card", {"cards": number(self.params, "cards")}, ("A1",)),
            Sentence("merchandise.public"),
            Sentence("merchandise.rank", {}, ("A2",)),
            *rank_sentences(self.params),
        ]
