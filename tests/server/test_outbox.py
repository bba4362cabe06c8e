"""Change anything a client may not know, and every byte that leaves the server for it stays the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.events import Event
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.server.core import commands, draft, outbox
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.outbox import positions
from ferrovia.server.core.permissions import shown_seat
from ferrovia.server.core.plans import made_plan
from ferrovia.server.core.presence import Presence
from ferrovia.server.core.sayings import Saying
from ferrovia.server.core.setup import LiveClock, new_setup
from ferrovia.server.core.table import Table, TableSeat
from ferrovia.server.core.tokens import hash_token
from ferrovia.server.encoding import encode
from properties.tables import Table as Laid
from properties.tables import tables
from secrecy.told import difference, excused
from secrecy.twins import KINDS, Twin, twins
from server.serving import new_token

CHOSEN = ("usa-3p", "berlin-2p", "lyon-3p", "amsterdam-4p", "nederland-2p-tolls+neutral", "nederland-3p-tolls")
EVERY_TABLE = pytest.mark.parametrize("laid", [table for table in tables() if str(table) in CHOSEN], ids=str)
NOON = 1_800_000_000_000
CLOCK = LiveClock(bank_seconds=600, increment_seconds=10)
TOKENS = [new_token() for _ in range(9)]
SHARED = new_token()

SAID = [Saying(1, NOON, 0, "phrase", "hello"), Saying(2, NOON, 1, "chat", "x"), Saying(3, NOON, -1, "chat", "y", "Eve")]

News = list[tuple[Entry, list[Event]]]


@pytest.fixture(autouse=True)
def _at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "now", lambda: NOON)
    monkeypatch.setattr(draft, "now", lambda: NOON)


def set_up(laid: Laid) -> tuple[Table, News]:
    """Everybody is seated; the first and the last share a device."""
    setup = new_setup(laid.board.id, laid.seats, laid.options, None, CLOCK, "conductor", "full")
    seats = [
        TableSeat("person", f"Person {number}", token_hash=hash_token(TOKENS[number])) for number in range(laid.seats)
    ]
    if laid.seats > 2:
        seats[0] = seats[-1] = TableSeat("person", "Twins", token_hash=hash_token(SHARED))
    table = Table("T" * 22, setup, bytes(range(32)), hash_token(new_token()), seats)
    table.apply(Entry(1, NOON, Kind.CREATED))
    started = Entry(2, NOON, Kind.STARTED)
    return table, [(started, table.apply(started))]


def entry_of(table: Table, seat: int, action: int) -> Entry:
    assert table.game is not None
    return Entry(table.version + 1, NOON, Kind.MOVED, seat, format_action(table.game, action))


def course(laid: Laid, every: int) -> Iterator[tuple[Table, News]]:
    """Moments of a random game: each number of first choices made, each kind of decision, now and then a turn."""
    table, news = set_up(laid)
    assert table.state is not None
    policy = RandomPolicy(table.state.game, seeded(8))
    seen: set[tuple[int, ...]] = set()
    while not state_of(table).over:
        state = state_of(table)
        kind = (int(state.phase), *[int(mask != 0) for mask in state.choice], int(state.turns) // every)
        if kind not in seen:
            seen.add(kind)
            yield table, news
        table = table.copy()
        seat = table.waiting_seats()[-1]
        state_of(table).seat = seat
        entry = entry_of(table, seat, policy.choose(state_of(table)))
        news = [(entry, table.apply(entry))]
    yield table, news


def state_of(table: Table) -> State:
    assert table.state is not None
    return table.state


def with_state(table: Table, state: State) -> Table:
    twin = table.copy()
    twin.state = state
    return twin


# --- everything that is said about a moment -------------------------------------------------------------
def holders(laid: Laid) -> list[tuple[str | None, tuple[int, ...]]]:
    """A watcher, who sits alone, and who shares a device."""
    alone = [(TOKENS[seat], (seat,)) for seat in range(laid.seats) if 0 < seat < laid.seats - 1 or laid.seats == 2]
    shared = [(SHARED, (0, laid.seats - 1))] if laid.seats > 2 else []
    return [(None, ()), *alone[:2], *shared]


def said(table: Table, token: str | None, held: tuple[int, ...], news: News, actions: list[int]) -> list[bytes]:
    opened = OpenTable(table, Presence(table.setup.seats, {0: 5_000}, 7_000))
    words: list[object] = [outbox.answer(opened, held, news), outbox.summary(table, held)]
    words += [{**outbox.presence_message(opened), "now": 0}, outbox.said_message(SAID, held)]
    seat = shown_seat(table, held)
    if token is not None:
        words += [attempt(table, token, seat, action) for action in actions if seat >= 0]
        words += [lane_answer(table, token, lane) for lane in (0, 7, 11)]
        words += [plan(table, token, lane) for lane in (0, 3, 7, 11)]
    return [encode(word) for word in words]


def lane_answer(table: Table, token: str, lane: int) -> object:
    try:
        return outbox.lane_answer(table, token, lane)
    except FerroviaError as error:
        return outbox.failure(error)


def plan(table: Table, token: str, lane: int) -> object:
    """What the owner of a plan is told; nobody else is told anything."""
    try:
        return outbox.plan_info(table, made_plan(table, token, lane, draws=True))
    except FerroviaError as error:
        return outbox.failure(error)


def attempt(table: Table, token: str, seat: int, action: int) -> object:
    try:
        commands.Move(token, table.decisions[seat], action, "a-fine-key", seat).draft(table)
    except FerroviaError as error:
        return outbox.failure(error)
    return "accepted"


def sample(state: State, pick: Chance) -> list[int]:
    game = state.game
    claims = [game.claim_base + pick.below(game.rule_action_base - game.claim_base) for _ in range(6)]
    return [-1, 10**9, *range(12), *[int(claim) for claim in claims], int(game.rule_action_base), int(game.actions)]


@EVERY_TABLE
def test_what_leaves_the_server_depends_on_nothing_hidden(laid: Laid) -> None:
    pick = seeded(1)
    kinds: set[str] = set()
    for table, news in course(laid, every=35):
        actions = sample(state_of(table), pick)
        for token, held in holders(laid):
            ours = said(table, token, held, news, actions)
            for twin in twins(state_of(table), shown_seat(table, held), pick):
                assert said(with_state(table, twin.state), token, held, news, actions) == ours, (twin.kind, held)
                kinds.add(twin.kind)
    assert kinds == KINDS


# --- everything that is said about the next move --------------------------------------------------------
@EVERY_TABLE
def test_updates_tell_nothing_hidden(laid: Laid) -> None:
    """Both go on with the same move; until what differs comes to light, the updates are the same."""
    pick = seeded(2)
    steps = 0
    for table, _ in course(laid, every=23):
        for _, held in holders(laid):
            for twin in twins(state_of(table), shown_seat(table, held), pick):
                steps += go_on_together(table.copy(), twin, held, pick)
    assert steps > 150


def go_on_together(ours: Table, twin: Twin, held: tuple[int, ...], pick: Chance, most: int = 3) -> int:
    """How many moves the client could not tell them apart by."""
    theirs = with_state(ours, twin.state)
    first_viewer = shown_seat(ours, held)
    for step in range(most):
        waiting = ours.waiting_seats()
        if not waiting:
            return step
        seat = waiting[pick.below(len(waiting))]
        common = sorted({*state_of(ours).legal_for(seat)} & {*state_of(theirs).legal_for(seat)})
        if not common:
            return step
        before = state_of(ours).clone()
        entry = entry_of(ours, seat, int(common[pick.below(len(common))]))
        happened, otherwise = ours.apply(entry), theirs.apply(entry)
        viewer = shown_seat(ours, held)
        if viewer != first_viewer:
            return step  # another seat of a shared device: it knows other things
        event = difference(happened, otherwise, viewer)
        if event is not None:
            assert excused(event, twin, viewer, before), (twin.kind, viewer, event)
            return step
        if state_of(ours).over or state_of(theirs).over:
            return step
        update = encode(outbox.position(ours, held, [(entry, happened)]))
        assert encode(outbox.position(theirs, held, [(entry, otherwise)])) == update, (twin.kind, held)
    return most


# --- who is who -----------------------------------------------------------------------------------------
@EVERY_TABLE
def test_nothing_that_leaves_holds_the_secret_or_a_hash(laid: Laid) -> None:
    for table, news in course(laid, every=60):
        for token, held in holders(laid):
            words = b"".join(said(table, token, held, news, [])).decode()
            assert table.secret.hex() not in words
            assert table.host_hash not in words
            assert not any((seat.token_hash or "-") in words for seat in table.seats)
            assert table.commitment in words
