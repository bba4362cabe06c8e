"""Who holds which token may do what: spent, stolen, guessed, replayed and misdirected ones open nothing."""

from __future__ import annotations

import ast
import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus

import ferrovia.server
from ferrovia.server.api.requests import Hello, Move, NewTable
from ferrovia.server.connection import Connection
from ferrovia.server.core import commands
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.tokens import hash_token, invite, is_token
from ferrovia.server.middleware import check_origin
from ferrovia.server.services import Services
from ferrovia.server.settings import Settings
from server.serving import Server, create, greet, hear, hear_until, move, new_token, person, say, serving, socket
from server.staged import StagedTable, finished_table, playing_table, waiting_table

FRIEND = "https://games.example.org"
MOVE = {"key": "abcdefgh", "decision": 6, "action": 6}
"""To draw blind, as the first thing after four moves."""


def join(
    staged: StagedTable, invitation: str, name: str = "Zed", token: str | None = None
) -> tuple[str, httpx.Response]:
    token = token or new_token()
    return token, staged.ask("POST", "/join", invitation, {"name": name, "token": token})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("tokens")
    with serving(folder / "data", "--origin", FRIEND, "--log-level", "debug") as running:
        yield running


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def decider(staged: StagedTable) -> int:
    return next(seat for seat, token in enumerate(staged.tokens) if staged.position(token)["choices"])


# --- invitations ----------------------------------------------------------------------------------------
def test_an_invitation_is_spent_when_somebody_has_come(server: Server) -> None:
    staged = waiting_table(server)
    token, answer = join(staged, staged.invites[0])
    assert answer.json()["seat"] == 1
    assert code(join(staged, staged.invites[0])[1]) == (403, "token.invite")
    again = join(staged, staged.invites[0], token=token)[1]  # the answer got lost: the same device asks once more
    assert again.json() == answer.json()
    assert staged.position(token)["mine"] == [1]


def test_an_invitation_is_good_again_when_who_came_has_left(server: Server) -> None:
    staged = waiting_table(server)
    staged.invites = [entry["token"] for entry in staged.ask("GET", "/invites", staged.host).json()["invites"]]
    left, _ = join(staged, staged.invites[0])
    for gone in (left, staged.tokens[0]):  # also the seat that was never open before
        assert staged.ask("POST", "/leave", gone).status_code == 200
        assert code(staged.ask("GET", "", gone)) == (403, "token.seat")
    shown = {entry["seat"]: entry["token"] for entry in staged.ask("GET", "/invites", staged.host).json()["invites"]}
    assert shown.keys() == {0, 1, 2}
    for seat in (0, 1):
        assert join(staged, shown[seat])[1].json()["seat"] == seat


def test_a_new_invitation_makes_the_old_one_worthless(server: Server) -> None:
    staged = waiting_table(server)
    old = staged.invites[0]
    assert staged.ask("PUT", "/seats/1", staged.host, {"kind": "open"}).status_code == 200
    new = staged.ask("GET", "/invites", staged.host).json()["invites"][0]["token"]
    assert new != old
    assert code(join(staged, old)[1]) == (403, "token.invite")
    assert join(staged, new)[1].json()["seat"] == 1


def test_an_invitation_opens_nothing_but_its_seat(server: Server) -> None:
    staged, elsewhere = waiting_table(server), waiting_table(server)
    key = staged.invites[0]
    assert code(join(elsewhere, key)[1]) == (403, "token.invite")
    refusals = [
        staged.ask("GET", "", key), staged.ask("GET", "/log", key), staged.ask("GET", "/lanes/0", key),
        staged.ask("POST", "/leave", key), staged.ask("POST", "/back", key), staged.ask("POST", "/rematch", key),
        staged.ask("POST", "/seats/0/stand-in", key), staged.ask("POST", "/moves", key, MOVE),
    ]  # fmt: skip
    assert [code(answer) for answer in refusals] == [(403, "token.seat")] * 8
    host_only = [
        staged.ask("GET", "/invites", key), staged.ask("POST", "/start", key), staged.ask("DELETE", "", key),
        staged.ask("PUT", "/seats/2", key, {"kind": "bot"}),
    ]  # fmt: skip
    assert [code(answer) for answer in host_only] == [(403, "token.host")] * 4
    assert staged.version == 1


def test_an_invitation_can_not_be_made_from_what_others_know(server: Server) -> None:
    """Only the host's token makes one: not a seat's, not another invitation, not the table's id."""
    staged = waiting_table(server)
    for guess in (staged.tokens[0], staged.invites[1], staged.table, staged.host[::-1]):
        assert code(join(staged, invite(guess, staged.table, 1, 0))[1]) == (403, "token.invite")
    assert code(join(staged, invite(staged.host, staged.table, 1, 1))[1]) == (403, "token.invite")  # not yet made
    assert join(staged, invite(staged.host, staged.table, 1, 0))[1].status_code == 200


# --- the wrong token ------------------------------------------------------------------------------------
def test_a_seat_at_another_table_is_no_seat_here(server: Server) -> None:
    here, there = playing_table(server), playing_table(server)
    for token in (*there.tokens, there.host, new_token()):
        for path in ("", "/log", "/lanes/0"):
            assert code(here.ask("GET", path, token)) == (403, "token.seat")
        assert code(here.ask("POST", "/moves", token, MOVE))[0] == 403
        assert code(here.ask("POST", "/leave", token)) == (403, "token.seat")
        with socket(server, here.table) as line:
            say(line, type="hello", token=token)
            assert hear(line)["code"] == "token.seat"
            with pytest.raises(ConnectionClosed):
                hear(line)
        mine = httpx.post(
            f"{server.url}/api/mine", json={"tables": [{"table": here.table, "token": token}]}, verify=False
        )
        assert mine.json() == {"tables": []}
    assert here.version == 6


def test_the_host_sees_no_hand_and_makes_no_move(server: Server) -> None:
    staged = playing_table(server)
    watcher = staged.position()
    host = staged.position(staged.host)
    assert {**host, "now": 0} == {**watcher, "now": 0}
    assert host["seat"] is None
    assert host["view"]["hand"] == host["view"]["tickets"] == host["view"]["offer"] == []
    assert code(staged.ask("POST", "/moves", staged.host, MOVE)) == (403, "token.seat")
    assert code(staged.ask("POST", "/moves", staged.host, {**MOVE, "seat": 0}))[0] == 403
    assert code(staged.ask("GET", "/lanes/0", staged.host)) == (403, "token.seat")
    with greet(server, staged.table, staged.host, since=0) as (line, position):
        assert position["seat"] is None
        assert not any(key in event["facts"] for event in position["events"] for key in ("tickets", "returned"))
        say(line, type="move", **{**MOVE, "seat": decider(staged)})
        assert hear(line)["code"] == "token.seat"
    assert staged.version == 6


def test_a_seat_has_no_say_in_what_is_the_hosts(server: Server) -> None:
    staged = waiting_table(server, people=3, start="host")
    for token in (*staged.tokens, new_token()):
        for method, path, body in (
            ("POST", "/start", None), ("DELETE", "", None), ("GET", "/invites", None),
            ("PUT", "/seats/0", {"kind": "open"}), ("PUT", "/seats/1", {"kind": "bot", "bot": "novice"}),
        ):  # fmt: skip
            assert code(staged.ask(method, path, token, body)) == (403, "token.host")
    assert staged.version == 1


def test_a_watcher_makes_no_move(server: Server) -> None:
    staged = playing_table(server)
    assert code(staged.ask("POST", "/moves", None, MOVE)) == (403, "token.seat")
    assert code(staged.ask("POST", "/moves", None, {**MOVE, "seat": 0})) == (403, "token.seat")
    with greet(server, staged.table) as (line, _):
        for more in ({}, {"seat": 0}, {"seat": 1}):
            say(line, type="move", **MOVE, **more)
            assert hear(line)["code"] == "token.seat"
        say(line, type="back")
    assert staged.version == 6


def test_nobody_moves_for_another_seat(server: Server) -> None:
    staged = playing_table(server)
    seat = decider(staged)
    choices = staged.position(staged.tokens[seat])["choices"]
    body = {"key": "abcdefgh", "decision": choices["decision"], "action": choices["actions"][0]}
    other = staged.tokens[1 - seat]
    assert code(staged.ask("POST", "/moves", other, {**body, "seat": seat})) == (403, "token.seat")
    assert code(staged.ask("POST", "/moves", other, body)) == (409, "turn.not_yours")
    with greet(server, staged.table, other) as (line, _):
        say(line, type="move", **body, seat=seat)
        assert hear(line)["code"] == "token.seat"
    assert staged.version == 6
    assert staged.ask("POST", "/moves", staged.tokens[seat], {**body, "seat": seat}).status_code == 200


def test_a_token_in_an_address_is_ignored(server: Server) -> None:
    """Addresses end up in logs, in histories and with whoever gets the link: they never open a seat."""
    staged = playing_table(server)
    token = staged.tokens[0]
    for query in (f"token={token}", f"authorization=Bearer {token}", f"access_token={token}"):
        answer = httpx.get(f"{staged.url}?{query}", verify=False)
        assert answer.json()["position"]["mine"] == []
        assert answer.json()["position"]["view"]["hand"] == []
        refused = httpx.post(f"{staged.url}/moves?{query}", json=MOVE, verify=False)
        assert code(refused) == (403, "token.seat")
    cookie = httpx.get(staged.url, headers={"Cookie": f"token={token}; authorization=Bearer {token}"}, verify=False)
    assert cookie.json()["position"]["mine"] == []


@pytest.mark.parametrize("scheme", ["Basic {}", "Token {}", "{}", "Bearer  {}", "Bearer {0} {0}", "Bearer", "bear {}"])
def test_only_a_bearer_is_heard(server: Server, scheme: str) -> None:
    staged = waiting_table(server)
    answer = httpx.get(staged.url, headers={"Authorization": scheme.format(staged.tokens[0])}, verify=False)
    assert code(answer) == (403, "token.seat")


GOOD = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v"
SHORT_OR_LONG = [GOOD[:42], f"{GOOD}x", f"{GOOD}\n", f"{GOOD[:42]}=", "", "ä" * 43]
WEAK = ["a" * 43, "ab" * 21 + "a", ("0123456789a" * 4)[:43], *SHORT_OR_LONG]


@pytest.mark.parametrize("weak", WEAK)
def test_weak_tokens_are_refused_everywhere(server: Server, weak: str) -> None:
    assert not is_token(weak)
    staged = waiting_table(server)
    wanted: dict[str, object] = {"board": "berlin", "seats": [{"kind": "open"}] * 2, "host": weak}
    assert code(httpx.post(f"{server.url}/api/tables", json=wanted, verify=False)) == (422, "request.invalid")
    seats = [person("Ada", weak), {"kind": "open"}]
    wanted = {"board": "berlin", "seats": seats, "host": new_token()}
    assert code(httpx.post(f"{server.url}/api/tables", json=wanted, verify=False)) == (422, "request.invalid")
    assert code(staged.ask("POST", "/join", staged.invites[0], {"name": "Zed", "token": weak})) == (
        422,
        "request.invalid",
    )


def test_random_tokens_are_strong() -> None:
    assert is_token(GOOD)
    assert all(is_token(new_token()) for _ in range(2000))


# --- again and again ------------------------------------------------------------------------------------
def test_a_replayed_move_happens_once(server: Server) -> None:
    staged = playing_table(server)
    seat = decider(staged)
    choices = staged.position(staged.tokens[seat])["choices"]
    body = {"key": "abcdefgh", "decision": choices["decision"], "action": "draw blind"}
    first = staged.ask("POST", "/moves", staged.tokens[seat], body).json()
    assert first["version"] == 7
    for _ in range(3):
        again = staged.ask("POST", "/moves", staged.tokens[seat], body).json()
        assert (again["version"], again["key"]) == (7, "abcdefgh")
    assert staged.version == 7
    # the same words later, under another key: the decision they answer is gone
    late = staged.ask("POST", "/moves", staged.tokens[seat], {**body, "key": "ijklmnop"})
    assert code(late) == (409, "decision.stale")
    # and another's name for a move says nothing to me
    assert code(staged.ask("POST", "/moves", staged.tokens[1 - seat], body))[0] == 409
    assert staged.version == 7


def test_moves_out_of_order_are_stale(server: Server) -> None:
    staged = playing_table(server)
    token = staged.tokens[decider(staged)]
    decision = staged.position(token)["choices"]["decision"]
    for wrong in (decision - 1, decision + 1, 0, 2**31):
        body = {"key": "abcdefgh", "decision": wrong, "action": "draw blind"}
        assert code(staged.ask("POST", "/moves", token, body)) == (409, "decision.stale")
    assert staged.version == 6


def test_after_a_table_is_closed_no_token_opens_it(server: Server) -> None:
    staged = waiting_table(server)
    assert staged.ask("DELETE", "", staged.host).status_code == 200
    assert code(join(staged, staged.invites[0])[1]) == (410, "table.closed")
    for method, path, token, body in (
        ("POST", "/start", staged.host, None), ("PUT", "/seats/1", staged.host, {"kind": "open"}),
        ("POST", "/leave", staged.tokens[0], None),
    ):  # fmt: skip
        assert code(staged.ask(method, path, token, body)) == (410, "table.closed")
    assert staged.position(staged.tokens[0])["status"] == "closed"


def test_a_rematch_is_for_those_who_played(server: Server) -> None:
    staged = finished_table(server)
    for token in (None, staged.host, new_token()):
        assert code(staged.ask("POST", "/rematch", token)) == (403, "token.seat")
    assert staged.ask("POST", "/rematch", staged.tokens[0]).json() == {"table": None}  # the other is asked
    tables = {staged.ask("POST", "/rematch", token).json()["table"] for token in reversed(staged.tokens)}
    assert len(tables) == 1
    after = StagedTable(server, tables.pop(), staged.host, staged.tokens)
    assert [after.position(token)["mine"] for token in staged.tokens] == [[0], [1]]
    assert code(after.ask("GET", "", new_token())) == (403, "token.seat")
    assert after.ask("GET", "/record").status_code == 409
    commitment = after.ask("GET", "").json()["table"]["commitment"]
    assert commitment not in staged.ask("GET", "/record").text  # other luck


# --- somebody else's seat -------------------------------------------------------------------------------
def test_who_lost_the_seat_sees_no_hand_any_more(server: Server) -> None:
    """The host opens a seat again while its holder watches; the next one sits down, and the game begins."""
    staged = waiting_table(server, seats=2, people=2, start="host")
    lost = staged.tokens[1]
    with greet(server, staged.table, lost) as (line, position):
        assert position["mine"] == [1]
        staged.ask("PUT", "/seats/1", staged.host, {"kind": "open"})
        assert hear_until(line, "update")["position"]["mine"] == []
        key = staged.ask("GET", "/invites", staged.host).json()["invites"][0]["token"]
        gained, _ = join(staged, key)
        staged.ask("POST", "/start", staged.host)
        seen = [hear_until(line, "update")["position"] for _ in range(2)][-1]
        assert (seen["status"], seen["seat"], seen["mine"], seen["choices"]) == ("playing", None, [], None)
        assert seen["view"]["hand"] == seen["view"]["offer"] == []
        decision = staged.position(gained)["choices"]["decision"]
        for more in ({}, {"seat": 1}):
            say(line, type="move", key="abcdefgh", decision=decision, action="keep 1,2", **more)
            assert hear(line)["code"] == "token.seat"
        say(line, type="back")
    assert code(staged.ask("GET", "", lost)) == (403, "token.seat")
    assert code(staged.ask("GET", "/log", lost)) == (403, "token.seat")
    assert staged.version == 4


class Races:
    """Two processes at one database. Bo's seat is given to Cy, and the game begins; one of them has not heard of it."""

    def __init__(self, folder: Path) -> None:
        self.behind, self.ahead = Services(Settings(data=folder)), Services(Settings(data=folder))
        self.host, self.bo, self.cy = (new_token() for _ in range(3))
        self.table = ""
        self.heard: list[dict[str, Any]] = []

    async def __aenter__(self) -> Races:
        await self.behind.open()
        await self.ahead.open()
        seats = [person("Ada", new_token()), person("Bo", self.bo)]
        wanted = NewTable.model_validate({"board": "berlin", "seats": seats, "host": self.host, "start": "host"})
        self.table = await self.behind.tables.create(wanted.new_table())
        await self.behind.tables.open(self.table)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.behind.close()
        await self.ahead.close()

    async def give_the_seat_away(self) -> OpenTable:
        """The table as the process that is behind has it: until it reads the log, it believes what it knew."""
        await self.ahead.tables.act(self.table, commands.OpenSeat(self.host, 1))
        await self.ahead.tables.act(self.table, commands.Join(invite(self.host, self.table, 1, 1), "Cy", self.cy))
        await self.ahead.tables.act(self.table, commands.Start(self.host))
        opened = await self.behind.tables.open(self.table)
        assert opened.table.version == 1
        opened.stale = True
        return opened

    async def greet(self, since: int | None = None) -> None:
        """Bo opens a socket at the process that is behind."""
        app = SimpleNamespace(state=SimpleNamespace(services=self.behind))
        unused = cast(Any, None)
        line_socket = WebSocket({"type": "websocket", "app": app, "client": ("127.0.0.1", 1)}, unused, unused)
        line = Connection(self.behind, line_socket, self.table, self.behind.moves)
        line.queue.send = lambda message: self.heard.append(json.loads(message))  # type: ignore[method-assign]
        await line.welcome(Hello.model_validate({"type": "hello", "token": self.bo, "since": since}))


def race(folder: Path, run: Callable[[Races], Awaitable[None]]) -> None:
    async def main() -> None:
        async with Races(folder) as races:
            await run(races)

    asyncio.run(main())


def test_a_process_that_hears_of_it_late_shows_the_hand_to_nobody_else(tmp_path: Path) -> None:
    """The seat was opened, taken and dealt to in one piece of news."""

    async def run(races: Races) -> None:
        await races.greet()
        assert races.heard[-1]["position"]["mine"] == [1]
        opened = await races.give_the_seat_away()
        async with opened.lock:
            await races.behind.tables.catch_up(opened)
        told = races.heard[-1]["position"]
        assert (told["status"], told["mine"], told["seat"], told["choices"]) == ("playing", [], None, None)
        assert told["view"]["hand"] == told["view"]["offer"] == []

    race(tmp_path, run)


def test_a_seat_lost_while_the_greeting_is_answered_is_lost(tmp_path: Path) -> None:
    async def run(races: Races) -> None:
        remembered = races.behind.tables.news_since

        async def slowly(opened: OpenTable, version: int) -> News:
            news = await remembered(opened, version)
            await races.give_the_seat_away()
            async with opened.lock:
                await races.behind.tables.catch_up(opened)
            return news

        races.behind.tables.news_since = slowly  # type: ignore[method-assign]
        with pytest.raises(Denied, match=r"token\.seat"):
            await races.greet(since=0)
        assert races.heard == []

    race(tmp_path, run)


def test_a_move_with_a_seat_that_is_lost_meanwhile_is_refused(tmp_path: Path) -> None:
    async def run(races: Races) -> None:
        opened = await races.give_the_seat_away()
        choice = Move.model_validate({"key": "abcdefgh", "decision": 4, "action": "keep 1,2"})
        with pytest.raises(Denied, match=r"token\.seat"):
            await races.behind.tables.act(races.table, choice.command(races.bo))
        assert opened.table.version == 4
        assert (await races.behind.tables.act(races.table, choice.command(races.cy))).version == 5

    race(tmp_path, run)


# --- people who share a device --------------------------------------------------------------------------
def test_a_device_with_two_seats_shows_only_the_one_that_decides(server: Server) -> None:
    shared, single = new_token(), new_token()
    seats = [person("Ada", shared), person("Bo", single), person("Cy", shared)]
    made = create(server, "berlin", seats)
    alone = StagedTable(server, made["table"], made["host"], [single])
    seen: set[int | None] = set()
    with greet(server, alone.table, shared, since=0) as (line, welcome):
        position = welcome
        while len(seen) < 3 or position["moves"] < 12:
            waiting = [seat for seat in position["mine"] if position["view"]["waiting"][seat]]
            assert position["seat"] == (waiting[0] if waiting else None)
            seen.add(position["seat"])
            assert position["view"]["seat"] == (-1 if position["seat"] is None else position["seat"])
            assert all(event["seat"] == position["seat"] for event in position["events"] if tells_a_secret(event))
            if position["seat"] is None:
                assert (position["view"]["hand"], position["view"]["tickets"], position["choices"]) == ([], [], None)
                assert alone.step()
            else:
                move(line, position, "keep 1,2" if position["view"]["offer"] else "draw blind")
            position = hear_until(line, "update")["position"]
            assert alone.position(shared)["seat"] == position["seat"]
    assert seen == {None, 0, 2}


def tells_a_secret(event: dict[str, Any]) -> bool:
    facts = event["facts"].keys()
    return bool(facts & {"tickets", "returned"} or (event["code"] == "card.blind" and "card" in facts))


def test_two_people_on_one_device_choose_their_first_tickets_one_after_the_other(server: Server) -> None:
    shared = new_token()
    made = create(server, "berlin", [person("Ada", shared), person("Bo", shared)])
    staged = StagedTable(server, made["table"], made["host"], [shared])
    first = staged.position(shared)
    assert (first["seat"], first["mine"]) == (0, [0, 1])
    assert staged.move(shared, "keep 1,2").status_code == 200
    second = staged.position(shared)
    assert second["seat"] == 1
    assert second["view"]["offer"] != first["view"]["offer"]
    assert second["view"]["tickets"] == []


# --- other sites ----------------------------------------------------------------------------------------
def knock(server: Server, table: str, **headers: str) -> int:
    """The status of a handshake."""
    try:
        with socket(server, table, additional_headers=headers, origin=None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


FOREIGN = (
    "https://evil.example", "null", "", "http://127.0.0.1:1", "http://localhost", "http://[", "http://[::1", "//", "://",
    "http://127.0.0.1:{port}.evil.example", "http://evil.example:{port}", "http://evil.example#127.0.0.1:{port}",
    "http://evil@127.0.0.1:{port}", "file://", "127.0.0.1:{port}", "http://127.0.0.1", "x" * 4000,
)  # fmt: skip


def test_pages_of_other_sites_open_no_socket(server: Server) -> None:
    staged = waiting_table(server)
    for origin in FOREIGN:
        assert knock(server, staged.table, Origin=origin.format(port=server.port)) == 403, origin
    assert knock(server, staged.table, Origin=f"http://127.0.0.1:{server.port}") == 101
    assert knock(server, staged.table, Origin=f"HTTP://127.0.0.1:{server.port}") == 101
    assert knock(server, staged.table) == 101


def test_the_host_header_does_not_make_a_foreign_page_ours() -> None:
    for origin, host in (("null", None), ("null", ""), ("null", "null"), ("file://", ""), ("", ""), ("http://a", None)):
        with pytest.raises(Denied):
            check_origin(origin, host, ())
    with pytest.raises(Denied):
        check_origin("https://b.example", "a.example", ("https://a.example",))
    check_origin("https://b.example", "a.example", ("https://b.example",))
    check_origin("https://A.example", "a.example", ())


def test_sites_that_are_let_in_by_name_may_open_sockets(server: Server) -> None:
    staged = waiting_table(server)
    assert knock(server, staged.table, Origin=FRIEND) == 101
    for origin in (f"{FRIEND}.evil", FRIEND.replace("https", "http"), f"{FRIEND}:443", f"{FRIEND}/", "null"):
        assert knock(server, staged.table, Origin=origin) == 403


def test_a_form_on_another_site_does_nothing(server: Server) -> None:
    """What a page may send to another site without asking: forms and plain text. None of it is taken for JSON."""
    wanted = json.dumps({"board": "berlin", "seats": [{"kind": "open"}] * 2, "host": new_token()})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
        headers = {"Origin": "https://evil.example", **({} if kind is None else {"Content-Type": kind})}
        answer = httpx.post(f"{server.url}/api/tables", content=wanted.encode(), headers=headers, verify=False)
        assert code(answer) == (422, "request.invalid"), kind
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answer = httpx.options(f"{server.url}/api/tables", headers=asked, verify=False)
    assert answer.status_code == 405
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_no_cookies_and_nothing_to_be_kept(server: Server) -> None:
    staged = playing_table(server)
    answers = [
        httpx.get(f"{server.url}/api/boards", verify=False), httpx.get(f"{server.url}/healthz", verify=False),
        staged.ask("GET", "", staged.tokens[0]), staged.ask("GET", "/log"), staged.ask("GET", "/record"),
        staged.ask("POST", "/moves", staged.host, MOVE), staged.ask("POST", "/start", staged.host),
        staged.ask("GET", "/nothing"),
        staged.ask("POST", "/join", "x" * 43, {"a": "b" * 99_000}),
    ]  # fmt: skip
    for answer in answers:
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


# --- what is kept ---------------------------------------------------------------------------------------
def test_the_database_holds_hashes_only(server: Server) -> None:
    """Every token and invitation there was, in any spelling, looked for in the bytes of every file."""
    staged = waiting_table(server, seats=3, people=1)
    tokens = [staged.host, *staged.tokens, *staged.invites, join(staged, staged.invites[0])[0]]
    staged.ask("PUT", "/seats/2", staged.host, {"kind": "open"})
    new = staged.ask("GET", "/invites", staged.host).json()["invites"][0]["token"]
    tokens += [new, join(staged, new)[0]]
    staged.tokens = [tokens[1], tokens[4], tokens[6]]
    with greet(server, staged.table, staged.tokens[0]):
        assert all(staged.step() for _ in range(6))
    kept = {file.name: file.read_bytes() for file in server.data.parent.rglob("*") if file.is_file()}
    assert kept.keys() >= {"ferrovia.sqlite3", "ferrovia.sqlite3-wal", "data.log"}
    everything = b"".join(kept.values())
    assert staged.table.encode() in everything
    assert hash_token(staged.host).encode() in everything
    for token in tokens:
        raw = base64.urlsafe_b64decode(f"{token}=")
        for spelling in (token.encode(), raw, raw.hex().encode(), token[:20].encode(), token[-20:].encode()):
            assert spelling not in everything


def compared(tree: ast.Module) -> Iterator[str]:
    """The names on both sides of every comparison but those with a plain constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and not any(isinstance(side, ast.Constant) for side in node.comparators):
            parts = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            yield from (part.attr for part in parts if isinstance(part, ast.Attribute))
            yield from (part.id for part in parts if isinstance(part, ast.Name))


def test_tokens_are_compared_in_constant_time() -> None:
    folder = Path(ferrovia.server.__path__[0])
    matching = ast.parse((folder / "core" / "tokens.py").read_text())
    calls = {ast.unparse(call.func) for call in ast.walk(matching) if isinstance(call, ast.Call)}
    assert "hmac.compare_digest" in calls
    for file in folder.rglob("*.py"):
        secret = {"token_hash", "invite_hash", "host_hash", "hash_token"}
        assert not secret & {*compared(ast.parse(file.read_text()))}, file.name
