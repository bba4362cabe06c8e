"""The client: seats by their links, whole games, lines that are cut, and the command that uses it."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.running import refused, run
from ferrovia.boards import board_ids
from ferrovia.bots import Actions, Bot, Budget, make_bot
from ferrovia.client import (
    Accepted,
    Line,
    Link,
    LinkError,
    Position,
    Refused,
    Seat,
    Server,
    Unreachable,
    Watch,
    watch,
)
from ferrovia.client.server import new_token
from ferrovia.engine.chance import seeded
from ferrovia.record import Record, from_text, verify
from ferrovia.text.error_text import explain
from ferrovia.text.words import Words
from ferrovia.view import View
from server.serving import Server as Running
from server.wire import Way, Wire

TABLE = "abcdefghijklmnopqrstuv"
TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE"
OPEN = {"kind": "open"}


def run_with(server: Running, story: Any) -> None:
    """A story is told about a server; on the busiest machine it does not take longer."""

    async def told() -> None:
        async with asyncio.timeout(300), Server(server.url) as asked:
            await story(asked)

    asyncio.run(told())


async def invitations(
    server: Server, board: str = "berlin", seats: Sequence[dict[str, str]] = (OPEN, OPEN)
) -> list[Link]:
    """The invitations to a new table."""
    made = await server.create(board, seats, new_token())
    return [Link(server.address, made["table"], invite["token"]) for invite in made["invites"]]


async def seated(server: Server, board: str = "berlin") -> list[Link]:
    """Two seats of a game that has begun."""
    invited = await invitations(server, board)
    return [await server.sit(link, name) for link, name in zip(invited, ("Ada", "Bo"), strict=True)]


def bot(name: str, seed: int = 1) -> Bot:
    return make_bot(name, seeded(seed))


def through(wire: Wire, link: Link) -> Link:
    return Link(f"http://127.0.0.1:{wire.port}", link.table, link.token)


async def proven(server: Server, table: str) -> Record:
    record = from_text(await server.record(table))
    verify(record)
    return record


# --- links ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "address"),
    [
        (f"http://127.0.0.1:8000/t/{TABLE}#{TOKEN}", "http://127.0.0.1:8000"),
        (f"https://games.example.org/t/{TABLE}#{TOKEN}", "https://games.example.org"),
        (f"https://example.org/a/b/t/{TABLE}#{TOKEN}", "https://example.org/a/b"),
        (f"http://[::1]:8000/t/{TABLE}#{TOKEN}", "http://[::1]:8000"),
    ],
)
def test_a_link_names_server_table_and_token(text: str, address: str) -> None:
    link = Link.parse(f" {text}\n")
    assert link == Link(address, TABLE, TOKEN)
    assert str(link) == text
    assert link.socket == f"ws{address.removeprefix('http')}/api/tables/{TABLE}/live"
    assert TOKEN not in repr(link)
    assert str(Link.parse(text.partition("#")[0])) == text.partition("#")[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "berlin",
        f"ftp://example.org/t/{TABLE}",
        f"https:///t/{TABLE}",
        f"https://example.org/t/{TABLE}#short",
        f"https://example.org/t/{TABLE}x",
        f"https://example.org/{TABLE}",
        f"https://example.org:port/t/{TABLE}",
        f"https://[::1/t/{TABLE}",
        f"https://exa mple.org/t/{TABLE}",
    ],
)
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(LinkError, match=r"^link\.malformed$"):
        Link.parse(text)


# --- sitting down ---------------------------------------------------------------------------------------
def test_an_invitation_gives_a_seat_and_the_link_to_come_back_with(server: Running) -> None:
    async def story(asked: Server) -> None:
        first, second = await invitations(asked)
        ada = await asked.sit(first, "Ada")
        assert ada.token not in (None, first.token)
        assert await asked.sit(ada, "somebody else") == ada
        with pytest.raises(Refused, match=r"^token\.invite$"):
            await asked.sit(first, "Bo")
        bo = await asked.sit(second, "Bo")
        shown = await asked.show(bo.table, bo.token)
        assert [person["name"] for person in shown["position"]["people"]] == ["Ada", "Bo"]
        assert shown["position"]["mine"] == [1]
        assert shown["position"]["status"] == "playing"

    run_with(server, story)


def test_a_link_for_watching_gives_no_seat(server: Running) -> None:
    async def story(asked: Server) -> None:
        link = Link(asked.address, TABLE)
        with pytest.raises(LinkError, match=r"^link\.watching$"):
            await asked.sit(link, "Ada")
        with pytest.raises(LinkError, match=r"^link\.watching$"):
            Seat(link)

    run_with(server, story)


def test_refusals_carry_the_codes_of_the_server(server: Running) -> None:
    async def story(asked: Server) -> None:
        with pytest.raises(Refused, match=r"^table\.unknown$"):
            await asked.show(TABLE)
        with pytest.raises(Refused, match=r"^table\.unknown$"):
            await Line.open(Link(asked.address, TABLE))
        with pytest.raises(Refused, match=r"^board\.unknown"):
            await asked.create("atlantis", [OPEN, OPEN], new_token())
        (ada, _) = await seated(asked)
        with pytest.raises(Refused, match=r"^token\.seat$"):
            await Line.open(ada.holding(TOKEN))
        with pytest.raises(Refused, match=r"^game\.not_over$"):
            await asked.record(ada.table)
        async with Seat(ada.holding(TOKEN)) as stranger:
            with pytest.raises(Refused, match=r"^token\.seat$"):
                await stranger.play(bot("greedy"))

    run_with(server, story)


def test_boards_can_be_asked_for(server: Running) -> None:
    async def story(asked: Server) -> None:
        assert {board["id"] for board in await asked.boards()} == set(board_ids())
        assert (await asked.board("berlin"))["id"] == "berlin"

    run_with(server, story)


def test_what_is_no_game_server_is_said_to_be_none(server: Running) -> None:
    async def story(_: Server) -> None:
        async with Server(f"{server.url}/nothing/here") as elsewhere:
            with pytest.raises((Unreachable, Refused)):
                await elsewhere.boards()
        async with Server("http://127.0.0.1:9") as nobody:
            with pytest.raises(Unreachable, match=r"^server\.unreachable .*127\.0\.0\.1:9"):
                await nobody.boards()
        with pytest.raises(Unreachable):
            await Line.open(Link("http://127.0.0.1:9", TABLE))

    run_with(server, story)


# --- whole games ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("board", board_ids())
def test_bots_play_a_whole_game_by_their_links(server: Running, board: str) -> None:
    async def story(asked: Server) -> None:
        ada, bo = await seated(asked, board)
        async with Seat(ada) as first, Seat(bo) as second:
            ends = await asyncio.gather(first.play(bot("greedy")), second.play(bot("random")))
        assert [end.status for end in ends] == ["over", "over"]
        record = await proven(asked, ada.table)
        assert record.seats == ["Ada", "Bo"]
        assert len(record.moves) == ends[0].said["moves"] == len(await asked.moves(ada.table))
        standings = ends[0].said["view"]["standings"]
        assert {seat: score for seat, _, score, _ in standings} == dict(enumerate(record.result or []))

    run_with(server, story)


def test_a_bot_gets_the_view_and_the_actions_it_would_get_anywhere(server: Running) -> None:
    class Curious(Bot):
        def choose(self, view: View, actions: Actions, budget: Budget) -> int:
            assert view.game.board.id == "berlin"
            assert view.waiting[view.seat]
            assert sum(view.hand) == view.hand_sizes[view.seat]
            assert list(actions) == sorted(actions) != []
            assert budget == Budget(iterations=7)
            seats.add(int(view.seat))
            return random.choice(actions)

    seats: set[int] = set()

    async def story(asked: Server) -> None:
        ada, bo = await seated(asked)
        async with Seat(ada) as first, Seat(bo) as second:
            budget = Budget(iterations=7)
            await asyncio.gather(first.play(Curious(seeded(1)), budget), second.play(Curious(seeded(2)), budget))
        await proven(asked, ada.table)

    run_with(server, story)
    assert seats == {0, 1}


def test_a_rematch_is_played_with_the_same_tokens(server: Running) -> None:
    async def story(asked: Server) -> None:
        links = await seated(asked)
        await play_all(links)
        assert await asked.rematch(links[0].table, str(links[1].token)) is None  # the other is asked
        again = await asked.rematch(links[0].table, str(links[0].token))
        assert again is not None
        assert again == await asked.rematch(links[0].table, str(links[1].token))
        await play_all([Link(link.server, again, link.token) for link in links])
        await proven(asked, again)

    run_with(server, story)


async def play_all(links: Sequence[Link]) -> list[Position]:
    async def play(number: int, link: Link) -> Position:
        async with Seat(link) as seat:
            return await seat.play(bot("random", number))

    return await asyncio.gather(*(play(number, link) for number, link in enumerate(links)))


# --- watching -------------------------------------------------------------------------------------------
def test_a_watcher_sees_every_event_once_and_no_hand(server: Running) -> None:
    async def story(asked: Server) -> None:
        links = await seated(asked)
        async with Wire(server.port) as wire, Watch(through(wire, links[0]).holding(None)) as watched:
            playing = asyncio.create_task(play_all(links))
            told: list[tuple[int, str]] = []
            next_cut = 15
            async for position in watched:
                assert (position.seat, position.actions) == (None, [])
                assert position.said["view"]["hand"] == [] or position.ended
                told += [(event["version"], event["code"]) for event in position.events]
                if position.version >= next_cut:
                    next_cut += 15
                    wire.cut()
            await playing
        assert watched.lines > 1
        log = (await asked.ask_json("GET", f"tables/{links[0].table}/log"))["events"]
        after = told[0][0]
        assert told == [(event["version"], event["code"]) for event in log if event["version"] >= after]

    run_with(server, story)


# --- lines that are cut ---------------------------------------------------------------------------------
@pytest.mark.parametrize(("way", "share"), [("up", 0.5), ("down", 0.5), ("down", 0.0), ("up", 1.0)])
def test_a_game_goes_on_however_often_the_line_is_cut(server: Running, way: Way, share: float) -> None:
    """In the middle of a move, in the middle of an update, before the answer, right after the question."""

    class Cutting(Bot):
        def choose(self, view: View, actions: Actions, budget: Budget) -> int:
            if self.chance.below(2) == 0:
                wire.cut_inside_next(way, share)
            return actions[self.chance.below(len(actions))]

    wire = Wire(server.port)

    async def story(asked: Server) -> None:
        ada, bo = await seated(asked)
        async with wire, Seat(through(wire, ada)) as first, Seat(bo) as second:
            await asyncio.gather(first.play(Cutting(seeded(3))), second.play(bot("random")))
            assert first.lines > 3
            assert second.lines == 1
        await proven(asked, ada.table)

    run_with(server, story)
    assert wire.cuts > 3


def test_a_move_whose_answer_was_lost_happens_once(server: Running) -> None:
    async def story(asked: Server) -> None:
        ada, _ = await seated(asked)
        async with Wire(server.port) as wire, Seat(through(wire, ada)) as seat:
            position = await anext(seat)
            wire.cut_inside_next("down", 0.0)
            accepted = await seat.move(position, position.actions[-1], key="lost-answer")
            assert accepted == Accepted("lost-answer", accepted.version, [])
            assert seat.lines == 2
            assert (await anext(seat)).said["moves"] == 1
            assert (await seat.move(position, position.actions[-1], key="lost-answer")) == accepted
            assert (await asked.show(ada.table, ada.token))["position"]["moves"] == 1

    run_with(server, story)


def test_a_key_means_one_move_whichever_way_it_comes(server: Running) -> None:
    async def story(asked: Server) -> None:
        ada, _ = await seated(asked)
        token = str(ada.token)
        async with Seat(ada) as seat:
            position = await anext(seat)
            assert position.decision is not None
            action = position.actions[0]
            done = await asked.move(ada.table, token, "twice-sent", position.decision, action)
            again = await asked.move(ada.table, token, "twice-sent", position.decision, action)
            over_socket = await seat.move(position, action, key="twice-sent")
            assert done["version"] == again["version"] == over_socket.version
            with pytest.raises(Refused, match=r"^(decision\.stale|turn\.not_yours)"):
                await seat.move(position, action, key="another-key")
            assert (await asked.show(ada.table, token))["position"]["moves"] == 1

    run_with(server, story)


def test_a_line_that_went_silent_is_replaced(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PING_SECONDS", 0.3)

    async def story(asked: Server) -> None:
        ada, bo = await seated(asked)
        async with Wire(server.port) as wire, Seat(through(wire, ada)) as seat:
            position = await anext(seat)
            wire.silence()
            await seat.move(position, position.actions[0])
            assert seat.lines > 1
            assert (await asked.show(bo.table, bo.token))["position"]["moves"] == 1

    run_with(server, story)


def test_the_line_is_kept_alive_while_a_bot_thinks(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    pings: list[Line] = []
    enough = threading.Event()
    ping = Line.ping

    async def counted(line: Line) -> None:
        pings.append(line)
        if len(pings) == 3:
            enough.set()
        await ping(line)

    class Thorough(Bot):
        def choose(self, view: View, actions: Actions, budget: Budget) -> int:
            assert enough.wait(60)
            return actions[0]

    monkeypatch.setattr(watch, "PING_SECONDS", 0.1)
    monkeypatch.setattr(Line, "ping", counted)

    async def story(asked: Server) -> None:
        ada, bo = await seated(asked)
        async with Seat(ada) as first, Seat(bo) as second:
            await asyncio.gather(first.play(Thorough(seeded(1))), second.play(bot("greedy")))
        await proven(asked, ada.table)

    run_with(server, story)


def test_who_finds_no_server_any_more_gives_up_in_the_end(server: Running) -> None:
    async def story(asked: Server) -> None:
        ada, _ = await seated(asked)
        async with Wire(server.port) as wire, Seat(through(wire, ada), patience=0.5) as seat:
            position = await anext(seat)
            wire.server_port = 9
            wire.cut()
            with pytest.raises(Unreachable):
                await seat.move(position, position.actions[0])
            with pytest.raises(Unreachable):
                await anext(seat)
            with pytest.raises(Unreachable):
                await seat.move(position, position.actions[0])

    run_with(server, story)


# --- who sits there -------------------------------------------------------------------------------------
def test_a_stand_in_hands_over_to_who_comes_back(server: Running) -> None:
    async def story(asked: Server) -> None:
        ada, bo = await seated(asked)
        await asked.leave(ada.table, str(ada.token))
        async with Seat(ada) as seat:
            assert not (await anext(seat)).away
        await asked.leave(ada.table, str(ada.token))
        await play_all([ada, bo])
        moves = await asked.moves(ada.table)
        assert any(move["seat"] == 0 and not move["by_bot"] for move in moves)
        await proven(asked, ada.table)

    run_with(server, story)


def test_who_left_while_connected_is_back_with_the_next_position(server: Running) -> None:
    async def story(asked: Server) -> None:
        ada, bo = await seated(asked)
        async with Seat(ada) as seat:
            assert not (await anext(seat)).away
            await asked.leave(ada.table, str(ada.token))
            playing = asyncio.create_task(seat.play(bot("greedy")))
            async with Seat(bo) as other:
                await other.play(bot("greedy"))
            await playing
        assert not any(move["by_bot"] for move in (await asked.moves(ada.table))[-4:])

    run_with(server, story)


async def waiting(asked: Server) -> tuple[str, Link]:
    """The host's token, and the link of somebody who waits for the other seat to be taken."""
    host = new_token()
    made = await asked.create("berlin", [OPEN, OPEN], host)
    return host, await asked.sit(Link(asked.address, made["table"], made["invites"][0]["token"]), "Ada")


def test_a_bot_is_told_that_the_table_is_closed(server: Running) -> None:
    async def story(asked: Server) -> None:
        host, link = await waiting(asked)
        async with Seat(link) as seat:
            playing = asyncio.create_task(seat.play(bot("greedy")))
            await asked.ask("DELETE", f"tables/{link.table}", host)
            with pytest.raises(Refused, match=r"^table\.closed$"):
                await playing

    run_with(server, story)


def test_a_bot_is_told_that_its_seat_was_given_away(server: Running) -> None:
    async def story(asked: Server) -> None:
        host, link = await waiting(asked)
        async with Seat(link) as seat:
            playing = asyncio.create_task(seat.play(bot("greedy")))
            await asked.ask("PUT", f"tables/{link.table}/seats/0", host, json=OPEN)
            with pytest.raises(Refused, match=r"^token\.seat$"):
                await playing

    run_with(server, story)


# --- the command ----------------------------------------------------------------------------------------
def invited(server: Running, *seats: dict[str, str]) -> str:
    wanted = {"board": "berlin", "seats": [OPEN, *seats], "host": new_token()}
    made = httpx.post(f"{server.url}/api/tables", json=wanted).json()
    return f"{server.url}/t/{made['table']}#{made['invites'][0]['token']}"


def test_the_command_plays_a_seat_to_the_end(server: Running) -> None:
    link = invited(server, {"kind": "bot", "bot": "novice"})
    done = run("join", link, "--bot", "greedy", "--name", "Frère Jacques", "--json")
    assert done.code == 0, done.err
    result: Any = done.json()
    assert result["standings"][0]["place"] == 1
    assert {line["name"] for line in result["standings"]} == {"Frère Jacques", "novice"}
    assert (result["seat"], result["board"], result["faults"]) == (0, "berlin", [])
    assert result["link"] in done.err
    again = run("join", result["link"], "--bot", "greedy")
    assert again.code == 0
    assert "Frère Jacques" in again.out


def test_the_command_plays_somebody_elses_bot(server: Running, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Mine:\n"
        "    def __init__(self, chance): self.left = 3\n"
        "    def choose(self, view, actions, budget):\n"
        "        self.left -= 1\n"
        "        return actions[-1] if self.left > 0 else 1 // 0\n"
    )
    link = invited(server, {"kind": "bot", "bot": "novice"})
    done = run("join", link, "--bot", "mine.py:Mine", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "Mine" in done.out
    assert "raised" in done.out


@pytest.mark.parametrize(
    ("link", "more", "said"),
    [
        ("berlin", (), "no link to a table"),
        (f"http://127.0.0.1:9/t/{TABLE}", (), "for watching"),
        (f"http://127.0.0.1:9/t/{TABLE}#{TOKEN}", (), "No game server answers at http://127.0.0.1:9"),
        (f"http://127.0.0.1:9/t/{TABLE}#{TOKEN}", ("--bot", "nobody"), "no bot “nobody”"),
        (f"http://127.0.0.1:9/t/{TABLE}#{TOKEN}", ("--name", "x" * 31), "can't be a name"),
        (f"http://127.0.0.1:9/t/{TABLE}#{TOKEN}", ("--seconds", "0"), "number of seconds"),
    ],
)
def test_the_command_says_in_a_line_what_is_wrong(link: str, more: tuple[str, ...], said: str) -> None:
    assert said in refused(run("join", link, *more))


def test_the_command_says_that_an_invitation_is_spent_or_a_table_unknown(server: Running) -> None:
    link = invited(server, OPEN)
    asyncio.run(take(server, link))
    assert "invitation is not good any more" in refused(run("join", link))
    assert "no such table" in refused(run("join", f"{server.url}/t/{TABLE}#{TOKEN}"))


def test_a_refusal_without_the_parameters_we_know_is_said_all_the_same() -> None:
    """Servers of another version may say less, or more."""
    assert explain(Words("en"), Refused("seats.number")) == "That did not work: seats.number"
    assert explain(Words("en"), Refused("table.closed", {"more": 1})) == explain(Words("en"), Refused("table.closed"))


async def take(server: Running, link: str) -> None:
    async with Server(server.url) as asked:
        await asked.sit(Link.parse(link), "Ada")
