"""Playing the games of a plan: what a worker does, wherever it is."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from ferrovia.arena.results import GameResult, SeatResult
from ferrovia.arena.tournament_plan import Fixture, TournamentPlan, table
from ferrovia.bots import Budget
from ferrovia.bots.entrants import bot_of, budget_of
from ferrovia.bots.guard import Guarded, guard
from ferrovia.engine.state import State
from ferrovia.view import observe


class Chunk(NamedTuple):
    """Games of one matchup, for one worker to play in one go."""

    plan: TournamentPlan
    numbers: tuple[int, ...]


class Played(NamedTuple):
    results: list[GameResult]
    seconds: float


@dataclass
class SeatedBot:
    """A bot in its seat, and what is counted for it."""

    bot: Guarded
    budget: Budget
    moves: int = 0
    choices: int = 0
    seconds: float = 0.0

    def act(self, state: State) -> None:
        view = observe(state, state.seat)
        actions = list(state.legal_actions())
        begin = perf_counter()
        action = self.bot.choose(view, actions, self.budget)
        self.seconds += perf_counter() - begin
        self.moves += 1
        self.choices += len(actions)
        state.apply(action)


def play_chunk(chunk: Chunk) -> Played:
    begin = perf_counter()
    results = [play_game(chunk.plan, number) for number in chunk.numbers]
    return Played(results, perf_counter() - begin)


def play_game(plan: TournamentPlan, number: int) -> GameResult:
    """One game of the plan, with bots made for it alone. Always the same, but for its times and timed budgets."""
    fixture = plan.fixture(number)
    players = [
        SeatedBot(guard(bot_of(entrant), chance), budget_of(entrant, plan.budget))
        for entrant, chance in zip(fixture.seating, fixture.streams, strict=True)
    ]
    state = table(fixture.board, plan.seats, plan.options).start(fixture.deal)
    while not state.over:
        players[state.seat].act(state)
    return result_of(number, fixture, state, players)


def result_of(number: int, fixture: Fixture, state: State, players: list[SeatedBot]) -> GameResult:
    standings = {standing.seat: standing for standing in state.standings()}
    winners = sum(standing.place == 1 for standing in standings.values())
    ledger = state.ledger()
    seats = []
    for seat, player in enumerate(players):
        lines: dict[str, int] = {}
        for line in ledger:
            if line.seat == seat:
                lines[line.rule] = lines.get(line.rule, 0) + line.points
        tickets = [line.points for line in ledger if line.rule == "ticket" and line.seat == seat]
        place = standings[seat].place
        faults = player.bot.faults
        seats.append(
            SeatResult(
                bot=fixture.seating[seat],
                place=place,
                win=1 / winners if place == 1 else 0.0,
                score=standings[seat].score,
                lines=lines,
                kept=len(tickets),
                completed=sum(points > 0 for points in tickets),
                moves=player.moves,
                choices=player.choices,
                faults=len(faults),
                fault=f"{faults[0].kind}: {faults[0].message}" if faults else "",
                seconds=round(player.seconds, 6),
            )
        )
    return GameResult(number, fixture.board, fixture.round, int(state.first), int(state.turns), tuple(seats))
