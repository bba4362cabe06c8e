"""Everything a seat is ever told: its view, its legal actions, its refusals, and the events it sees."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ferrovia.bots import Actions, Budget, make_bot
from ferrovia.engine.chance import seeded
from ferrovia.engine.claims import refuse, terms
from ferrovia.engine.errors import Refusal
from ferrovia.engine.events import Event
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State
from ferrovia.view import SPECTATOR, observe
from secrecy.twins import Twin

ASKED = ("greedy", "planner", "hungry")
"""One of each way to think. The others have a test of this kind in tests/bots."""


def text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def view_text(state: State, viewer: int) -> str:
    return text(observe(state, viewer).facts())


def view_fields(state: State, viewer: int) -> dict[str, object]:
    """Every field of the view, in the facts or not: bots get the object itself."""
    view = observe(state, viewer)
    values = {name: getattr(view, name) for name in dir(view) if not name.startswith("_") and name != "game"}
    return {name: plain(value) for name, value in values.items() if not callable(value)}


def plain(value: object) -> object:
    if isinstance(value, (bool, int, str, dict)):
        return value
    assert isinstance(value, Sequence) or hasattr(value, "__iter__")
    return [plain(part) if not isinstance(part, tuple) else part for part in value]


def attempt(state: State, seat: int, action: int) -> str:
    """What a seat is told when it tries an action: nothing, or why not."""
    try:
        state.clone().apply_for(seat, action)
    except Refusal as refusal:
        return text([refusal.code, str(refusal), repr(refusal), refusal.params])
    return "accepted"


def attempts(state: State, seat: int, actions: Actions) -> list[str]:
    return [attempt(state, seat, action) for action in actions]


def reasons(state: State, seat: int) -> list[str]:
    """Why the seat could not claim each lane if it were its turn, and on which terms it could."""
    lanes = range(len(state.game.lanes)) if seat >= 0 else ()
    return [f"{refuse(state, seat, lane)} {terms(state, seat, lane)}" for lane in lanes]


def legal(state: State, viewer: int) -> list[int]:
    """A spectator is no seat, and may do nothing."""
    return [] if viewer == SPECTATOR else list(state.legal_for(viewer))


def bot_choices(state: State, seat: int) -> list[tuple[str, int]]:
    """What these bots do with the seat's view and a random stream of their own."""
    actions = legal(state, seat)
    if not actions:
        return []
    return [
        (name, make_bot(name, seeded(3)).choose(observe(state, seat), actions, Budget(iterations=1))) for name in ASKED
    ]


def happen(state: State, seat: int, action: int) -> list[Event]:
    """Does it, and returns what happened."""
    state.log = []
    state.apply_for(seat, action)
    return state.log


def difference(ours: list[Event], theirs: list[Event], viewer: int) -> Event | None:
    """The first event that the viewer sees otherwise, or in one of the two courses only."""
    for one, other in zip(ours, theirs, strict=False):
        if text(one.seen_by(viewer)) != text(other.seen_by(viewer)):
            return one
    longer = max(ours, theirs, key=len)
    return longer[min(len(ours), len(theirs))] if len(ours) != len(theirs) else None


def excused(event: Event, twin: Twin, viewer: int, before: State) -> bool:
    """Whether this event may show the viewer what differs: a card that comes to light, its own draw, the end."""
    if event.code == "tickets.kept" and event.seat != viewer:  # N12, or the number of first tickets (R14)
        return "tickets.kept" in twin.shows and (before.game.tickets_face_up or before.phase == FIRST_TICKETS)
    return event.code in twin.shows | {"game.over"} or (event.code in twin.own and event.seat == viewer)
