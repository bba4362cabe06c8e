"""How far a bot can be exploited: what a network reaches that learned to beat this one bot and nothing else.

The bot is frozen, the network was trained against it (`examples/learning/ppo.py --opponent BOT`) and knows in its file
whom it met. Its share of wins, on deals it never saw, is a lower bound: a better learner could find more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from ferrovia.arena.intervals import wilson
from ferrovia.arena.results import GameResult
from ferrovia.arena.tournament import Tournament
from ferrovia.arena.tournament_plan import TournamentPlan, table
from ferrovia.bots import Budget
from ferrovia.engine.errors import FerroviaError

MEASURING: Final = 0xBE57
"""The deals are of a seed that nobody trains with."""


class ResponseError(FerroviaError):
    """A network of which nobody knows whom it was trained against."""


@dataclass(frozen=True)
class Response:
    """A frozen bot, and what the network that learned to beat it reached."""

    bot: str
    response: str
    board: str
    digest: str
    seats: int
    updates: int
    """How often the network has learned."""
    games: int
    win_rate: float
    low: float
    high: float
    margin: float
    """Points ahead of the best other seat, on average."""

    def data(self) -> dict[str, Any]:
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in asdict(self).items()}


def measure(
    file: Path,
    games: int,
    *,
    seed: int = 1,
    budget: Budget | None = None,
    jobs: int | None = None,
    backend: str = "local",
) -> Response:
    """Lets a network play the bot that it was trained against, every deal in every seating."""
    from ferrovia.env.learned import Network

    facts = Network.load(file).facts
    bot, board, seats = facts.get("opponent"), facts.get("board"), facts.get("seats")
    if not isinstance(bot, str) or not isinstance(board, str) or not isinstance(seats, int):
        raise ResponseError("league.no_response", {"file": str(file)})
    plan = TournamentPlan(
        (board,), (str(file), bot), games, seats, "challenge", seed ^ MEASURING, budget=budget or Budget()
    )
    plan.check()
    tournament = Tournament(plan)
    tournament.finish(jobs, backend)
    played = list(tournament.results)
    wins = sum(seat.win for result in played for seat in result.seats if seat.bot == str(file))
    return Response(
        bot=bot,
        response=plan.names[str(file)],
        board=board,
        digest=table(board, seats, ()).board.digest,
        seats=seats,
        updates=int(facts.get("updates", 0)),
        games=len(played),
        win_rate=wins / len(played),
        low=wilson(wins, len(played))[0],
        high=wilson(wins, len(played))[1],
        margin=fmean(ahead(result, str(file)) for result in played),
    )


def ahead(result: GameResult, name: str) -> int:
    own = next(seat.score for seat in result.seats if seat.bot == name)
    return own - max(seat.score for seat in result.seats if seat.bot != name)


def newest(responses: Sequence[Response]) -> list[Response]:
    """The last one of every bot, table and network, those first that reach most."""
    last = {(one.bot, one.board, one.seats, one.response): one for one in responses}
    return sorted(last.values(), key=lambda one: (-one.win_rate, one.bot, one.response))
