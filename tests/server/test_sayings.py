"""What is said at a table: to whom, how much of it, and that it is never part of a game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from pydantic import ValidationError
from websockets.sync.client import ClientConnection

from ferrovia.server.api.fields import LONGEST_SAYING
from ferrovia.server.api.requests import Say
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.sayings import KEPT, PHRASES, REACTIONS, SWITCHES, Saying, SwitchChat, check_may_say
from ferrovia.server.settings import FILE
from ferrovia.server.store import Database, Journal
from ferrovia.server.store.database import sqlite_url
from ferrovia.server.store.saying_store import SayingRows
from server.builder import HOST, TableBuilder, token_of
from server.serving import Server, hear, hear_until, new_token, say, serving, socket
from server.staged import StagedTable, finished_table, playing_table

HOSTILE: Final = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}} ${7*7} {seat}",
    "'; DROP TABLE sayings; --",
    "https://example.org/?q=<b>",
    "\\u202e not an escape",
    "مرحبا שלום 👩‍👩‍👧 é",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("sayings") / "data") as running:
        yield running


def come(line: ClientConnection, token: str | None = None) -> list[dict[str, Any]]:
    """What was told of before. It has all come by then: what is said meanwhile would come twice."""
    say(line, type="hello", said=True, **({} if token is None else {"token": token}))
    hear_until(line, "welcome")
    return until_pong(line)


def words(line: ClientConnection, kind: str, text: str, **more: str) -> None:
    say(line, type="say", kind=kind, text=text, **more)


def until_pong(line: ClientConnection) -> list[dict[str, Any]]:
    """Everything that came until now."""
    say(line, type="ping")
    heard = [hear(line)]
    while heard[-1]["type"] != "pong":
        heard.append(hear(line))
    return heard[:-1]


def said(heard: list[dict[str, Any]]) -> list[tuple[int | None, str, str]]:
    told = [each for message in heard if message["type"] == "said" for each in message["said"]]
    return [(each["seat"], each["kind"], each["text"]) for each in told]


def open_chat(staged: StagedTable, players: bool = True, watchers: bool = False) -> None:
    answer = staged.ask("PUT", "/chat", staged.host, {"players": players, "watchers": watchers})
    assert answer.status_code == 200, answer.text


# --- who may say what ---------------------------------------------------------------------------------------
def test_phrases_are_for_seats_and_from_the_list() -> None:
    table = TableBuilder("Ada", "Bo").table
    check_may_say(table, (0,), "phrase", PHRASES[0])
    check_may_say(table, (0,), "reaction", REACTIONS[0])
    for held, kind, text, code in (
        ((), "phrase", PHRASES[0], "token.seat"),
        ((0,), "phrase", REACTIONS[0], "request.invalid"),
        ((0,), "reaction", "anything", "request.invalid"),
        ((0,), "chat", "hello", "chat.off"),
        ((), "chat", "hello", "chat.off"),
    ):
        with pytest.raises(Denied, match=code):
            check_may_say(table, held, kind, text)  # type: ignore[arg-type]


def test_only_the_host_opens_the_chat_and_not_without_end() -> None:
    table = TableBuilder("Ada", "Bo").begin().table
    with pytest.raises(Denied, match=r"token.host"):
        SwitchChat(token_of("Ada"), players=True, watchers=False).draft(table)
    assert SwitchChat(HOST, players=False, watchers=False).draft(table) is None
    for number in range(SWITCHES):
        draft = SwitchChat(HOST, players=number % 2 == 0, watchers=True).draft(table)
        assert draft is not None
        table = draft.table
    with pytest.raises(Denied, match=r"limit.moves"):
        SwitchChat(HOST, players=True, watchers=False).draft(table)


def test_players_and_watchers_read_their_own() -> None:
    player, watcher = Saying(1, 0, 0, "chat", "a"), Saying(2, 0, -1, "chat", "b", "Eve")
    phrase = Saying(3, 0, 1, "phrase", "hello")
    assert [each.is_for((0,)) for each in (player, watcher, phrase)] == [True, False, True]
    assert [each.is_for(()) for each in (player, watcher, phrase)] == [False, True, True]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * (LONGEST_SAYING + 1),
        "a\u202eb",
        "a\x00b",
        "\u0301a",
        "a" + "\u0301" * 9,
        "\u2800\u3164",
        "a\u200bb",
    ],
)
def test_words_that_nobody_can_read_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        Say(type="say", kind="chat", text=text)


def test_words_are_kept_as_they_were_meant() -> None:
    for text in HOSTILE:
        assert Say(type="say", kind="chat", text=text).text == text
    assert Say(type="say", kind="chat", text="  two\n lines ").text == "two lines"


# --- over the socket ----------------------------------------------------------------------------------------
def test_a_phrase_reaches_everybody_at_the_table(server: Server) -> None:
    staged = playing_table(server)
    ada, bo = staged.tokens
    with socket(server, staged.table) as one, socket(server, staged.table) as two, socket(server, staged.table) as eve:
        for line, token in ((one, ada), (two, bo), (eve, None)):
            come(line, token)
        words(one, "phrase", "hello")
        first = [hear_until(line, "said") for line in (one, two, eve)]  # two lines at once have no order
        words(two, "reaction", "whistle")
        for line, heard in zip((one, two, eve), first, strict=True):
            assert said([heard, hear_until(line, "said")]) == [(0, "phrase", "hello"), (1, "reaction", "whistle")]
        words(eve, "phrase", "hello")
        assert hear_until(eve, "refused")["code"] == "token.seat"
    with socket(server, staged.table) as late:
        assert said(come(late)) == [(0, "phrase", "hello"), (1, "reaction", "whistle")]


def test_who_did_not_ask_for_words_hears_none(server: Server) -> None:
    staged = playing_table(server)
    with socket(server, staged.table) as one, socket(server, staged.table) as old:
        come(one, staged.tokens[0])
        say(old, type="hello", token=staged.tokens[1])
        hear_until(old, "welcome")
        words(one, "phrase", "hello")
        hear_until(one, "said")
        assert until_pong(old) == []


def test_the_players_chat_is_closed_to_watchers_and_theirs_to_players(server: Server) -> None:
    staged = playing_table(server)
    ada, bo = staged.tokens
    open_chat(staged, players=True, watchers=True)
    with socket(server, staged.table) as one, socket(server, staged.table) as two, socket(server, staged.table) as eve:
        for line, token in ((one, ada), (two, bo), (eve, None)):
            come(line, token)
        for text in HOSTILE[:3]:
            words(one, "chat", text)
            assert said([hear_until(two, "said")]) == [(0, "chat", text)]
        words(eve, "chat", "who wins?", name="Eve <b>")
        heard = hear_until(eve, "said")["said"][0]
        assert (heard["seat"], heard["text"], heard["name"]) == (None, "who wins?", "Eve <b>")
        assert said(until_pong(eve)) == []
        assert (None, "chat", "who wins?") not in said(until_pong(one)) + said(until_pong(two))
    for token, expected in ((ada, 3), (None, 1)):
        answer = staged.ask("GET", "/said", token)
        assert len(answer.json()["said"]) == expected
    assert staged.ask("GET", "/said", new_token()).json()["code"] == "token.seat"


def test_who_talks_too_much_is_refused_and_stays_connected(server: Server) -> None:
    staged = playing_table(server)
    with socket(server, staged.table) as one:
        come(one, staged.tokens[0])
        for _ in range(12):
            words(one, "phrase", "hello")
        heard = until_pong(one)
        codes = [message["code"] for message in heard if message["type"] == "refused"]
        assert set(codes) == {"limit.words"}
        assert 4 <= len(said(heard)) <= 7
        action = staged.position(staged.tokens[0])["choices"]
        assert action is None or staged.move(staged.tokens[0], action["actions"][0]).status_code == 200


def test_no_record_and_no_replay_has_a_word_of_it(server: Server) -> None:
    staged = finished_table(server)
    open_chat(staged)
    secret = "between us 7f3a"
    with socket(server, staged.table) as one:
        come(one, staged.tokens[0])
        words(one, "chat", secret)
        hear_until(one, "said")
    for path in ("/record", "/moves", "/log", "/moves/3"):
        assert secret not in staged.ask("GET", path).text
        assert secret not in staged.ask("GET", path, staged.tokens[0]).text
    assert secret not in json.dumps(staged.ask("GET", "", staged.tokens[0]).json())


def test_only_so_much_is_kept(server: Server) -> None:
    staged = playing_table(server)

    async def talk() -> list[Saying]:
        database = Database(sqlite_url(server.data / FILE))
        try:
            journal = Journal(database)
            journal.open()
            rows = SayingRows(database, journal)
            for _ in range(KEPT + 5):
                await rows.write_saying(staged.table, Saying(0, 0, 0, "phrase", "hello"))
            await journal.close()
            return await rows.read_sayings(staged.table, 10_000)
        finally:
            await database.close()

    kept = asyncio.run(talk())
    assert [saying.number for saying in kept] == list(range(6, KEPT + 6))
