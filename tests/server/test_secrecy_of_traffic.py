"""Full games on every board, everything that anybody received kept and compared with what was true at that time."""

from __future__ import annotations

import base64
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ferrovia.engine import claims
from ferrovia.engine.chance import commitment
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.events import Event
from ferrovia.engine.state import State
from ferrovia.record import parse_action
from ferrovia.server.core.tokens import hash_token
from ferrovia.view import SPECTATOR, observe
from secrecy.test_events import PUBLIC
from server.serving import Server, serving
from server.traffic import AFTERWARDS, Client, Course, Heard, Truth, answers_documented, only_documented, play

GAMES: dict[str, tuple[str, list[str], dict[str, object]]] = {
    "usa": ("usa", ["a", "b"], {}),
    "berlin": ("berlin", ["a", "b"], {"clock": {"kind": "live"}}),
    "lyon": ("lyon", ["bot", "a", "bot"], {}),
    "amsterdam on a shared device": ("amsterdam", ["a", "b", "a"], {}),
    "nederland with tolls": ("nederland", ["a", "b", "bot"], {"options": {"tolls": True}}),
    "nederland with a neutral player": ("nederland", ["a", "b"], {"options": {"tolls": True, "neutral": True}}),
}
BLANK = {"hand": [], "tickets": [], "completed": [], "offer": [], "choice": 0, "returned": [], "own_counters": {}}
"""Facts of a view that are of the seat alone, as a watcher gets them. All others are the same for everybody."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("secrecy") / "data") as running:
        yield running


@pytest.fixture(scope="module", params=GAMES)
def course(request: pytest.FixtureRequest, server: Server) -> Course:
    board, seats, more = GAMES[request.param]
    return play(server, board, seats, random.Random(request.param), **more)


@pytest.fixture(scope="module")
def truth(course: Course) -> Truth:
    return Truth(course)


def told_positions(client: Client) -> Iterator[tuple[Heard, dict[str, Any]]]:
    """Those of the game; before it begins there is nothing to see."""
    for heard in client.heard:
        position = heard.message.get("position")
        if position is not None and position["status"] == "waiting":
            assert (position["view"], position["choices"]) == (None, None)
        elif position is not None:
            yield heard, position


def viewer_of(client: Client, state: State) -> int:
    """Whose view a client may have now: its only seat's, or the first that has to decide on a shared device."""
    if len(client.held) == 1:
        return client.held[0]
    return next((seat for seat in client.held if state.waits_for(seat)), SPECTATOR)


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


# --- views ----------------------------------------------------------------------------------------------
def test_every_position_is_the_view_of_its_seat_and_nothing_else(course: Course, truth: Truth) -> None:
    for client in course.clients:
        count = 0
        for _, position in told_positions(client):
            state = truth.state(position["version"])
            viewer = viewer_of(client, state)
            assert position["mine"] == list(client.held)
            assert position["seat"] == (None if viewer == SPECTATOR else viewer)
            assert position["view"] == plain(observe(state, viewer).facts())
            may_choose = viewer != SPECTATOR and state.waits_for(viewer)
            assert (position["choices"] is not None) == may_choose
            if may_choose:
                assert position["choices"]["actions"] == [int(action) for action in state.legal_for(viewer)]
            count += 1
        assert count > len(truth.states)  # every move was heard of, over the socket alone


def test_nothing_hidden_of_others_is_in_a_view(course: Course, truth: Truth) -> None:
    """Against the truth, not against the view: hands, tickets, choices, purses, the deck."""
    for client in course.clients:
        for _, position in told_positions(client):
            version, view = position["version"], position["view"]
            moves, state = truth.moves[version], truth.state(version)
            viewer = viewer_of(client, state)
            over = position["status"] == "over"
            mine = viewer != SPECTATOR
            assert view["known"] == truth.known[moves]
            assert view["hand"] == (list(state.hand(viewer)) if mine else [])
            named = {*view["tickets"], *view["offer"], *view["returned"], *view["ticket_discard"]}
            assert named <= truth.entitled[viewer + 1][moves]
            assert {ticket for held in view["revealed"] for ticket in held} == (
                held_at_the_end(state) if over else set()
            )
            assert bool(view["ledger"]) == bool(view["standings"]) == over
            assert view["choice"] == (int(state.choice[viewer]) if mine else 0)
            assert view["own_counters"].keys() <= {"purse", "tokens"} if mine else view["own_counters"] == {}
            assert set(view["put_under"]) <= {-1, *range(len(truth.record.seats))}
            if truth.choosing(version):  # nobody knows yet how many anybody kept
                assert set(view["ticket_counts"]) == {0}
                assert len(set(view["offer_sizes"])) == 1


def held_at_the_end(state: State) -> set[int]:
    return {ticket for ticket in range(int(state.game.tickets)) if state.holder[ticket] >= 0}


# --- events ---------------------------------------------------------------------------------------------
def told_events(heard: Heard) -> list[dict[str, Any]]:
    message = heard.message
    found: list[dict[str, Any]] = [*message.get("events", []), *message.get("position", {}).get("events", [])]
    return found


def test_events_are_told_as_the_seat_saw_them(course: Course, truth: Truth) -> None:
    by_moves = {moves: version for version, moves in sorted(truth.moves.items(), reverse=True)}
    happened = {by_moves[moves]: events for moves, events in enumerate(truth.events)}
    for client in course.clients:
        told = 0
        for heard in client.heard:
            by_version: dict[int, list[dict[str, Any]]] = {}
            for event in told_events(heard):
                if event["code"].startswith("table."):
                    assert event["facts"] == {}
                else:
                    by_version.setdefault(event["version"], []).append(event)
            for version, events in by_version.items():
                assert [event["code"] for event in events] == [event.code for event in happened[version]]
                for event, true in zip(events, happened[version], strict=True):
                    check_event(client, heard, event, true, truth)
                    told += 1
        assert told > sum(len(events) for events in truth.events)


def seen_from(client: Client, message: dict[str, Any], truth: Truth) -> int:
    """The seat that a message may speak to: whose view it has, or who made the move that it accepts."""
    version = message.get("position", message)["version"]
    if message.get("type") == "accepted" or "key" in message:
        return truth.record.moves[truth.moves[version] - 1].seat
    return viewer_of(client, truth.state(version))


def check_event(client: Client, heard: Heard, event: dict[str, Any], true: Event, truth: Truth) -> None:
    """What is private is told to the seat that did it, on a shared device only while that seat's view is shown."""
    seat = seen_from(client, heard.message, truth)
    own = true.seat == seat != SPECTATOR
    assert seat in (SPECTATOR, *client.held)
    assert event["seat"] == true.seat
    assert event["facts"] == plain({**true.public, **(true.private if own else {})})
    if not own:
        assert event["facts"].keys() <= PUBLIC[event["code"]] | {"ruling"}
    tickets = {ticket for name in ("tickets", "returned") for ticket in event["facts"].get(name, [])}
    assert tickets <= truth.entitled[seat + 1][truth.moves[event["version"]]]


# --- other answers --------------------------------------------------------------------------------------
def test_answers_about_lanes_are_about_the_own_hand(course: Course, truth: Truth) -> None:
    for client in course.clients:
        count = 0
        for heard in client.heard:
            if not heard.door.startswith("GET /lanes/"):
                continue
            count += 1
            if not client.held:
                assert heard.message == {"code": "token.seat", "params": {}}
                continue
            state = truth.state(heard.version)
            seat = viewer_of(client, state)
            if seat == SPECTATOR:
                assert heard.message["code"] == "game.not_started"
                continue
            lane = heard.message["lane"]
            refusal = claims.refuse(state, seat, lane)
            told = None if refusal is None else plain({"code": refusal.code, "params": refusal.params})
            assert heard.message["refusal"] == told
            payments = heard.message["payments"]
            if state.waits_for(seat):
                assert {payment["action"] for payment in payments} <= {int(action) for action in state.legal_for(seat)}
            price, hand = int(state.game.lane_cards[lane]), list(state.hand(seat))
            for payment in payments:  # for a plan, while others move
                plain_cards = price - payment["wilds"]
                assert plain_cards == 0 or plain_cards <= hand[payment["colour"]]
                assert payment["wilds"] <= hand[-1]
        assert count > 5


REFUSALS = {
    "action.unknown": {"action"}, "game.not_over": set(), "token.seat": set(), "decision.stale": {"decision"},
    "turn.not_yours": {"seat"}, "request.invalid": set(), "game.not_started": set(),
    "notation.unknown": {"text"}, "notation.no_action": {"action"}, "notation.keep": {"text", "most"},
    "notation.draw": {"text", "slots"}, "notation.claim": {"text"}, "notation.route": {"route"},
}  # fmt: skip
"""What refusals may say that have nothing to do with the state of the game."""


def test_refusals_say_nothing_of_others(course: Course, truth: Truth) -> None:
    """A refused move is refused in the words that the engine has for that seat, in that state."""
    codes: Counter[str] = Counter()
    for client in course.clients:
        for heard in client.heard:
            if "code" not in heard.message:
                continue
            code, params = heard.message["code"], heard.message["params"]
            codes[code] += 1
            if code in REFUSALS:
                assert params.keys() <= REFUSALS[code], code
            else:
                state = truth.state(heard.version)
                assert heard.message == refusal_of(state, viewer_of(client, state), heard.asked["action"])
    assert codes["game.not_over"] >= len(AFTERWARDS) * len(course.clients)
    assert codes["decision.stale"] + codes["turn.not_yours"] + codes["token.seat"] > 20


def refusal_of(state: State, seat: int, action: int | str) -> Any:
    with pytest.raises(FerroviaError) as refused:
        state.clone().apply_for(seat, parse_action(state.game, action) if isinstance(action, str) else action)
    return plain({"code": refused.value.code, "params": refused.value.params})


def test_summaries_tell_points_of_the_board_only_until_the_end(course: Course, truth: Truth) -> None:
    for client in course.clients:
        count = 0
        for heard in client.heard:
            if heard.door != "POST /mine":
                continue
            count += 1
            if not client.held:
                assert heard.message == {"tables": []}
                continue
            (told,) = heard.message["tables"]
            state = truth.state(heard.version)
            over = bool(state.over)
            assert told["points"] == [int(points) for points in (state.scores() if over else state.points)]
            assert bool(told["places"]) == over
            assert told["mine"] == list(client.held)
        assert count > 2


def test_no_answer_has_a_field_that_is_not_documented(course: Course, server: Server) -> None:
    socket, answers = only_documented(server), answers_documented(server)
    types = {"GET ": "TableAnswer", "GET /log": "Log", "POST /moves": "Failure", "POST /mine": "Summaries"}
    for client in course.clients:
        for heard in client.heard:
            if heard.door == "socket":
                socket.validate(heard.message)
            elif heard.door.startswith("GET /lanes"):
                answers["Failure" if "code" in heard.message else "LaneAnswer"].validate(heard.message)
            else:
                answers[types.get(heard.door, "Failure")].validate(heard.message)


def test_the_same_is_said_over_every_door(course: Course) -> None:
    """A position is the same whether it came over the socket, by a request or by a long poll."""
    for client in course.clients:
        said: dict[int, str] = {}
        doors: Counter[str] = Counter()
        for heard, position in told_positions(client):
            doors[heard.door] += 1
            steady = json.dumps({**position, "now": 0, "events": []})
            assert said.setdefault(position["version"], steady) == steady
        assert doors["GET "] > 4


# --- secrets --------------------------------------------------------------------------------------------
def spellings(secret: bytes) -> list[str]:
    in_letters = base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode()
    return [secret.hex(), secret.hex().upper(), *[text.rstrip("=") for text in in_letters]]


def test_no_secret_token_or_hash_is_ever_said(course: Course, truth: Truth) -> None:
    assert truth.record.secret is not None
    secret = bytes.fromhex(truth.record.secret)
    tokens = [course.staged.host, *course.staged.tokens]
    hidden = [*spellings(secret), *tokens, *[hash_token(token) for token in tokens]]
    hidden += [spelling for token in tokens for spelling in spellings(base64.urlsafe_b64decode(f"{token}="))]
    first = course.clients[0].heard[0].message["table"]
    assert first["commitment"] == commitment(secret)
    for client in course.clients:
        everything = "\n".join(heard.text for heard in client.heard)
        assert len(everything) > 100_000
        for word in hidden:
            assert word not in everything
            assert word[:20] not in everything


# --- two tabs -------------------------------------------------------------------------------------------
def test_a_watchers_tab_adds_nothing_to_a_seats(course: Course) -> None:
    """Public facts are the same for all, private ones blank: a second tab shows nothing that the first does not."""
    watched = {position["version"]: position for heard, position in told_positions(course.watcher)}
    compared = 0
    for client in course.clients[:-1]:
        for _, position in told_positions(client):
            other = watched[position["version"]]
            for name, fact in other["view"].items():
                assert fact == BLANK[name] if name in BLANK else name == "seat" or fact == position["view"][name], name
            assert other["choices"] is None
            public = {name: position[name] for name in ("status", "people", "clock", "moves", "rematch")}
            assert public == {name: other[name] for name in public}
            compared += 1
    assert compared > 100


def test_a_watcher_hears_no_event_that_a_seat_does_not(course: Course) -> None:
    heard_by = [events_by_place(client) for client in course.clients]
    for told in heard_by[:-1]:
        assert told.keys() == heard_by[-1].keys()
        for place, event in heard_by[-1].items():
            assert event["facts"].items() <= told[place]["facts"].items()


def events_by_place(client: Client) -> dict[tuple[int, int], dict[str, Any]]:
    """From updates alone: the version, and the place in it."""
    found = {}
    for heard in client.heard:
        if heard.message.get("type") == "update":
            for number, event in enumerate(heard.message["position"]["events"]):
                found[event["version"], number] = event
    return found
