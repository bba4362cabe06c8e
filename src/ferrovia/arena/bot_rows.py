"""A tournament in numbers: a row per bot.

A row counts seats: a bot that sits twice at a table has played two games there. So the wins of all rows add up to the
games played, and a rate is comparable whether a bot sat alone or beside its copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Final, NamedTuple

from ferrovia.arena.intervals import around_mean, wilson
from ferrovia.arena.ratings import Rating, rate
from ferrovia.arena.results import GameResult, SeatResult
from ferrovia.arena.tournament_plan import TournamentPlan, table

DIGITS: Final = 6


class PlayedSeat(NamedTuple):
    """One seat of one game."""

    game: GameResult
    seat: SeatResult


@dataclass(frozen=True)
class WinRate:
    """Wins in a number of games. A victory shared by k counts 1/k."""

    games: int
    wins: float
    win_rate: float
    low: float
    high: float


@dataclass(frozen=True)
class BotRow:
    bot: str
    games: int
    wins: float
    win_rate: float
    low: float
    high: float
    rating: float
    mean_score: float
    ms_per_move: float
    rating_sigma: float
    score_low: float
    score_high: float
    lines: dict[str, float]
    """Mean points by kind of ledger line; their sum is the mean score."""
    tickets_kept: float
    tickets_completed: float
    turns: float
    """Mean length of its games, in turns of all players together."""
    moves: float
    """Mean number of its own decisions in a game."""
    branching: float
    """Mean number of legal actions it chose from."""
    faults: int
    fault: str
    """The first of them in short, or nothing."""
    against: dict[str, WinRate]
    """What it won of the games in which each other bot sat, too."""

    def data(self) -> dict[str, Any]:
        """As JSON has it, without digits that mean nothing."""
        data: dict[str, Any] = rounded(asdict(self))
        return data


def rows_of(plan: TournamentPlan, results: Sequence[GameResult]) -> list[BotRow]:
    """The rows of one board's games, the best bot first."""
    seats: dict[str, list[PlayedSeat]] = {}
    for game in results:
        for seat in game.seats:
            seats.setdefault(seat.bot, []).append(PlayedSeat(game, seat))
    ratings = rate(results)
    lines = table(results[0].board, plan.seats, plan.options).line_names if results else []
    rows = [row_of(plan, played, ratings[bot], lines) for bot, played in seats.items()]
    return sorted(rows, key=lambda row: (-row.win_rate, -row.rating, row.bot))


def row_of(plan: TournamentPlan, played: Sequence[PlayedSeat], rating: Rating, line_names: Sequence[str]) -> BotRow:
    rate = win_rate_of(played)
    seats = [seat for _, seat in played]
    moves = max(sum(seat.moves for seat in seats), 1)
    scores = [float(seat.score) for seat in seats]
    score_low, score_high = around_mean(scores)
    return BotRow(
        bot=plan.names[seats[0].bot],
        **asdict(rate),
        rating=rating.mu,
        mean_score=fmean(scores),
        ms_per_move=1000 * sum(seat.seconds for seat in seats) / moves,
        rating_sigma=rating.sigma,
        score_low=score_low,
        score_high=score_high,
        lines={name: fmean(seat.lines.get(name, 0) for seat in seats) for name in line_names},
        tickets_kept=fmean(seat.kept for seat in seats),
        tickets_completed=fmean(seat.completed for seat in seats),
        turns=fmean(game.turns for game, _ in played),
        moves=moves / len(seats),
        branching=sum(seat.choices for seat in seats) / moves,
        faults=sum(seat.faults for seat in seats),
        fault=next((seat.fault for seat in seats if seat.fault), ""),
        against={plan.names[other]: win_rate_of(met) for other, met in meetings(played).items()},
    )


def win_rate_of(played: Sequence[PlayedSeat]) -> WinRate:
    wins = sum(seat.win for _, seat in played)
    return WinRate(len(played), wins, wins / len(played), *wilson(wins, len(played)))


def meetings(played: Sequence[PlayedSeat]) -> dict[str, list[PlayedSeat]]:
    """The seats of one bot, by the other bots at the table."""
    met: dict[str, list[PlayedSeat]] = {}
    for game, seat in played:
        for other in dict.fromkeys(opponent.bot for opponent in game.seats):
            if other != seat.bot:
                met.setdefault(other, []).append(PlayedSeat(game, seat))
    return met


def used_lines(rows: Sequence[BotRow]) -> list[str]:
    """The kinds of ledger lines that anybody ever had."""
    names = rows[0].lines if rows else {}
    return [name for name in names if any(row.lines[name] for row in rows)]


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return round(value, DIGITS) if isinstance(value, float) else value
