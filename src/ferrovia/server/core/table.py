"""A table: everything that follows from its log. The only time it knows is that of the entries."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from ferrovia.engine.chance import commitment, from_secret
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import is_draw, lays_open, parse_action, reveals
from ferrovia.server.core.entries import MOVES, Entry, Kind
from ferrovia.server.core.questions import Question, read_question
from ferrovia.server.core.setup import DaysClock, LiveClock, Setup
from ferrovia.server.core.takeback import LastMove
from ferrovia.server.core.tokens import hash_token, is_hash, matches

DAY: Final = 86_400_000
BACK_AGAIN: Final = 30_000
"""Milliseconds that somebody has at least who comes back after a stand-in has decided for them."""
NO_MOMENT: Final = "no moment"
"""Text of a RETURNED that gives no time. One without text gives BACK_AGAIN, as every return did in earlier versions."""


ABSENCES: Final = frozenset({Kind.LEFT, Kind.TIMED_OUT, Kind.RETURNED, Kind.RESIGNED})


class Chats(NamedTuple):
    """Whether there is a free chat."""

    players: bool = False
    watchers: bool = False
    switched: int = 0


class Status(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class TableSeat:
    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str = ""
    token_hash: str | None = None
    invite_hash: str | None = None
    invite_number: int = 0


class Table:
    """Changes by `apply` alone, entry by entry; `copy` first to see what an entry would do."""

    def __init__(self, id: str, setup: Setup, secret: bytes, host_hash: str, seats: list[TableSeat]) -> None:
        self.id = id
        self.setup = setup
        self.secret = secret
        self.host_hash = host_hash
        self.seats = seats
        self.version = 0
        self.created_at = 0
        self.updated_at = 0
        self.status = Status.WAITING
        self.rematch: str | None = None
        self.moves = 0
        self.game: Game | None = None
        self.state: State | None = None
        self.chats = Chats()
        self.questions: tuple[Question, ...] = ()
        self.asked = [0] * setup.seats  # how often a seat has asked something since the last move of the game
        self.last: LastMove | None = None
        """The last move of the game, while it can be taken back."""
        self.resigned = [False] * setup.seats
        self.hinted = [0] * setup.seats  # the decision for which a hint was asked last
        self.away = [False] * setup.seats
        self.stood_in = [False] * setup.seats  # whether a stand-in has decided for who is away
        self.absences = [0] * setup.seats  # how often a stand-in took over since the last move of the game
        self.decisions = [0] * setup.seats  # the version at which a seat's open decision came up
        self.since = [0] * setup.seats  # when it did
        clock = setup.clock
        self.banks = [clock.bank_seconds * 1000 if isinstance(clock, LiveClock) else 0] * setup.seats

    def copy(self) -> Table:
        """An independent table; what never changes is shared."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.seats = list(self.seats)
        twin.asked = list(self.asked)
        twin.resigned = list(self.resigned)
        twin.hinted = list(self.hinted)
        twin.away = list(self.away)
        twin.stood_in = list(self.stood_in)
        twin.absences = list(self.absences)
        twin.decisions = list(self.decisions)
        twin.since = list(self.since)
        twin.banks = list(self.banks)
        if self.state is not None:
            twin.state = self.state.clone()
        return twin

    # --- who is who -------------------------------------------------------------------------------------
    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    def held_by(self, token: str) -> tuple[int, ...]:
        """The seats that a token holds: several if people share a device."""
        digest = hash_token(token)
        return tuple(number for number, seat in enumerate(self.seats) if is_hash(digest, seat.token_hash))

    def invited_by(self, token: str) -> int | None:
        """The open seat that an invitation is for. While somebody sits there, it is worth nothing."""
        seats = enumerate(self.seats)
        found = [number for number, seat in seats if matches(token, seat.invite_hash) and seat.kind == "open"]
        return found[0] if found else None

    def is_host(self, token: str) -> bool:
        return matches(token, self.host_hash)

    def is_full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays this seat now."""
        if self.seats[seat].kind == "bot":
            return self.seats[seat].bot
        return self.setup.stand_in if self.away[seat] else None

    @property
    def has_person(self) -> bool:
        return "person" in [seat.kind for seat in self.seats]

    @property
    def has_bot(self) -> bool:
        """Whether a bot plays any seat now."""
        return True in self.away or "bot" in [seat.kind for seat in self.seats]

    # --- what is to be done, and by when ----------------------------------------------------------------
    def waiting_seats(self) -> list[int]:
        if self.state is None or self.status != Status.PLAYING:
            return []
        state = self.state
        return [seat for seat in range(self.setup.seats) if state.waits_for(seat)]

    def deadline(self, seat: int) -> int | None:
        """When the open decision of a person has to be made."""
        clock = self.setup.clock
        if isinstance(clock, LiveClock):
            return self.since[seat] + self.banks[seat]
        return self.since[seat] + clock.days * DAY if isinstance(clock, DaysClock) else None

    def due_of(self, seat: int) -> int | None:
        """When the server has something to do for a waiting seat: at once for a bot, or when time is out."""
        return self.since[seat] if self.bot_of(seat) is not None else self.deadline(seat)

    def bot_to_move(self) -> int | None:
        """The seat for which a bot has to decide."""
        if not self.has_bot:  # asked several times for every move
            return None
        return next((seat for seat in self.waiting_seats() if self.bot_of(seat) is not None), None)

    def next_deadline(self) -> int | None:
        """When the first of the people who have to decide is out of time."""
        people = [seat for seat in self.waiting_seats() if self.bot_of(seat) is None]
        return min((time for seat in people if (time := self.deadline(seat)) is not None), default=None)

    def due(self) -> int | None:
        """The next time at which the server has something to do here, watched or not: bots among themselves play for
        whoever looks on."""
        if not self.has_person:
            return None
        if self.setup.clock.kind == "none" and not self.has_bot:
            return None
        times = [self.due_of(seat) for seat in self.waiting_seats()]
        return min((time for time in times if time is not None), default=None)

    # --- the log ----------------------------------------------------------------------------------------
    def apply(self, entry: Entry) -> list[Event]:
        """Changes the table by one entry. Returns the events of the game that it caused."""
        assert entry.version == self.version + 1
        self.version = entry.version
        self.updated_at = entry.at
        events: list[Event] = []
        if entry.kind in MOVES:
            self.move(entry, events)
        elif entry.kind == Kind.STARTED:
            self.start(entry, events)
        elif entry.kind == Kind.CREATED:
            self.created_at = entry.at
        elif entry.kind == Kind.REMATCH:
            self.rematch, self.questions = entry.text, ()
        elif entry.kind == Kind.CLOSED:
            self.status = Status.CLOSED
            self.questions = ()
        elif entry.kind == Kind.FORGOTTEN:
            self.host_hash = ""
        elif entry.kind in ABSENCES and self.status == Status.PLAYING:
            self.come_or_go(entry)
        elif entry.kind == Kind.CHAT:
            self.chats = Chats("players" in entry.text, "watchers" in entry.text, self.chats.switched + 1)
        elif entry.kind == Kind.HINTED:
            self.hinted[entry.seat] = self.decisions[entry.seat]
        elif entry.kind == Kind.VOIDED:
            self.void(entry)
        elif entry.kind in (Kind.ASKED, Kind.AGREED, Kind.DECLINED):
            self.question(entry)
        return events

    def question(self, entry: Entry) -> None:
        if entry.kind == Kind.ASKED:
            self.asked[entry.seat] += 1
            self.questions = (*self.questions, read_question(entry))
        elif entry.kind == Kind.AGREED:
            self.questions = tuple(
                question.answered_by(entry.seat) if question.version == int(entry.text) else question
                for question in self.questions
            )
        else:
            self.questions = tuple(each for each in self.questions if each.version != int(entry.text))

    def drop_questions(self, mover: int) -> None:
        """A move answers whoever waited for it, and ends what was asked about the one before."""
        kept = [each for each in self.questions if each.what == "abort" and self.is_first_round]
        kept += [each for each in self.questions if each.what == "stand_in" and each.about != mover]
        self.questions = () if self.status == Status.OVER else tuple(kept)

    @property
    def is_first_round(self) -> bool:
        return self.state is not None and self.state.turns < self.setup.seats

    def start(self, entry: Entry, events: list[Event]) -> None:
        self.game = self.setup.game()
        self.state = deal(self.game, from_secret(self.secret), events)
        self.state.log = None
        self.status = Status.PLAYING
        for seat in range(self.setup.seats):
            self.ask(seat, entry)

    def move(self, entry: Entry, events: list[Event]) -> None:
        assert self.state is not None
        assert self.game is not None
        state, seat = self.state, entry.seat
        waited = [state.waits_for(other) for other in range(self.setup.seats)]
        chose_first_tickets = state.phase == FIRST_TICKETS
        action = parse_action(self.game, entry.text) if entry.action is None else entry.action
        before = None if is_draw(action) or entry.kind != Kind.MOVED else self.without_last()
        state.log = events
        try:
            state.apply_for(seat, action)
        finally:
            state.log = None
        self.moves += 1
        self.last = None
        if before is not None and before.state is not None and not reveals(before.state, state):
            self.last = LastMove(entry.version, entry.at, seat, before, lays_open(before.state, state))
        self.absences = [0] * self.setup.seats
        self.asked = [0] * self.setup.seats
        self.stood_in[seat] = self.away[seat]
        if entry.kind == Kind.MOVED:
            self.spend(seat, entry.at)
            if chose_first_tickets or not state.waits_for(seat):
                self.earn(seat)
        for other in range(self.setup.seats):
            if state.waits_for(other) and (other == seat or not waited[other]):
                self.ask(other, entry)
        if state.over:
            self.status = Status.OVER
        if self.questions:
            self.drop_questions(seat)

    def without_last(self) -> Table:
        """As it is now, kept for a takeback. One that is kept keeps no other."""
        twin = self.copy()
        twin.last = None
        return twin

    def void(self, entry: Entry) -> None:
        """Takes back the last move. Its seat has to decide again, and has used the time that it used."""
        last = self.last
        assert last is not None
        assert last.before.state is not None
        before, seat = last.before, last.seat
        used = last.at - before.since[seat]
        self.state = last.before.state.clone()
        self.moves, self.last, self.questions = before.moves, None, ()
        self.decisions, self.since, self.banks = list(before.decisions), list(before.since), list(before.banks)
        self.ask(seat, entry)
        if isinstance(self.setup.clock, DaysClock):
            self.since[seat] -= used
        else:
            self.banks[seat] = max(0, self.banks[seat] - used)

    def ask(self, seat: int, entry: Entry) -> None:
        """This seat has a new decision to make, from now on."""
        self.decisions[seat] = entry.version
        self.since[seat] = entry.at

    def spend(self, seat: int, at: int) -> None:
        self.banks[seat] = max(0, self.banks[seat] - (at - self.since[seat]))

    def earn(self, seat: int) -> None:
        """Adds the increment for a finished turn."""
        if isinstance(self.setup.clock, LiveClock):
            self.banks[seat] += self.setup.clock.increment_seconds * 1000

    def come_or_go(self, entry: Entry) -> None:
        """A stand-in takes over, or the person is back. Nobody gains time by leaving and coming back: what was used for
        an open decision stays used, and a moment to look at the table is given for what a stand-in has decided."""
        seat = entry.seat
        if entry.kind == Kind.RETURNED:
            self.come(entry)
        else:
            self.go(entry)
        if not isinstance(self.setup.clock, DaysClock):
            self.since[seat] = entry.at
        self.away[seat] = entry.kind != Kind.RETURNED
        self.resigned[seat] = entry.kind == Kind.RESIGNED
        self.stood_in[seat] = False
        self.questions = tuple(each for each in self.questions if (each.what, each.about) != ("stand_in", seat))

    def come(self, entry: Entry) -> None:
        seat, clock = entry.seat, self.setup.clock
        if entry.text == NO_MOMENT:
            return
        if isinstance(clock, LiveClock):
            self.banks[seat] = max(self.banks[seat], BACK_AGAIN)
        elif isinstance(clock, DaysClock):
            self.since[seat] = max(self.since[seat], entry.at + BACK_AGAIN - clock.days * DAY)

    def go(self, entry: Entry) -> None:
        seat = entry.seat
        self.absences[seat] += 1
        if not isinstance(self.setup.clock, LiveClock):
            return
        if entry.kind == Kind.TIMED_OUT:
            self.banks[seat] = 0
        elif seat in self.waiting_seats():
            self.spend(seat, entry.at)
