"""Plays a game and trusts nobody: every account is checked after every action, and a record is kept beside it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ferrovia.engine.chance import commitment, seeded
from ferrovia.engine.errors import Refusal
from ferrovia.engine.events import Event
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import Record, begin, from_text, replay, to_text, write_move
from properties.accounts import check
from properties.tables import Table, chance_of

MOST_DECISIONS = 5000
"""Far more than any game needs."""
OUTSIDE = (-(2**63), -(2**40), -1, 2**31, 2**40, 2**63 - 1)


class Referee:
    def __init__(self, table: Table, source: int | bytes, first: int = -1) -> None:
        self.table = table
        self.game = table.game(first)
        self.events: list[Event] = []
        self.record: Record = begin(self.game, [f"seat {seat + 1}" for seat in range(self.game.seats)])
        if isinstance(source, bytes):
            self.record.secret, self.record.commitment = source.hex(), commitment(source)
        else:
            self.record.seed = source, 0
        self.state: State = deal(self.game, chance_of(source), self.events)
        check(self.state)

    def apply(self, action: int) -> None:
        """Does it, and looks at everything. Whatever happens is in the log; whatever doesn't change stays as it was."""
        seat = int(self.state.seat)
        twin = self.state.clone()
        before = twin.digest()
        assert self.state.digest() == before
        self.state.apply(action)
        assert twin.digest() == before, "what happened to the state happened to its clone, too"
        twin.apply(action)
        assert twin.digest() == self.state.digest(), "the same action led two equal states apart"
        write_move(self.record, self.game, seat, action)
        check(self.state)

    def play(self, decisions: int, policy: RandomPolicy) -> None:
        for _ in range(decisions):
            if self.state.over:
                return
            self.apply(agreed_choice(self.state, policy))

    def finish(self, policy: RandomPolicy) -> None:
        self.play(MOST_DECISIONS, policy)
        assert self.state.over, f"{self.table} goes on after {MOST_DECISIONS} decisions"
        assert self.state.scores() == [
            sum(line.points for line in self.state.ledger() if line.seat == seat) for seat in range(self.game.seats)
        ]

    def replay(self) -> None:
        """The record as text, read and played again, gives this very state and these very events."""
        record = from_text(to_text(self.record))
        assert record == self.record
        again = replay(record, board=self.table.board)
        assert again.state.digest() == self.state.digest()
        assert list(map(facts, again.events)) == list(map(facts, self.events))

    def refuse(self, actions: Iterable[int]) -> None:
        """For every seat, each of these is legal or refused, and a refusal changes nothing."""
        tried = list(actions)
        for seat in range(self.game.seats):
            if self.state.waits_for(seat):
                self.refuse_for(seat, tried)
        legal, before, events = set(self.state.legal_actions()), self.state.digest(), len(self.events)
        for action in tried:
            if action not in legal:
                with pytest.raises(Refusal) as refusal:
                    self.state.apply(action)
                assert self.state.digest() == before, f"{action} was refused ({refusal.value}) and changed the state"
        assert len(self.events) == events

    def refuse_for(self, seat: int, actions: Iterable[int]) -> None:
        """The same by name: in the first choice of tickets any seat may come first."""
        legal, before, events = set(self.state.legal_for(seat)), self.state.digest(), len(self.events)
        assert seat != self.state.seat or legal == set(self.state.legal_actions())
        for action in actions:
            if action not in legal:
                with pytest.raises(Refusal) as refusal:
                    self.state.apply_for(seat, action)
                assert self.state.digest() == before, f"{action} was refused ({refusal.value}) and changed the state"
        assert len(self.events) == events

    def sweep(self) -> None:
        """The whole space: an action is accepted if listed, refused if not, and for who has no say always refused."""
        self.refuse([*OUTSIDE, self.game.actions, *range(self.game.actions)])
        before = self.state.digest()
        strangers = (-1, self.game.seats, 2**40)
        for seat in (*strangers, *range(self.game.seats)):
            if seat not in strangers:
                for action in self.state.legal_for(seat):
                    self.state.clone().apply_for(seat, action)
                if self.state.waits_for(seat):
                    continue
            for action in (*OUTSIDE, *range(self.game.actions)):
                with pytest.raises(Refusal) as refusal:
                    self.state.apply_for(seat, action)
                assert refusal.value.code == ("game.over" if self.state.over else "turn.not_yours")
        assert self.state.digest() == before


def facts(event: Event) -> tuple[object, ...]:
    return event.code, event.seat, event.public, event.private


def agreed_choice(state: State, policy: RandomPolicy) -> int:
    """A random action; choosing it with the list and without gives the same one, from the same luck."""
    listed = RandomPolicy(state.game, policy.chance.clone())
    action = policy.choose(state)
    assert listed.listed(state) == action
    assert listed.chance.word == policy.chance.word
    return action


def policy(referee: Referee, seed: int) -> RandomPolicy:
    return RandomPolicy(referee.game, seeded(seed))
