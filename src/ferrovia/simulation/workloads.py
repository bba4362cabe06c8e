"""What is timed: games of every board, played in four ways, and batches of games as a learner plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.planner import board_tables
from ferrovia.bots.search.search import Search
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS, OVER
from ferrovia.engine.series import play_series, play_series_listed
from ferrovia.env.core.games import LONGEST, Games
from ferrovia.env.spec import spec
from ferrovia.view import observe

SEATS: Final = (2, 4)
SEED: Final = 1
BATCH: Final = 64
"""Games that a batch plays at once."""

Play = Callable[[int, int], int]
"""Plays games `start` … `start + count − 1` and returns the number of decisions."""


def sampled(game: Game) -> Play:
    """Every choice made without listing what there is to choose from."""
    return lambda start, count: play_series(game, SEED, start, count).decisions


def listed(game: Game) -> Play:
    """Every choice made from the list of legal actions."""
    return lambda start, count: play_series_listed(game, SEED, start, count).decisions


def from_python(game: Game) -> Play:
    """The loop in Python: `legal_actions` and `apply` called for every decision, as a bot writer would."""

    def play(start: int, count: int) -> int:
        decisions = 0
        for index in range(start, start + count):
            state = game.start(seeded(SEED, index))
            while state.phase != OVER:
                actions = state.legal_actions()
                state.apply(actions[decisions * 7919 % len(actions)])
                decisions += 1
        return decisions

    return play


def search(game: Game) -> Play:
    """The expert's search at the first turn of a game: each of its iterations is a game played to its end."""

    def play(start: int, count: int) -> int:
        state = game.start(seeded(SEED, start))
        while state.phase == FIRST_TICKETS:
            state.apply(state.legal_actions()[0])
        mind = Search(board_tables(game), state.seat, seeded(SEED))
        mind.choose(observe(state, state.seat), count, float("inf"))
        return mind.decisions

    return play


def batch(game: Game) -> Play:
    """A batch with observations and masks, one random action per game and step."""
    return stepping(Games(game, BATCH, SEED, True, LONGEST, None))


def bare_batch(game: Game) -> Play:
    """The same without observations and masks."""
    return stepping(Games(game, BATCH, SEED, False, LONGEST, None))


def stepping(games: Games) -> Play:
    """Steps until so many games have ended; those that go on are continued the next time."""

    def play(start: int, count: int) -> int:
        before, last = games.decisions, games.next_number + count
        while games.next_number < last:
            games.step(games.sample())
        return games.decisions - before

    return play


def batch_in_python(game: Game) -> Play:
    """The loop of a batch in Python: for every decision a view, its observation and its mask."""
    layout, luck = spec(game), seeded(SEED)

    def play(start: int, count: int) -> int:
        decisions = 0
        for index in range(start, start + count):
            state = game.start(seeded(SEED, index))
            while state.phase != OVER:
                actions = state.legal_actions()
                layout.encode(observe(state, state.seat))
                layout.mask(actions)
                state.apply(actions[luck.below(len(actions))])
                decisions += 1
        return decisions

    return play


MODES: dict[str, Callable[[Game], Play]] = {
    "random": sampled,
    "listed": listed,
    "python": from_python,
    "search": search,
    "batch": batch,
    "batch-bare": bare_batch,
    "batch-python": batch_in_python,
}
BATCHED: Final = "usa"
"""The board whose batches are timed."""


def row_names() -> list[str]:
    """Every board at each number of seats by sampling; lists, Python loops and searches at the smallest table; and the
    batches of one board."""
    ids = board_ids()
    names = [f"{id}-{seats}p-random" for id in ids for seats in SEATS]
    names += [f"{id}-{SEATS[0]}p-{mode}" for mode in ("listed", "python", "search") for id in ids]
    return names + [f"{BATCHED}-{SEATS[0]}p-{mode}" for mode in ("batch", "batch-bare", "batch-python")]


def game_of(name: str) -> Game:
    board, seats, _ = name.split("-", 2)
    return new_game(load(board), int(seats.removesuffix("p")))


def play_of(name: str) -> Play:
    return MODES[name.split("-", 2)[2]](game_of(name))
