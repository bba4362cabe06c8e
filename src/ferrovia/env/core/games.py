"""Many games of one table advanced together: what a batch runs for every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from ferrovia.engine import turn
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import Refusal
from ferrovia.engine.game import Game
from ferrovia.engine.phases import OVER
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.env.core.encoder import Encoder, write_mask
from ferrovia.view.view import View, observe

POLICY_STREAM: Final = 0x5EED
LONGEST: Final = 3000
"""Decisions of a game, if nothing else is asked for: a board may have games that never end by themselves."""


class Player(Protocol):
    """Who plays a seat inside the batch."""

    def answer(self, view: View, actions: list[int]) -> int: ...


Players = Callable[[int], list[Player | None]]
"""Game number → who plays each seat; None for a seat whose actions come from outside."""


@mypyc_attr(acyclic=True)
class Games:
    """`count` games. Game number n of a batch has the deal of `game.start(seeded(seed, n))`, whoever plays it.

    Row i of every table is about the game that is played at place i: `numbers[i]` says which, `seats[i]` whose action
    is awaited. A game that ends is scored in `rewards`, `scores` and `done` (or `cut`, if it took too long), its last
    observation is kept in `finals`, and the next one is dealt at its place. Its games are number `first` and every
    `stride`th after it, so that several can share a series."""

    def __init__(
        self,
        game: Game,
        count: i64,
        seed: i64,
        observing: bool,
        longest: i64,
        players: Players | None,
        first: i64 = 0,
        stride: i64 = 1,
    ) -> None:
        self.game: Game = game
        self.count: i64 = count
        self.seed: i64 = seed
        self.observing: bool = observing
        self.longest: i64 = longest
        self.first: i64 = first
        self.stride: i64 = stride
        self.players: Players | None = players
        self.encoder: Encoder = Encoder(game)
        self.policy: RandomPolicy = RandomPolicy(game, seeded(seed ^ POLICY_STREAM, first))
        rows: i64 = count if observing else 0
        self.size: i64 = self.encoder.size
        self.observations: vec[i16] = vec[i16]([0] * (rows * self.size))
        self.finals: vec[i16] = vec[i16]([0] * (rows * self.size))
        self.masks: vec[u8] = vec[u8]([0] * (rows * game.actions))
        self.rewards: vec[float] = vec[float]([0.0] * (count * game.seats))
        self.scores: vec[i64] = vec[i64]([0] * (count * game.seats))
        self.done: vec[u8] = vec[u8]([0] * count)
        self.cut: vec[u8] = vec[u8]([0] * count)
        self.seats: vec[i64] = vec[i64]([0] * count)
        self.numbers: vec[i64] = vec[i64]([0] * count)
        self.lengths: vec[i64] = vec[i64]([0] * count)
        self.next_number: i64 = first
        self.decisions: i64 = 0
        self.states: list[State] = []
        self.seated: list[list[Player | None]] = []
        self.legal: list[vec[i64]] = []
        for _ in range(count):
            self.states.append(deal(game, seeded(seed)))
            self.seated.append([])
            self.legal.append(vec[i64]())
        self.reset(seed)

    def reset(self, seed: i64) -> None:
        """New games everywhere, numbered from the first."""
        self.seed = seed
        self.policy.chance = seeded(seed ^ POLICY_STREAM, self.first)
        self.next_number = self.first
        place: i64
        for place in range(self.count):
            self.clear(place)
            self.begin(place)
            self.settle(place)

    def begin(self, place: i64) -> None:
        """The next game of the series, at this place."""
        number = self.next_number
        self.next_number += self.stride
        self.numbers[place] = number
        self.lengths[place] = 0
        self.states[place] = deal(self.game, seeded(self.seed, number))
        if self.players is not None:
            self.seated[place] = self.players(number)

    # --- a step -----------------------------------------------------------------------------------------
    def step(self, actions: vec[i64]) -> None:
        """One action for every game, by the seat that is to move. Refuses illegal ones before anything is done, if the
        batch has masks; without, the games before that one have moved."""
        if len(actions) != self.count:
            raise Refusal("batch.actions", {"given": len(actions), "needed": self.count})
        if self.observing:
            self.check(actions)
        place: i64
        for place in range(self.count):
            self.clear(place)
            turn.apply(self.states[place], actions[place])
            self.lengths[place] += 1
            self.decisions += 1
            self.settle(place)

    def check(self, actions: vec[i64]) -> None:
        width = self.game.actions
        place: i64
        for place in range(self.count):
            action = actions[place]
            if action < 0 or action >= width or self.masks[place * width + action] == 0:
                raise Refusal("batch.illegal", {"place": place, "action": action})

    def clear(self, place: i64) -> None:
        """What the last step told."""
        if self.done[place] == 0 and self.cut[place] == 0:
            return
        self.done[place] = 0
        self.cut[place] = 0
        seat: i64
        for seat in range(self.game.seats):
            self.rewards[place * self.game.seats + seat] = 0.0

    def settle(self, place: i64) -> None:
        """Lets players inside the batch move, and deals anew, until an action from outside is needed."""
        while True:
            state = self.states[place]
            if state.phase == OVER:
                self.end(place, state)
            elif self.lengths[place] >= self.longest:
                self.cut_short(place, state)
            elif len(self.seated[place]) > 0 and self.ask(place, state):
                self.lengths[place] += 1
                self.decisions += 1
            else:
                break
        self.seats[place] = state.seat
        if self.observing:
            self.show(place, state)

    def ask(self, place: i64, state: State) -> bool:
        """False if nobody inside the batch plays this seat."""
        player = self.seated[place][state.seat]
        if player is None:
            return False
        actions = [int(action) for action in turn.legal_actions(state)]
        turn.apply(state, player.answer(observe(state, int(state.seat)), actions))
        return True

    def show(self, place: i64, state: State) -> None:
        self.encoder.encode_state(state, state.seat, self.observations, place * self.size)
        base = place * self.game.actions
        write_mask(self.legal[place], self.masks, base, 0)
        actions = turn.legal_actions(state)
        write_mask(actions, self.masks, base, 1)
        self.legal[place] = actions

    # --- the end of a game ------------------------------------------------------------------------------
    def end(self, place: i64, state: State) -> None:
        """Everybody's reward: the share of the others it is ahead of, less the share that is ahead of it."""
        base = place * self.game.seats
        others = float(self.game.seats - 1)
        order = state.standings()
        for standing in order:
            behind = 0
            ahead = 0
            for other in order:
                if other.place > standing.place:
                    behind += 1
                elif other.place < standing.place:
                    ahead += 1
            self.rewards[base + standing.seat] = float(behind - ahead) / others
            self.scores[base + standing.seat] = standing.score
        self.done[place] = 1
        self.keep_final(place, state)
        self.begin(place)

    def cut_short(self, place: i64, state: State) -> None:
        """Nobody has won; the scores are those so far."""
        scores = state.scores()
        seat: i64
        for seat in range(self.game.seats):
            self.scores[place * self.game.seats + seat] = scores[seat]
        self.cut[place] = 1
        self.keep_final(place, state)
        self.begin(place)

    def keep_final(self, place: i64, state: State) -> None:
        """As the seat sees it whose action came last from outside."""
        if self.observing:
            self.encoder.encode_state(state, self.seats[place], self.finals, place * self.size)

    # --- random play ------------------------------------------------------------------------------------
    def sample(self) -> vec[i64]:
        """A legal action for every game, all equally likely."""
        actions = vec[i64]([0] * self.count)
        chance = self.policy.chance
        place: i64
        for place in range(self.count):
            if self.observing:
                legal = self.legal[place]
                actions[place] = legal[chance.below(len(legal))]
            else:
                actions[place] = self.policy.choose(self.states[place])
        return actions

    def play_random(self, steps: i64) -> None:
        """So many steps with such actions."""
        for _ in range(steps):
            self.step(self.sample())
