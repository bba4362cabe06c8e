"""A league: a ladder of bots whose ratings carry over from run to run.

    league = League(Path("league.jsonl"), LeaguePlan(boards=("amsterdam",), bots=("greedy", "planner")))
    league.play(rounds=10)
    print(league.ladder())

Every round is a small tournament of one line-up on one board: the one of which most is still to be learned. It is kept
on disk as a line, ratings are worked out from all lines, and bots and boards may be added at any time."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, Final

import ferrovia
from ferrovia.arena.intervals import wilson
from ferrovia.arena.lineups import Lineup, seatings
from ferrovia.arena.ratings import Rating, rate
from ferrovia.arena.responses import Response, measure, newest
from ferrovia.arena.results import GameResult
from ferrovia.arena.tournament import Tournament
from ferrovia.arena.tournament_plan import PlanError, TournamentPlan, table
from ferrovia.bots import Budget
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.version import RULES_VERSION

FORMAT: Final = 1
START: Final = Rating(25.0, 25.0 / 3)
SPREAD: Final = 25.0 / 6
"""How far a bot's play is from its rating in one game, as the model of the ratings has it."""


class LeagueError(FerroviaError):
    """A file that is no league, or one of other tables."""


@dataclass(frozen=True)
class LeaguePlan:
    boards: tuple[str, ...]
    bots: tuple[str, ...]
    seats: int = 2
    deals: int = 5
    """Of a round; each is played once in every seating."""
    seed: int = 1
    budget: Budget = field(default_factory=Budget)

    def check(self) -> None:
        self.tournament(0, self.boards[0], self.bots[: self.seats])
        TournamentPlan(self.boards, self.bots, seats=self.seats).check()
        if len(set(self.bots)) < self.seats:
            raise PlanError("arena.empty_seats", {"bots": len(set(self.bots)), "seats": self.seats})

    def tournament(self, round: int, board: str, lineup: Lineup) -> TournamentPlan:
        """A round has deals of its own, which no other round has."""
        games = self.deals * len(seatings(lineup))
        return TournamentPlan(
            (board,), lineup, games, self.seats, seed=self.seed * 1_000_003 + round, budget=self.budget
        )

    def names(self) -> dict[str, str]:
        return TournamentPlan(self.boards, self.bots).names


@dataclass(frozen=True)
class Round:
    """What was played of a line-up on a board, as a line of the file has it."""

    number: int
    board: str
    digest: str
    results: tuple[GameResult, ...]

    def data(self) -> dict[str, Any]:
        played = [result.data() for result in self.results]
        return {"round": self.number, "board": self.board, "digest": self.digest, "results": played}


@dataclass(frozen=True)
class Standing:
    """A bot on the ladder."""

    bot: str
    rating: float
    sigma: float
    games: int
    wins: float
    win_rate: float
    low: float
    high: float

    def data(self) -> dict[str, Any]:
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in vars(self).items()}


class League:
    """Everything that was ever played in it; `play` adds to that."""

    def __init__(self, file: Path, plan: LeaguePlan) -> None:
        plan.check()
        self.file, self.plan, self.rounds, self.responses = file, plan, list[Round](), list[Response]()
        self.ratings: dict[str, Rating] = {}
        self.met: dict[tuple[str, Lineup], int] = {}
        try:
            self.stream = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        except OSError as error:
            raise LeagueError("file.unwritable", {"file": str(file), "reason": error.strerror}) from None
        try:
            fcntl.flock(self.stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.read()
        except BlockingIOError:
            self.stream.close()
            raise LeagueError("journal.busy", {"file": str(file)}) from None
        except BaseException:
            self.stream.close()
            raise

    def close(self) -> None:
        self.stream.close()

    # --- the file ---------------------------------------------------------------------------------------
    def header(self) -> dict[str, Any]:
        return {"league": FORMAT, "seats": self.plan.seats, "seed": self.plan.seed, "rules": RULES_VERSION}

    def read(self) -> None:
        data = self.stream.read()
        whole, _, torn = data.rpartition(b"\n")
        if not whole:
            self.stream.seek(0)
            self.stream.truncate()
            self.store(self.header())
            return
        try:
            first, *lines = [json.loads(line) for line in whole.split(b"\n")]
            found = [read_line(line) for line in lines]
        except (ValueError, KeyError, TypeError):
            raise LeagueError("league.no_file", {"file": str(self.file)}) from None
        if not isinstance(first, dict) or "league" not in first:
            raise LeagueError("league.no_file", {"file": str(self.file)})
        for name, value in self.header().items():
            if first.get(name) != value:
                params: dict[str, object] = {
                    "file": str(self.file),
                    "name": name,
                    "there": str(first.get(name)),
                    "here": str(value),
                }
                raise LeagueError("league.other", params)
        self.stream.seek(len(data) - len(torn))
        self.stream.truncate()
        for line in found:
            if isinstance(line, Response):
                self.responses.append(line)
            else:
                self.learn(line)

    def store(self, line: dict[str, Any]) -> None:
        self.stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self.stream.flush()
        os.fsync(self.stream.fileno())

    def learn(self, round: Round) -> None:
        self.rounds.append(round)
        self.ratings = rate(round.results, self.ratings)
        key = round.board, tuple(sorted(seat.bot for seat in round.results[0].seats))
        self.met[key] = self.met.get(key, 0) + 1

    # --- playing ----------------------------------------------------------------------------------------
    def rating(self, bot: str) -> Rating:
        return self.ratings.get(bot, START)

    def next_match(self) -> tuple[str, Lineup]:
        """Where most is to be learned: unsure ratings, and games that either could win. Then what was played least."""
        names = list(dict.fromkeys(self.plan.bots))
        choices = [(board, lineup) for board in self.plan.boards for lineup in combinations(names, self.plan.seats)]
        return max(choices, key=lambda choice: (self.information(choice[1]) / (1 + self.times(choice)), choice[0]))

    def times(self, choice: tuple[str, Lineup]) -> int:
        return self.met.get((ids(choice[0]), tuple(sorted(choice[1]))), 0)

    def information(self, lineup: Lineup) -> float:
        """In bits, of the best pair of a line-up: how uncertain the result is, weighted by how unsure the ratings."""
        pairs = [(self.rating(one), self.rating(other)) for one, other in combinations(lineup, 2)]
        return max(entropy(chance(one, other)) * (one.sigma**2 + other.sigma**2) for one, other in pairs)

    def play(
        self, rounds: int, jobs: int | None = None, backend: str = "local", told: Callable[[Round], None] | None = None
    ) -> None:
        for _ in range(rounds):
            board, lineup = self.next_match()
            tournament = Tournament(self.plan.tournament(len(self.rounds), board, lineup))
            tournament.finish(jobs, backend)
            digest = table(board, self.plan.seats, ()).board.digest
            round = Round(len(self.rounds), ids(board), digest, tuple(tournament.results))
            self.store(round.data())
            self.learn(round)
            if told is not None:
                told(round)

    def respond(self, network: Path, games: int, jobs: int | None = None, backend: str = "local") -> None:
        """Measures how far the bot can be exploited that this network was trained against, and keeps that."""
        found = measure(network, games, seed=self.plan.seed, budget=self.plan.budget, jobs=jobs, backend=backend)
        self.store({"response": found.data()})
        self.responses.append(found)

    # --- what came out ----------------------------------------------------------------------------------
    def ladder(self, board: str | None = None) -> list[Standing]:
        """All bots that ever played, the best first; on one board, its win rates with the ratings of that board."""
        rounds = [round for round in self.rounds if board in (None, round.board)]
        results = [result for round in rounds for result in round.results]
        ratings = self.ratings if board is None else rate(results)
        names, found = self.plan.names(), list[Standing]()
        for bot in dict.fromkeys(seat.bot for result in results for seat in result.seats):
            seats = [seat for result in results for seat in result.seats if seat.bot == bot]
            wins = sum(seat.win for seat in seats)
            span = (wins / len(seats), *wilson(wins, len(seats)))
            found.append(Standing(names.get(bot, bot), *ratings[bot], len(seats), wins, *span))
        return sorted(found, key=lambda standing: (-standing.rating, standing.bot))

    def data(self) -> dict[str, Any]:
        """As `ferrovia league --json` prints it."""
        boards = dict.fromkeys(round.board for round in self.rounds)
        return {
            **self.header(),
            "ferrovia": ferrovia.__version__,
            "rounds": len(self.rounds),
            "games": sum(len(round.results) for round in self.rounds),
            "ladder": [standing.data() for standing in self.ladder()],
            "boards": {board: [standing.data() for standing in self.ladder(board)] for board in boards},
            "responses": [response.data() for response in newest(self.responses)],
        }


def ids(board: str) -> str:
    from ferrovia.boards import load

    return load(board).id


def read_line(line: dict[str, Any]) -> Round | Response:
    return Response(**line["response"]) if "response" in line else read_round(line)


def read_round(line: dict[str, Any]) -> Round:
    results = tuple(GameResult.read(result) for result in line["results"])
    if not results:
        raise ValueError("a round without games")
    return Round(int(line["round"]), str(line["board"]), str(line["digest"]), results)


def chance(one: Rating, other: Rating) -> float:
    """That the first is ahead, as their ratings have it (a logistic in place of the normal distribution)."""
    apart = sqrt(2 * SPREAD**2 + one.sigma**2 + other.sigma**2)
    return 1 / (1 + exp(-1.702 * (one.mu - other.mu) / apart))


def entropy(chance: float) -> float:
    sure = min(max(chance, 1e-9), 1 - 1e-9)
    return -(sure * log(sure) + (1 - sure) * log(1 - sure)) / log(2)
