"""Looks at the moves of a record one by one, in as many processes as are wanted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace as but
from functools import cached_property
from typing import Final

from ferrovia._workers import cores, spread
from ferrovia.analysis.analysis import Analysis, Evaluation, Judged
from ferrovia.bots import Budget
from ferrovia.bots.explain import explain
from ferrovia.bots.search.move_loss import judge
from ferrovia.bots.search.win_probability import NO_HURRY, Forecast
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State
from ferrovia.record import Record, RecordError, parse_action, positions, replay, settled, verify
from ferrovia.view import SPECTATOR, observe

DEFAULT: Final = Budget(iterations=2000)
ENDLESS: Final = 1 << 40
FORECAST: Final = 4
"""One part in so many of a move's budget is for the chances, the rest for the expert."""
OPINIONS, CHANCES = 1, 2
"""Streams of luck. Each number of a move has its own in both, so that nothing depends on who looks at which move."""


# --- one move ---------------------------------------------------------------------------------------------
class Examiner:
    """Looks at single moves of a record; it is sent to other processes and plays the record again there."""

    def __init__(self, record: Record, board: Board | None, budget: Budget, first: int) -> None:
        self.first = first  # of the moves to judge; of the position before it, only the chances are asked
        self.record = record
        self.board = board
        self.budget = budget

    @cached_property
    def states(self) -> list[State]:
        """After every number of moves."""
        return [position.state.clone() for position in positions(self.record, self.board)]

    @cached_property
    def forecast(self) -> Forecast:
        return Forecast(self.states[0].game)

    def __call__(self, number: int) -> Evaluation | Judged:
        evaluation = self.evaluation(number)
        return evaluation if number < self.first else self.judged(number, evaluation)

    def judged(self, number: int, evaluation: Evaluation, asked: int | None = None) -> Judged:
        """A move after which the chances are known, with the expert's opinion if the game is over and the seat that
        is asked about, if any, is the one that moved."""
        move, before = self.record.moves[number - 1], self.states[number - 1]
        judged = Judged(
            number=number,
            seat=move.seat,
            turn=0 if before.phase == FIRST_TICKETS else int(before.turns) + 1,
            played=parse_action(before.game, move.text),
            best=None,
            loss=None,
            error=None,
            chances=evaluation.chances,
            playouts=evaluation.playouts,
            row=tuple(before.market),
        )
        if self.record.result is None or asked not in (None, move.seat):
            return judged
        return self.with_opinion(judged, before)

    def evaluation(self, number: int) -> Evaluation:
        """Of a finished game all is known; of another one, what a spectator sees."""
        state = self.states[number]
        luck, effort = seeded(number, CHANCES), self.effort(1)
        if self.record.result is None:
            chances = self.forecast.of_view(observe(state, SPECTATOR), luck, *effort)
        else:
            chances = self.forecast.of_state(state, luck, *effort)
        return Evaluation(number, tuple(chances), int(self.forecast.playouts))

    def with_opinion(self, judged: Judged, state: State) -> Judged:
        view = observe(state, judged.seat)
        view.deciding = judged.seat  # first tickets are chosen by all at once
        judged = but(judged, offer=tuple(view.offer), why=explain(view, judged.played))
        if len(state.legal_for(judged.seat)) == 1:
            return but(judged, best=judged.played, loss=0.0, error=0.0, best_why=judged.why)
        luck, effort = seeded(judged.number, OPINIONS), self.effort(FORECAST - 1)
        opinion = judge(self.forecast.tables, view, judged.played, luck, *effort)
        best = int(opinion.best)
        why = judged.why if best == judged.played else explain(view, best)
        return but(judged, best=best, loss=max(opinion.loss, 0.0), error=opinion.error, best_why=why)

    def effort(self, parts: int) -> tuple[int, float]:
        """Playouts and seconds for so many parts of a move's budget."""
        iterations, seconds = self.budget.iterations, self.budget.seconds
        return (
            ENDLESS if iterations is None else max(iterations * parts // FORECAST, 1),
            NO_HURRY if seconds is None else seconds * parts / FORECAST,
        )


# --- a game -----------------------------------------------------------------------------------------------
def analyse(
    record: Record,
    budget: Budget = DEFAULT,
    board: Board | None = None,
    span: tuple[int, int | None] = (1, None),
    jobs: int | None = None,
    advance: Callable[[int], None] = lambda more: None,
) -> Analysis:
    """Looks at the moves of a span, both ends included. With a budget of iterations, `jobs` change nothing.

    A finished record is verified first. An unfinished one needs its seed or secret; it gives the chances as a
    spectator would see them, and no opinions of the expert. `advance` is told how many more moves are done."""
    if not record.moves:
        raise RecordError("analysis.no_moves")
    end = replay(record, board=board) if record.result is None else verify(record, board)
    record = settled(record)
    first, last = check_span(record, span)
    if budget.iterations is None and budget.seconds is None:
        budget = DEFAULT
    numbers = range(first - 1, last + 1)
    found: dict[int, Evaluation | Judged] = {}
    examiner = Examiner(record, board, budget, first)
    with closing(spread(examiner, numbers, min(jobs or cores(), len(numbers)))) as incoming:
        for one in incoming:
            found[one.number] = one
            advance(1)
    start, *moves = (found[number] for number in numbers)
    return Analysis(
        game=end.game,
        seats=tuple(record.seats),
        budget=budget,
        result=None if record.result is None else tuple(record.result),
        winners=tuple(standing.seat for standing in end.state.standings() if standing.place == 1 and end.state.over),
        start=Evaluation(start.number, start.chances, start.playouts),
        moves=tuple(move for move in moves if isinstance(move, Judged)),
    )


def check_span(record: Record, span: tuple[int, int | None]) -> tuple[int, int]:
    if not record.moves:  # all were taken back
        raise RecordError("analysis.no_moves")
    first, last = span[0], len(record.moves) if span[1] is None else span[1]
    for number in (first, last):
        if not 1 <= number <= len(record.moves):
            raise RecordError("record.no_such_move", {"move": number, "moves": len(record.moves)})
    if first > last:
        raise RecordError("analysis.span", {"start": first, "end": last})
    return first, last
