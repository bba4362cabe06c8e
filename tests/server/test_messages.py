"""Whatever is said over a socket: nonsense changes nothing, is answered or cut off, and the table plays on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.server.core.outbox import facts
from ferrovia.server.core.outbox.view_facts import ViewFacts
from ferrovia.view import SPECTATOR
from properties.profiles import examples
from properties.tables import Table, tables
from server.serving import Server, greet, hear, hear_until, move, say, socket
from server.staged import StagedTable, complaints, failures, playing_table
from server.traffic import only_documented

PONG = '{"type": "ping"}'
HARMLESS = {"refused", "pong"}
BAD_MESSAGE, NO_TABLE, NOT_ALLOWED = 4400, 4404, 4403


@pytest.fixture(scope="module")
def staged(server: Server) -> StagedTable:
    return playing_table(server, "usa", 2)


@pytest.fixture(scope="module")
def outgoing(server: Server) -> jsonschema_rs.Validator:
    return only_documented(server)


def standing(staged: StagedTable) -> list[Any]:
    """The table as everybody at it sees it, without the time of day."""
    seen = [staged.position(token) for token in (None, *staged.tokens)]
    return [{name: fact for name, fact in position.items() if name != "now"} for position in seen]


def decider(staged: StagedTable) -> tuple[str, dict[str, Any]]:
    for token in staged.tokens:
        position = staged.position(token)
        if position["choices"] is not None:
            return token, position
    raise AssertionError("nobody has to decide")


def answers_to(line: ClientConnection, *messages: str | bytes) -> tuple[list[dict[str, Any]], int | None]:
    """Everything that comes back, and the code if the server hangs up. A ping at the end asks whether it is alive."""
    heard: list[dict[str, Any]] = []
    with suppress(ConnectionClosed):  # what was said before can still be heard
        for message in (*messages, PONG):
            line.send(message)
    try:
        pings = sum(is_ping(message) for message in messages) + 1
        while sum(message["type"] == "pong" for message in heard) < pings:
            heard.append(hear(line))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd is not None else 0
    return heard, None


def is_ping(message: str | bytes) -> bool:
    try:
        return bool(json.loads(message) == {"type": "ping"}) and isinstance(message, str)
    except (ValueError, RecursionError):
        return False


# --- nonsense -------------------------------------------------------------------------------------------
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANY_JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
TYPES = st.sampled_from(["hello", "move", "back", "ping", "welcome", "update", "HELLO", "__class__", ""])
WORDS = ("type", "key", "decision", "action", "seat", "token", "since", "back", "__proto__", "held", "table")
TYPED_JSON = st.builds(
    lambda kind, more: {**more, "type": kind}, TYPES, st.dictionaries(st.sampled_from(WORDS), LEAVES, max_size=4)
)
STRANGE: list[str | bytes] = [
    "", " ", "\x00", "\ufeff{}", "{", "[]", "null", "1e999", "NaN", '"\\ud800"', "{}{}", '{"type":"ping"} //',
    '{"type":"ping","type":"hello"}', '{"type":"ping"}{"type":"ping"}', '{"type":["ping"]}', '{"type":"ping","a":1}',
    "[" * 8000, '{"a":' * 1600, '{"type":' + "9" * 8000 + "}", "9" * 8000, "é" * 4000, '{"type":"\\u0000"}',
    b"", b"\x00", b"\xff\xfe", b'{"type": "ping"}', '{"type":"ping"}'.encode("utf-16"), b"\x00" * 8000,
]  # fmt: skip
JSON_TEXTS: st.SearchStrategy[str | bytes] = (ANY_JSON | TYPED_JSON).map(json.dumps)


def means_something(message: str | bytes) -> bool:
    """The few messages that do something: a greeting, a move, coming back, a sign of life."""
    try:
        read = json.loads(message) if isinstance(message, str) else None
    except (ValueError, RecursionError):
        return False
    return isinstance(read, dict) and read in ({"type": "back"}, {"type": "ping"}, {"type": "hello"})


NONSENSE: st.SearchStrategy[str | bytes] = st.one_of(
    JSON_TEXTS, st.text(), st.binary(), st.sampled_from(STRANGE)
).filter(lambda message: not means_something(message))


@examples(40)
@given(st.lists(NONSENSE, min_size=1, max_size=4), st.sampled_from([None, 0, 1]))
def test_nonsense_after_the_greeting_is_refused_and_changes_nothing(
    staged: StagedTable, outgoing: jsonschema_rs.Validator, messages: list[str | bytes], seat: int | None
) -> None:
    before = standing(staged)
    with greet(staged.server, staged.table, None if seat is None else staged.tokens[seat]) as (line, _):
        heard, code = answers_to(line, *messages)
    assert code is None
    assert [message["type"] for message in heard] == ["refused"] * len(messages) + ["pong"]
    for message in heard:
        outgoing.validate(message)
        assert message.get("code", "request.invalid") in ("request.invalid", "token.seat")
        assert message.get("params", {}) == {}
    assert standing(staged) == before


@examples(25)
@given(NONSENSE)
def test_nonsense_instead_of_a_greeting_ends_the_talk(staged: StagedTable, message: str | bytes) -> None:
    with socket(staged.server, staged.table) as line:
        heard, code = answers_to(line, message)
    assert [message["type"] for message in heard] == ["refused"]
    assert heard[0]["code"] == "request.invalid"
    assert code == BAD_MESSAGE


def test_ten_messages_of_nonsense_are_enough(staged: StagedTable) -> None:
    with greet(staged.server, staged.table) as (line, _):
        heard, code = answers_to(line, *["nonsense"] * 12)
    assert len(heard) == 10
    assert code == BAD_MESSAGE


def test_bytes_that_are_no_text_end_the_talk(staged: StagedTable) -> None:
    """A text frame has to be UTF-8 (RFC 6455)."""
    for broken in (b"\xff\xfe", b'{"type":"ping"}\xc3', b"\xed\xa0\x80"):
        with greet(staged.server, staged.table) as (line, _):
            line.send(broken, text=True)
            with pytest.raises(ConnectionClosed) as closed:
                hear(line)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1007


# --- almost a move --------------------------------------------------------------------------------------
def valid_move(position: Mapping[str, Any]) -> dict[str, Any]:
    choices = position["choices"]
    return {"type": "move", "key": "a-fine-key", "decision": choices["decision"], "action": choices["actions"][0]}


NUMBERS = st.integers() | st.integers(-(10**30), 10**30) | st.floats() | st.sampled_from([2**31, 2**53, 2**63, -1, 0.5])
WAYS_TO_SPOIL = ("value", "text", "json", "missing", "extra", "twice", "nested", "key", "seat", "type")
BAD_KEYS = st.text(max_size=7) | st.text(min_size=65, max_size=99) | st.sampled_from(["bad key!", "é" * 9, "a" * 65])
BROKEN_JSON = st.sampled_from(["NaN", "Infinity", "-Infinity", "1e400", "9" * 5000, "0x10", "01", "1_0", "'a'", "tru"])


@st.composite
def spoilt(draw: st.DrawFn, position: Mapping[str, Any]) -> str:
    """A valid move with one thing wrong in it: none of these may count as the move it was."""
    message = valid_move(position)
    fields = sorted(message)
    field = draw(st.sampled_from(fields))
    kind = draw(
        st.sampled_from(["value", "text", "json", "missing", "extra", "twice", "nested", "key", "seat", "type"])
    )
    if kind == "value":
        message[field] = draw(ANY_JSON | NUMBERS)
    elif kind == "text":  # "57" for 57, true for 1: another type is another thing
        message[field] = str(message[field]) if isinstance(message[field], int) else [message[field]]
    elif kind == "missing":
        del message[field]
    elif kind == "extra":
        message[draw(st.text(max_size=12).filter(lambda name: name not in (*fields, "seat")))] = draw(LEAVES)
    elif kind == "nested":
        depth = draw(st.sampled_from([1, 50, 900]))
        return json.dumps(message)[:-1] + f', "x": {"[" * depth}{"]" * depth}}}'
    elif kind == "twice":  # the last one counts
        return json.dumps(message)[:-1] + f", {json.dumps(field)}: {json.dumps(draw(LEAVES))}}}"
    elif kind == "json":
        return json.dumps({**message, field: "@"}).replace('"@"', draw(BROKEN_JSON))
    elif kind == "key":
        message["key"] = draw(BAD_KEYS)
    elif kind == "seat":
        message["seat"] = draw(st.integers(-3, 12).filter(lambda seat: seat != position["seat"]) | st.text())
    elif kind == "type":
        message["type"] = draw(TYPES.filter(lambda kind: kind != "move"))
    return json.dumps(message)


def same(message: str, valid: Mapping[str, Any], position: Mapping[str, Any]) -> bool:
    """Whether it is still a move that is allowed: by chance, or because nothing was spoilt."""
    try:
        read = json.loads(message)
    except (ValueError, RecursionError):
        return False
    if not isinstance(read, dict) or read.keys() - {"seat"} != valid.keys() or read["type"] != "move":
        return False
    is_decision = read["decision"] == valid["decision"] and type(read["decision"]) is int
    return is_decision and type(read["action"]) is int and read["action"] in position["choices"]["actions"]


def test_almost_a_move_is_no_move(staged: StagedTable, outgoing: jsonschema_rs.Validator) -> None:
    token, position = decider(staged)
    before = standing(staged)
    valid = valid_move(position)

    @examples(150)
    @given(spoilt(position))
    def refused(message: str) -> None:
        if same(message, valid, position) and re.fullmatch("[A-Za-z0-9_-]{8,64}", str(json.loads(message)["key"])):
            return
        with greet(staged.server, staged.table, token) as (line, _):
            heard, code = answers_to(line, message)
        assert code is None
        assert {answer["type"] for answer in heard} <= HARMLESS
        for answer in heard:
            outgoing.validate(answer)
        assert staged.version == before[0]["version"]

    refused()
    assert standing(staged) == before


def test_a_move_in_words_is_a_move_and_a_number_in_words_is_none(server: Server) -> None:
    staged = playing_table(server)
    token, position = decider(staged)
    with greet(server, staged.table, token) as (line, _):
        move(line, position, str(position["choices"]["actions"][0]))
        assert hear_until(line, "refused")["code"] == "notation.unknown"
        move(line, position, "  DRAW   blind ")
        assert hear_until(line, "accepted")["version"] == position["version"] + 1


# --- the wrong order ------------------------------------------------------------------------------------
def test_nothing_is_done_before_the_greeting(staged: StagedTable) -> None:
    _, position = decider(staged)
    for message in (json.dumps(valid_move(position)), PONG, '{"type": "back"}'):
        with socket(staged.server, staged.table) as line:
            line.send(message)
            assert hear(line)["code"] == "request.invalid"
            with pytest.raises(ConnectionClosed):
                hear(line)
    assert staged.version == position["version"]


def test_a_second_greeting_changes_nobody(staged: StagedTable) -> None:
    """A watcher does not become a seat on the way, nor one seat another."""
    token, position = decider(staged)
    other = next(one for one in staged.tokens if one != token)
    for first in (None, other):
        with greet(staged.server, staged.table, first) as (line, _):
            say(line, type="hello", token=token)
            assert hear(line)["code"] == "request.invalid"
            say(line, **valid_move(position))
            assert hear(line)["code"] in ("token.seat", "turn.not_yours")
    assert staged.version == position["version"]


def test_greetings_that_fail_say_why_and_close(staged: StagedTable) -> None:
    stranger = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v"
    cases: list[tuple[str, dict[str, object], str, int]] = [
        (staged.table, {"token": stranger}, "token.seat", NOT_ALLOWED),
        (staged.table, {"token": stranger[:-1]}, "request.invalid", BAD_MESSAGE),
        (staged.table, {"token": 7}, "request.invalid", BAD_MESSAGE),
        (staged.table, {"since": -1}, "request.invalid", BAD_MESSAGE),
        (staged.table, {"since": "0"}, "request.invalid", BAD_MESSAGE),
        (staged.table, {"back": "yes"}, "request.invalid", BAD_MESSAGE),
        ("A" * 22, {}, "table.unknown", NO_TABLE),
        ("nothing", {}, "table.unknown", NO_TABLE),
        ("%00", {}, "table.unknown", NO_TABLE),
        ("%ff" * 22, {"token": staged.tokens[0]}, "table.unknown", NO_TABLE),
        ("x" * 5000, {}, "table.unknown", NO_TABLE),
    ]
    for table, more, why, code in cases:
        with socket(staged.server, table) as line:
            say(line, type="hello", **more)
            assert hear(line)["code"] == why
            with pytest.raises(ConnectionClosed) as closed:
                hear(line)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code


# --- what the server says -------------------------------------------------------------------------------
@contextmanager
def checked(server: Server, outgoing: jsonschema_rs.Validator, table: str, token: str | None) -> Iterator[Any]:
    with socket(server, table) as line:
        say(line, type="hello", since=0, **({} if token is None else {"token": token}))

        def hear_one(kind: str) -> dict[str, Any]:
            while True:
                message = hear(line)
                outgoing.validate(message)
                if message["type"] == kind:
                    return message

        yield line, hear_one


@pytest.mark.parametrize("board", ["nederland", "lyon", "amsterdam"])
def test_all_that_is_said_in_a_game_is_documented(
    server: Server, outgoing: jsonschema_rs.Validator, board: str
) -> None:
    """Positions of every kind, the last one with scores too; accepted and refused moves; a pong."""
    staged = playing_table(server, board, 2, 0)
    with (
        checked(server, outgoing, staged.table, staged.tokens[0]) as (one, hear_one),
        checked(server, outgoing, staged.table, staged.tokens[1]) as (two, hear_two),
        checked(server, outgoing, staged.table, None) as (_, watch),
    ):
        sides = [(one, hear_one), (two, hear_two)]
        positions = [hear("welcome")["position"] for _, hear in sides]
        watch("welcome")
        kinds = set()
        while positions[0]["status"] != "over":
            seat = next(seat for seat in range(2) if positions[seat]["choices"])
            line, hear = sides[seat]
            kinds.add(positions[seat]["choices"]["kind"])
            say(line, type="move", key="not-so-fast", decision=positions[seat]["version"] + 1, action=0)
            assert hear("refused")["code"] == "decision.stale"
            move(line, positions[seat], choose(positions[seat]))
            positions = [hear("update")["position"] for _, hear in sides]
            watch("update")
        assert {"first_tickets", "turn", "second_card", "keep_tickets"} <= kinds
        assert positions[0]["view"]["standings"]
        one.send(PONG)
        hear_one("pong")


def choose(position: Mapping[str, Any]) -> int:
    """Now and then more tickets, else the last thing on the list: a claim if there is one."""
    choices = position["choices"]
    wants_tickets = choices["tickets"] and position["moves"] % 11 == 0
    return int(choices["actions"][-1] if not wants_tickets else 6)


@pytest.mark.parametrize("table", tables()[::5], ids=str)
def test_facts_of_a_view_are_what_is_documented(table: Table) -> None:
    """Not a key more, not a key less, of the documented types, in every phase and for every viewer."""
    from pydantic import TypeAdapter

    told = TypeAdapter(ViewFacts)
    game = table.game()
    state = game.start(seeded(5))
    policy = RandomPolicy(game, seeded(6))
    while True:
        for viewer in (SPECTATOR, int(state.turns) % table.seats):
            seen = json.loads(json.dumps(facts(state, viewer)))
            assert seen.keys() == ViewFacts.__annotations__.keys()
            told.validate_json(json.dumps(seen), strict=True)
        if state.over:
            return
        state.apply(policy.choose(state))


# --- afterwards -----------------------------------------------------------------------------------------
def test_after_all_this_the_server_plays_on_and_has_not_failed(server: Server, staged: StagedTable) -> None:
    token, position = decider(staged)
    with greet(server, staged.table, token) as (line, _):
        key = move(line, position, position["choices"]["actions"][0])
        assert hear_until(line, "accepted")["key"] == key
    assert failures(server) == 0
    assert {line["event"] for line in complaints(server)} <= {"Invalid UTF-8 sequence received from client."}
