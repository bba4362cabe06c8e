"""Commands that need the others: a stand-in for somebody, a takeback, the end of a game that has hardly begun, a
rematch. Whoever has to agree is asked; where nobody has to, it is done at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ferrovia.engine.errors import Refusal
from ferrovia.server.core.commands import Command
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Kind, now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.permissions import check_open, check_seat, seats_of
from ferrovia.server.core.questions import Question, What, write_question
from ferrovia.server.core.table import Status, Table

PATIENCE: Final = 120_000
"""Milliseconds without a connection after which somebody counts as away, at a table without a clock."""
QUESTIONS: Final = 3
"""That a seat may ask between two moves of the game."""
ABORTED: Final = "aborted"


def ask(table: Table, seat: int, what: What, about: int, needed: frozenset[int]) -> Draft | None:
    """Asks whoever has to agree, or does it at once if nobody has to. None if it has been asked already."""
    draft = Draft(table.copy())
    if any((each.what, each.about) == (what, about) for each in table.questions):
        return None
    if not needed:
        return carry_out(draft, Question(0, what, seat, about, needed))
    if table.asked[seat] >= QUESTIONS:
        raise Denied("limit.moves")
    return draft.add(Kind.ASKED, seat, write_question(what, about, needed))


def carry_out(draft: Draft, question: Question) -> Draft:
    if question.what == "stand_in":
        return draft.add(Kind.LEFT, question.about)
    if question.what == "takeback":
        return draft.add(Kind.VOIDED, question.asker, str(question.about))
    if question.what == "abort":
        return draft.add(Kind.CLOSED, question.asker, ABORTED)
    return draft  # a rematch is a table of its own: whoever keeps the tables makes it


def people_asked(table: Table, token: str, present: frozenset[int]) -> frozenset[int]:
    """Those of the present who have a say: not whoever asks, not bots, not who has given up."""
    own = table.held_by(token)
    people = [seat for seat in present if table.seats[seat].kind == "person" and not table.resigned[seat]]
    return frozenset(people) - frozenset(own)


@dataclass(frozen=True)
class AskForStandIn(Command):
    """Has a bot play for somebody who keeps the others waiting: at once if their time is out, or if they are away at a
    table without a clock; otherwise they are asked."""

    token: str = field(repr=False)
    seat: int
    absent_since: int | None = None
    """Since when they have had no connection; None while they have one."""

    def draft(self, table: Table) -> Draft | None:
        asker = seats_of(table, self.token)[0]
        check_seat(table, self.seat)
        if table.bot_of(self.seat) is not None or self.seat in table.held_by(self.token):
            return None
        if self.seat not in table.waiting_seats():
            raise Refusal("turn.not_yours", {"seat": self.seat})
        if self.is_away(table):
            return Draft(table.copy()).add(Kind.LEFT, self.seat)
        return ask(table, asker, "stand_in", self.seat, frozenset({self.seat}))

    def is_away(self, table: Table) -> bool:
        deadline = table.deadline(self.seat)
        if deadline is not None:
            return deadline <= now()
        return self.absent_since is not None and now() - self.absent_since >= PATIENCE


def may_take_back(table: Table, held: Sequence[int]) -> bool:
    """Whether the last action was made by one of these seats, and hides and shows what it did before."""
    last = table.last
    return last is not None and last.seat in held and not last.laid_open and table.status == Status.PLAYING


@dataclass(frozen=True)
class TakeBack(Command):
    """Undoes the sender's last action, if nobody has acted since and nothing came to light."""

    token: str = field(repr=False)
    present: frozenset[int]
    """The seats of people who were here within the last day."""

    def draft(self, table: Table) -> Draft | None:
        held = seats_of(table, self.token)
        check_open(table)
        last = table.last
        if last is None or not may_take_back(table, held):
            raise Denied("takeback.too_late")
        return ask(table, last.seat, "takeback", last.version, people_asked(table, self.token, self.present))


@dataclass(frozen=True)
class Abort(Command):
    """Gives up a game before its second round."""

    token: str = field(repr=False)
    present: frozenset[int]

    def draft(self, table: Table) -> Draft | None:
        seat = seats_of(table, self.token)[0]
        check_open(table)
        if table.status != Status.PLAYING or not table.is_first_round:
            raise Denied("abort.too_late")
        return ask(table, seat, "abort", 0, people_asked(table, self.token, self.present))


@dataclass(frozen=True)
class AskForRematch(Command):
    """Nothing is written if nobody has to be asked; then the rematch may be made."""

    token: str = field(repr=False)
    present: frozenset[int]

    def draft(self, table: Table) -> Draft | None:
        seat = seats_of(table, self.token)[0]
        if table.status != Status.OVER:
            raise Denied("game.not_over")
        if table.rematch is not None:
            return None
        open_question = rematch_question(table)
        if open_question is not None:
            return Answer(self.token, open_question.version, agrees=True).draft(table)
        found = ask(table, seat, "rematch", 0, people_asked(table, self.token, self.present))
        return None if found is None else found.or_none()


def rematch_question(table: Table) -> Question | None:
    return next((each for each in table.questions if each.what == "rematch"), None)


@dataclass(frozen=True)
class Answer(Command):
    """To a question. Whoever asked takes it back by declining it. The last one who agrees has it done."""

    token: str = field(repr=False)
    question: int
    agrees: bool

    def draft(self, table: Table) -> Draft | None:
        held = seats_of(table, self.token)
        check_open(table)
        question = next((each for each in table.questions if each.version == self.question), None)
        if question is None:
            raise Denied("question.over")
        mine = [seat for seat in held if seat in question.needed]
        if not self.agrees:
            if not mine and question.asker not in held:
                raise Denied("token.seat")
            return Draft(table.copy()).add(Kind.DECLINED, (mine or [question.asker])[0], str(question.version))
        draft = Draft(table.copy())
        for seat in mine:
            if seat not in question.agreed:
                draft.add(Kind.AGREED, seat, str(question.version))
                question = question.answered_by(seat)
        if draft.entries and question.is_agreed:
            carry_out(draft, question)
        return draft.or_none()


@dataclass(frozen=True)
class Resign(Command):
    """Gives up a game for good: a stand-in plays the seats to its end."""

    token: str = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        draft = Draft(table.copy())
        held = seats_of(table, self.token)
        check_open(table)
        if table.status != Status.PLAYING:
            raise Denied("game.not_started" if table.status == Status.WAITING else "game.over")
        for seat in held:
            if not table.resigned[seat]:
                draft.add(Kind.RESIGNED, seat)
        return draft.or_none()
