"""What is to be played: every game of a tournament has a number, and everything about it follows from that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

import ferrovia
from ferrovia.arena.lineups import FORMATS, Lineup, seatings
from ferrovia.boards import load, new_game
from ferrovia.boards.digest import digest
from ferrovia.bots import Budget, entrants
from ferrovia.engine.chance import Chance, mix_seed, seeded
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.game import Game
from ferrovia.engine.version import RULES_VERSION
from ferrovia.simulation.series import BOT_STREAM


class PlanError(FerroviaError):
    """A tournament that can't be played."""


class Matchup(NamedTuple):
    """A line-up on a board. It plays `plan.games` games."""

    board: str
    lineup: Lineup


class Fixture(NamedTuple):
    """One game: who sits where, and the deal, which all seatings of a line-up share."""

    board: str
    lineup: Lineup
    round: int
    """Of this matchup. Games of one round and matchup have one deal."""
    seating: Lineup
    deal: Chance
    streams: list[Chance]
    """Each seat's own luck."""


@dataclass(frozen=True)
class TournamentPlan:
    boards: tuple[str, ...]
    """Ids or folders."""
    bots: tuple[str, ...]
    """Names, `file.py:Name`, or either with a budget of its own (`expert@0.2s`)."""
    games: int = 100
    """Of every line-up on every board."""
    seats: int = 2
    format: str = "round-robin"
    seed: int = 1
    options: tuple[tuple[str, bool], ...] = ()
    budget: Budget = field(default_factory=Budget)

    def check(self) -> None:
        """Refuses before anything is played what could not be."""
        if self.format not in FORMATS:
            raise PlanError("arena.format", {"format": self.format, "known": list(FORMATS)})
        if len(self.bots) < 2:
            raise PlanError("arena.two_bots")
        for bot in self.bots:
            entrants.check(bot)
        for board in self.boards:
            table(board, self.seats, self.options)
        if not self.lineups:
            raise PlanError("arena.empty_seats", {"bots": len(self.bots), "seats": self.seats})

    @cached_property
    def lineups(self) -> list[Lineup]:
        return FORMATS[self.format](self.bots, self.seats)

    @cached_property
    def names(self) -> dict[str, str]:
        """What the bots are called where people read it."""
        return entrants.names_of(self.bots)

    @cached_property
    def matchups(self) -> list[Matchup]:
        return [Matchup(board, lineup) for board in self.boards for lineup in self.lineups]

    @property
    def numbers(self) -> range:
        """Of all games, matchup by matchup."""
        return range(len(self.matchups) * self.games)

    def matchup_of(self, number: int) -> Matchup:
        return self.matchups[number // self.games]

    def fixture(self, number: int) -> Fixture:
        """Nothing in it depends on the other matchups: a bot more or less changes no other game."""
        board, lineup = self.matchup_of(number)
        index = number % self.games
        turns = seatings(lineup)
        round, seating = divmod(index, len(turns))
        own = mix_seed(self.seed ^ BOT_STREAM, index)
        streams = [seeded(own, seat) for seat in range(self.seats)]
        return Fixture(board, lineup, round, turns[seating], seeded(self.seed, round), streams)

    def facts(self) -> dict[str, object]:
        """All that the results depend on, as plain data: what a file of results belongs to."""
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        plain["options"] = dict(self.options)
        boards = [digest(load(board)) for board in self.boards]
        return {**plain, "digests": boards, "rules": RULES_VERSION, "ferrovia": ferrovia.__version__}

    def table_facts(self, board: str) -> dict[str, object]:
        """What the games of a board were played with, for whoever finds their results alone."""
        game = table(board, self.seats, self.options)
        return {
            "seed": self.seed,
            "seats": self.seats,
            "options": {name: bool(value) for name, value in sorted(game.options.items())},
            "digest": game.board.digest,
            "rules": RULES_VERSION,
            "ferrovia": ferrovia.__version__,
        }


@cache
def table(board: str, seats: int, options: tuple[tuple[str, bool], ...]) -> Game:
    return new_game(load(board), seats, dict(options))


def line_names(plan: TournamentPlan) -> Iterator[str]:
    """The kinds of ledger lines that can occur, in the order in which ledgers have them."""
    seen = (name for board in plan.boards for name in table(board, plan.seats, plan.options).line_names)
    yield from dict.fromkeys(seen)
