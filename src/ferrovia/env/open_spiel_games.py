"""The interface of OpenSpiel. Importing this registers two games:

    pyspiel.load_game("ferrovia(board=berlin,seats=3)")    any board; the deal is sampled
    pyspiel.load_game("ferrovia_crossing")                 a tiny board whose every deal is a chance node: CFR solves it

Needs the extra `openspiel`."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel

from ferrovia.boards import board_ids, load, new_game
from ferrovia.engine.board import WILD, Board
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.game import Game
from ferrovia.engine.state import State
from ferrovia.env.core.games import LONGEST
from ferrovia.env.spec import Spec
from ferrovia.record.notation import format_action
from ferrovia.view import determinize, observe

DEALS: Final = 4096
"""Of a series: the chance node that a game begins with names one of them."""
CARDS: Final = 5
"""Two hands of two, and one in the row."""
CROSSING: Final = Path(__file__).parent / "crossing"
TABLE: Final = {"board": board_ids()[0], "seats": 2, "options": "", "series": 1}
"""The parameters of a game on any board, and what they are if nobody says."""


def game_type(short_name: str, long_name: str, chance: Any, parameters: dict[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


SAMPLED = game_type(
    "ferrovia",
    "Ferrovia",
    pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    TABLE,
)
EXPLICIT = game_type(
    "ferrovia_crossing", "Ferrovia: Crossing", pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC, {"points": False}
)


def game_info(game: Game, chance_outcomes: int, longest: int, most: float) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=int(game.actions),
        max_chance_outcomes=chance_outcomes,
        num_players=int(game.seats),
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=longest,
    )


@cache
def layout_of(game: Game) -> Spec:
    return Spec(game)


def read_switches(text: str) -> dict[str, bool]:
    """`tolls=on;neutral=off`."""
    pairs = [part.partition("=") for part in text.split(";") if part]
    return {name: switch == "on" for name, _, switch in pairs}


class Observer:
    """What a player sees: the observation of its seat, or, with perfect recall, all of them so far."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.layout, self.perfect_recall = layout_of(game), perfect_recall
        self.tensor = np.zeros(self.layout.size, np.float32)
        self.dict = {
            field.name: self.tensor[field.at : field.at + field.size].reshape(field.shape or (1,))
            for field in self.layout.fields
        }

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = 0 if state.position is None else np.asarray(state.row(player))

    def string_from(self, state: Any, player: int) -> str:
        if state.position is None:
            return "before the deal"
        return str(state.trail[player]) if self.perfect_recall else bytes(state.row(player)).hex()


class PositionState(pyspiel.State):
    """A position, for both games. Before the deal there is none.

    position: the engine's state
    trail: of every player, a digest of all that it has seen"""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.position: State | None = None
        self.trail: list[str] = []
        self.decisions = 0

    def begin(self, position: State) -> None:
        self.position = position
        self.trail = ["" for _ in range(position.game.seats)]
        self.look()

    def look(self) -> None:
        """Everybody sees what has become of the table."""
        for player, before in enumerate(self.trail):
            self.trail[player] = hashlib.sha1(before.encode() + bytes(self.row(player))).hexdigest()

    def row(self, player: int) -> memoryview:
        position = self.dealt()
        return layout_of(position.game).encode(observe(position, player))

    def dealt(self) -> State:
        assert self.position is not None, "the deal comes first"
        return self.position

    # --- what OpenSpiel asks ----------------------------------------------------------------------------
    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position is None else int(self.position.seat)

    def is_terminal(self) -> bool:
        return self.position is not None and (self.position.over or self.decisions >= LONGEST)

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in self.dealt().legal_actions()]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.deal(action)
            return
        self.position.apply(action)
        self.decisions += 1
        self.look()

    def deal(self, outcome: int) -> None:
        raise NotImplementedError

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return f"deal {action}"
        return format_action(self.position.game, action)

    def returns(self) -> list[float]:
        """Of every player: the share of the others behind it, less the share ahead of it."""
        seats = self.get_game().num_players()
        if self.position is None or not self.position.over:
            return [0.0] * seats
        place = {int(standing.seat): standing.place for standing in self.position.standings()}
        return [
            sum((place[other] > place[seat]) - (place[other] < place[seat]) for other in place) / (seats - 1)
            for seat in range(seats)
        ]

    def __str__(self) -> str:
        return "before the deal" if self.position is None else f"{self.position!r} {self.position.digest()[:16]}"


class Table(pyspiel.Game):
    """Any board. The first node is chance: it names one of DEALS deals of the series; all that follows is drawn by the
    engine, from the deal's own stream."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        told = {**TABLE, **(params or {})}
        self.table = new_game(load(told["board"]), int(told["seats"]), read_switches(told["options"]))
        self.series = int(told["series"])
        super().__init__(SAMPLED, game_info(self.table, DEALS, LONGEST, 1.0), params or {})

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.table, bool(iig_obs_type and iig_obs_type.perfect_recall))


class TableState(PositionState):
    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.table, self.series = game.table, game.series

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1 / DEALS) for number in range(DEALS)]

    def deal(self, outcome: int) -> None:
        self.begin(self.table.start(seeded(self.series, outcome)))

    def resample_from_infostate(self, player: int, sampler: Any) -> Any:
        """The same for this player, with everything that it does not know dealt anew."""
        luck = seeded(int(sampler() * 2**31)) if callable(sampler) else seeded(np.random.randint(2**31))
        twin = self.clone()
        twin.position = determinize(observe(self.dealt(), player), luck)
        return twin


# --- the tiny board -------------------------------------------------------------------------------------
@cache
def crossing() -> Board:
    """With five cards that are all alike. The format of boards wants wilds, and a full row of cards: that would be
    too many deals to solve."""
    board = load(CROSSING)
    (colour,) = (card for card in board.deck if card != WILD)
    return replace(board, deck={colour: CARDS, WILD: 0})


class Crossing(pyspiel.Game):
    """Two players, five cards of one colour, three tickets. Chance deals tickets one at a time, and that is all the
    luck there is. With `points`, returns are the difference in points instead of who has won."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.points = bool((params or {}).get("points", False))
        self.table = new_game(crossing(), 2, None, 0)
        most = 30.0 if self.points else 1.0
        super().__init__(EXPLICIT, game_info(self.table, int(self.table.tickets), 60, most), params or {})

    def new_initial_state(self) -> CrossingState:
        return CrossingState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.table, bool(iig_obs_type and iig_obs_type.perfect_recall))


class CrossingState(PositionState):
    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.table, self.points = game.table, game.points
        self.order: list[int] = []
        """The tickets dealt so far, top of the deck first."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [ticket for ticket in range(self.table.tickets) if ticket not in self.order]
        return [(ticket, 1 / len(left)) for ticket in left]

    def deal(self, outcome: int) -> None:
        self.order.append(outcome)
        if len(self.order) == self.table.tickets:
            self.begin(self.table.start(stacked(self.table, self.order)))

    def returns(self) -> list[float]:
        if self.points and self.position is not None and self.position.over:
            one, other = self.position.scores()
            return [float(one - other), float(other - one)]
        return super().returns()


def stacked(game: Game, order: list[int]) -> Chance:
    """Luck that shuffles the tickets into this order. The cards are all alike, so that it doesn't matter which comes:
    those words are zero, and so is what follows."""
    deck, picks = list(range(game.tickets)), list[int]()
    for index in range(len(deck) - 1, 0, -1):  # as tickets.shuffle goes
        picks.append(deck.index(order[index]))
        deck[index], deck[picks[-1]] = deck[picks[-1]], deck[index]
    words = [0] * dealt_cards(game) + picks
    return Chance(0, b"stacked", 0, b"".join(word.to_bytes(4, "big") for word in words), 0)


@cache
def dealt_cards(game: Game) -> int:
    """Words that a deal takes before it shuffles the tickets."""
    probe = game.start(Chance(0, b"stacked", 0, bytes(4 * 64), 0))
    return int(probe.chance.used) // 4 - (int(game.tickets) - 1)


pyspiel.register_game(SAMPLED, Table)
pyspiel.register_game(EXPLICIT, Crossing)
