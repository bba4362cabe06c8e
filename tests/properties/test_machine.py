"""A state machine over all tables: Hypothesis picks the table, the luck and the moves, and looks for what breaks."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from properties.profiles import DEEP, PROFILE
from properties.referee import OUTSIDE, Referee
from properties.tables import Table, tables

seeds = st.integers(0, 2**62)
sources = seeds | st.binary(min_size=32, max_size=32)
integers = st.sampled_from(OUTSIDE) | st.integers(-3, 2000) | st.integers(-(2**63), 2**63 - 1)


class GameMachine(RuleBasedStateMachine):
    """One game. The referee checks every account after every action; the rules here say what is tried on it."""

    referee: Referee

    @initialize(table=st.sampled_from(tables()), source=sources, first=st.integers(-1, 1))
    def lay_the_table(self, table: Table, source: int | bytes, first: int) -> None:
        self.referee = Referee(table, source, first)

    def running(self) -> bool:
        return not self.referee.state.over

    @precondition(running)
    @rule(pick=st.integers(0, 10**6))
    def act(self, pick: int) -> None:
        legal = self.referee.state.legal_actions()
        self.referee.apply(legal[pick % len(legal)])

    @precondition(running)
    @rule(decisions=st.integers(1, 40), seed=seeds)
    def play_on(self, decisions: int, seed: int) -> None:
        self.referee.play(decisions, RandomPolicy(self.referee.game, seeded(seed)))

    @precondition(running)
    @rule(seed=seeds)
    def play_on_a_clone(self, seed: int) -> None:
        """However far a clone goes, the state stays where it is."""
        state = self.referee.state
        before, events = state.digest(), len(self.referee.events)
        clone = state.clone()
        choices = RandomPolicy(clone.game, seeded(seed))
        while not clone.over:
            clone.apply(choices.choose(clone))
        assert (state.digest(), len(self.referee.events)) == (before, events)

    @rule(actions=st.lists(integers, min_size=1, max_size=30))
    def try_anything(self, actions: list[int]) -> None:
        self.referee.refuse(actions)

    @rule()
    def replay(self) -> None:
        self.referee.replay()

    def teardown(self) -> None:
        if hasattr(self, "referee"):
            self.referee.finish(RandomPolicy(self.referee.game, seeded(5)))
            self.referee.replay()


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(PROFILE, stateful_step_count=60 if DEEP else 25)
