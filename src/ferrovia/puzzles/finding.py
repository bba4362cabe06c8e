"""Looks for puzzles in one game after the other: what a worker does."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, NamedTuple

from ferrovia.boards import new_game
from ferrovia.bots import Budget
from ferrovia.bots.explain import explain
from ferrovia.bots.guard import guard
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.search.search import ALL_CLAIMS, Search
from ferrovia.bots.search.tree_search import TreeSearch
from ferrovia.bots.tables import playout_tables
from ferrovia.engine.actions import decode_action, is_claim
from ferrovia.engine.chance import mix_seed, seeded
from ferrovia.engine.game import Game
from ferrovia.engine.phases import TURN
from ferrovia.engine.version import RULES_VERSION
from ferrovia.puzzles.plan import PuzzlePlan
from ferrovia.puzzles.puzzle import Puzzle, same_move
from ferrovia.record import format_action
from ferrovia.view import View, determinize, observe

NO_HURRY: Final = 1e9
SCREEN: Final = 120
"""Playouts for a first look at a position."""
SECOND_LOOK: Final = 800
SCREENED_MARGIN: Final = 0.05
FEWEST_CHOICES: Final = 5
"""Different moves there have to be."""
APART: Final = 6
"""Own decisions that two puzzles of one game are apart at least."""
TRIES: Final = 6
"""Of every level."""
LEVEL_BUDGET: Final = Budget(iterations=300)
GAMES, BOTS, LOOKS, PROOFS, MEASURES = range(1, 6)
"""Streams of luck."""


class Opinion(NamedTuple):
    """The best move of a search, the next best, and by how much it was ahead."""

    best: int
    second: int
    margin: float


class Choice(NamedTuple):
    """A decision of a game, and what came before it."""

    moves: tuple[tuple[int, str], ...]
    view: View


class Spot(NamedTuple):
    """A position of a game that may be a puzzle."""

    moves: tuple[tuple[int, str], ...]
    view: View
    is_surprising: bool
    """Whether the best move is another one than comes to a planner's mind."""


class Found(NamedTuple):
    """The puzzles of a game."""

    number: int
    puzzles: list[Puzzle]

    def data(self) -> dict[str, Any]:
        return {"number": self.number, "puzzles": [puzzle.data() for puzzle in self.puzzles]}

    @classmethod
    def read(cls, data: dict[str, Any]) -> Found:
        return cls(int(data["number"]), [Puzzle.read(one) for one in data["puzzles"]])


class Finder:
    """Looks through games of a plan. It is sent to every worker once, and builds its games there."""

    def __init__(self, plan: PuzzlePlan) -> None:
        self.plan = plan

    @cached_property
    def games(self) -> dict[int, Game]:
        return {players: new_game(self.plan.board, players) for players in self.plan.players}

    def __call__(self, number: int) -> Found:
        players = self.plan.players[number % len(self.plan.players)]
        spots = self.spots(self.games[players], number)
        spots.sort(key=lambda spot: not spot.is_surprising)
        found: list[Puzzle] = []
        for spot in spots:
            if len(found) == self.plan.per_game:
                break
            if all(far_apart(spot, puzzle) for puzzle in found):
                puzzle = self.prove(spot, number)
                if puzzle is not None:
                    found.append(puzzle)
        return Found(number, found)

    def spots(self, game: Game, number: int) -> list[Spot]:
        """The positions of a game that deserve a second look."""
        own = self.own_luck(number)
        spots: list[Spot] = []
        for moves, view in self.choices(game, number):
            looked = self.look(view, SCREEN, mix_seed(own, len(moves)), LOOKS)
            if looked is not None and looked[0].margin >= SCREENED_MARGIN:
                spots.append(Spot(moves, view, not same_move(view, looked[0].best, looked[1])))
        return spots

    def choices(self, game: Game, number: int) -> list[Choice]:
        """A game between planners: where somebody has a choice, of the rounds that are looked at."""
        own = self.own_luck(number)
        bots = [guard("planner", seeded(own, seat)) for seat in range(game.seats)]
        state = game.start(seeded(mix_seed(self.plan.seed, GAMES), number))
        moves: list[tuple[int, str]] = []
        found: list[tuple[int, Choice]] = []
        while not state.over:
            seat = int(state.seat)
            view, legal = observe(state, seat), list(state.legal_actions())
            if is_choice(view, legal):
                found.append((int(state.turns), Choice(tuple(moves), view)))
            action = bots[seat].choose(view, legal, Budget())
            moves.append((seat, format_action(game, action)))
            state.apply(action)
        first = int(state.turns) - self.plan.last_rounds * game.seats if self.plan.last_rounds else 0
        return [choice for turn, choice in found if turn >= first]

    def own_luck(self, number: int) -> int:
        return mix_seed(mix_seed(self.plan.seed, BOTS), number)

    def look(self, view: View, iterations: int, seed: int, stream: int) -> tuple[Opinion, int] | None:
        """The opinion of one search of playouts, and what came to its mind first."""
        search = Search(playout_tables(view.game), view.seat, seeded(seed, stream))
        return opinion_of(search, view, iterations)

    def prove(self, spot: Spot, number: int) -> Puzzle | None:
        """Longer searches, each with luck of its own, by playouts and by tree in turn: all have to agree clearly."""
        view, plan = spot.view, self.plan
        seed = mix_seed(mix_seed(plan.seed, PROOFS), number) ^ len(spot.moves)
        again = self.look(view, SECOND_LOOK, seed, LOOKS)
        if again is None or again[0].margin < plan.margin:
            return None
        best, opinions = again[0].best, []
        for place in range(plan.searches):
            kind = TreeSearch if place % 2 else Search
            search = kind(playout_tables(view.game), view.seat, seeded(seed, PROOFS + place))
            told = opinion_of(search, view, plan.iterations)
            if told is None or told[0].margin < plan.margin or not same_move(view, told[0].best, best):
                return None
            opinions.append(told[0])
        return self.puzzle(spot, number, best, opinions)

    def puzzle(self, spot: Spot, number: int, best: int, opinions: list[Opinion]) -> Puzzle:
        view, game = spot.view, spot.view.game
        return Puzzle(
            board=self.plan.board.id,
            digest=self.plan.board.digest,
            rules=RULES_VERSION,
            players=int(game.seats),
            seed=(mix_seed(self.plan.seed, GAMES), number),
            moves=spot.moves,
            seat=int(view.seat),
            answer=format_action(game, best),
            kind=decode_action(game, best).kind,
            reason=explain(view, best),
            margins=tuple(round(opinion.margin, 4) for opinion in opinions),
            second=format_action(game, opinions[0].second),
            solved=measure(view, best, number),
        )


def is_choice(view: View, legal: list[int]) -> bool:
    """At the beginning of a turn, with a lane to claim and enough else to do."""
    if view.phase != TURN or not any(is_claim(view.game, action) for action in legal):
        return False
    different: list[int] = []
    for action in legal:
        if not any(same_move(view, action, other) for other in different):
            different.append(action)
    return len(different) >= FEWEST_CHOICES


def opinion_of(search: Search, view: View, iterations: int) -> tuple[Opinion, int] | None:
    """Every lane that can be paid for is among what the search tries."""
    search.claims = ALL_CLAIMS
    best = int(search.choose(view, iterations, NO_HURRY))
    mine = next(one for one in search.field if one.action == best)
    others = [one for one in search.field if one.visits > 0 and not same_move(view, int(one.action), best)]
    if mine.visits == 0 or not others:
        return None
    second = max(others, key=lambda one: one.mean())
    return Opinion(best, int(second.action), mine.mean() - second.mean()), int(search.field[0].action)


def far_apart(spot: Spot, puzzle: Puzzle) -> bool:
    return abs(len(spot.moves) - len(puzzle.moves)) >= APART * puzzle.players


def measure(view: View, best: int, number: int) -> dict[str, float]:
    """How often each level finds the answer."""
    legal = list(legal_of(view))
    solved: dict[str, float] = {}
    for place, (name, _) in enumerate(LEVELS):
        right = 0
        for trial in range(TRIES):
            bot = guard(name, seeded(mix_seed(MEASURES, number), place * TRIES + trial))
            right += same_move(view, bot.choose(view, legal, LEVEL_BUDGET), best)
        solved[name] = round(right / TRIES, 3)
    return solved


def legal_of(view: View) -> list[int]:
    return [int(action) for action in determinize(view, seeded(0)).legal_for(view.seat)]
