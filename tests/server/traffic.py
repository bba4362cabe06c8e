"""Whole games over the network, every byte kept that any client got, and the truth about them afterwards."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import httpx
import jsonschema_rs
from websockets.sync.client import ClientConnection

from ferrovia.engine.actions import BLIND, PASS, SLOT, TICKETS
from ferrovia.engine.events import Event
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State
from ferrovia.record import from_text, positions
from server.serving import Server, bearer, new_token, person, say, socket
from server.staged import NAMES, StagedTable

AFTERWARDS = ("/record", "/moves", "/moves/0", "/moves/5?seat=0", "/analysis")
"""What is told about finished games only."""


@dataclass
class Heard:
    door: str
    """The way it came: `socket`, or the request it answers."""
    text: str
    version: int
    """Of the table, as far as this client knew."""
    asked: Any = None
    """The body of the request."""

    @cached_property
    def message(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.text)
        return read


@dataclass
class Client:
    """A seat, several on one device, or a watcher: what it says, and everything it hears."""

    staged: StagedTable
    token: str | None
    held: tuple[int, ...]
    line: ClientConnection
    http: httpx.Client
    heard: list[Heard] = field(default_factory=list)
    position: dict[str, Any] = field(default_factory=dict)

    def note(self, door: str, text: str, asked: Any = None) -> None:
        self.heard.append(Heard(door, text, self.position.get("version", 0), asked))

    def hear(self) -> dict[str, Any]:
        text = self.line.recv(timeout=60)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.position = message.get("position", self.position)
        self.note("socket", text)
        return message

    def hear_until(self, version: int) -> None:
        while self.position.get("version", 0) < version:
            self.hear()

    def greet(self) -> None:
        say(self.line, type="hello", since=0, **({} if self.token is None else {"token": self.token}))
        self.hear()

    def move(self, action: int | str, **more: object) -> dict[str, Any]:
        """Sends a move and hears everything up to the answer to it."""
        decision = self.position["choices"]["decision"] if self.position["choices"] else self.position["version"]
        key = new_token()[:12]
        say(self.line, **{"type": "move", "key": key, "decision": decision, "action": action, **more})
        while True:
            message = self.hear()
            if message["type"] in ("accepted", "refused") and message["key"] == key:
                return message

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        answer = self.http.request(method, f"{self.staged.url}{path}", json=body)
        self.note(f"{method} {path.partition('?')[0]}", answer.text, body)
        return answer

    def ask_for_mine(self) -> None:
        token = self.token or new_token()
        body = {"tables": [{"table": self.staged.table, "token": token}]}
        answer = self.http.post(f"{self.staged.server.url}/api/mine", json=body)
        self.note("POST /mine", answer.text)


# --- a game ---------------------------------------------------------------------------------------------
@dataclass
class Course:
    """A game that was played to its end with everybody listening."""

    staged: StagedTable
    clients: list[Client]
    record: str

    @property
    def watcher(self) -> Client:
        return self.clients[-1]


def play(server: Server, board: str, seats: Sequence[str], luck: random.Random, **more: object) -> Course:
    """`seats` says who sits where: the same letter is one device, `bot` is one of ours."""
    devices = {name: new_token() for name in seats if name != "bot"}
    wanted = [
        {"kind": "bot", "bot": "novice"} if name == "bot" else person(NAMES[number], devices[name])
        for number, name in enumerate(seats)
    ]
    host = new_token()
    made = {"board": board, "seats": wanted, "host": host, "start": "host", **more}
    answer = httpx.post(f"{server.url}/api/tables", json=made, verify=False, timeout=30)
    assert answer.status_code == 201, answer.text
    staged = StagedTable(server, answer.json()["table"], host, list(devices.values()))
    with ExitStack() as stack:
        clients = []
        for name, token in [*devices.items(), ("watcher", None)]:
            held = tuple(number for number, who in enumerate(seats) if who == name)
            line = stack.enter_context(socket(server, staged.table, max_size=None))
            headers = {} if token is None else bearer(token)
            http = stack.enter_context(httpx.Client(headers=headers, verify=False, timeout=60))
            clients.append(Client(staged, token, held, line, http))
        for client in clients:
            client.greet()
        assert staged.ask("POST", "/start", host).status_code == 200
        play_on(clients, luck)
        for client in clients:
            after(client)
    return Course(staged, clients, staged.ask("GET", "/record").text)


def play_on(clients: list[Client], luck: random.Random) -> None:
    while any(client.position["status"] != "over" for client in clients):
        newest = max(client.position["version"] for client in clients)
        for client in clients:
            client.hear_until(newest)
        deciders = [client for client in clients if client.position["choices"]]
        if not deciders:
            if clients[0].position["status"] != "over":
                clients[0].hear()  # a bot moves
            continue
        if newest < 14 or luck.random() < 0.04:
            for client in clients:
                pry(client, luck)
        decider = luck.choice(deciders)
        if newest in (5, 20) or luck.random() < 0.02:
            wait_and_move(clients, decider, luck)
        else:
            assert decider.move(choose(decider.position, luck))["type"] == "accepted"


def choose(position: dict[str, Any], luck: random.Random) -> int:
    """Mostly claims; now and then tickets, or a card although there was something to claim."""
    choices = position["choices"]
    actions: list[int] = choices["actions"]
    payments: list[int] = [payment["action"] for claim in choices["claims"] for payment in claim["payments"]]
    if choices["tickets"] and luck.random() < 0.07:
        return TICKETS
    if payments and luck.random() < 0.8:
        return luck.choice(payments)
    return luck.choice([action for action in actions if SLOT <= action <= BLIND] or actions)


def pry(client: Client, luck: random.Random) -> None:
    """Everything a curious client may ask for, and what it may not."""
    client.ask("GET", "")
    client.ask("GET", "?since=0")
    client.ask("GET", f"/log?since={luck.choice([0, client.position['version'] - 1])}")
    client.ask_for_mine()
    for path in AFTERWARDS:
        answer = client.ask("GET", path)
        assert (answer.status_code, answer.json()["code"]) == (409, "game.not_over")
    for lane in luck.sample(range(25), 3):
        client.ask("GET", f"/lanes/{lane}")
    nonsense: list[int | str] = [PASS, "keep 1,2,3", "claim x–y red", 10**9, -1]
    assert client.move(luck.choice(nonsense), decision=0)["type"] == "refused"
    if client.position["choices"]:
        for action in (*luck.sample(range(20, 900), 6), 10**7, "keep 9", "draw nothing"):
            if action not in client.position["choices"]["actions"]:
                client.ask("POST", "/moves", {"key": new_token()[:12], "decision": decision(client), "action": action})
    others = [seat for seat in range(3) if seat not in client.held]
    assert client.move("draw blind", seat=luck.choice(others))["code"] == "token.seat"


def decision(client: Client) -> int:
    return int(client.position["choices"]["decision"])


def wait_and_move(clients: list[Client], decider: Client, luck: random.Random) -> None:
    """Everybody holds a long poll open while the move is made."""
    since = decider.position["version"]
    with ThreadPoolExecutor(len(clients)) as pool:
        polls = [pool.submit(client.ask, "GET", f"?since={since}&wait=20") for client in clients]
        assert decider.move(choose(decider.position, luck))["type"] == "accepted"
        for poll in polls:
            assert poll.result().json()["position"]["version"] > since


def after(client: Client) -> None:
    for path in ("", "?since=0", "/log"):
        client.ask("GET", path)
    client.ask_for_mine()


# --- the truth ------------------------------------------------------------------------------------------
class Truth:
    """The game as it was, from its record: the state after every move, and what happened at it."""

    def __init__(self, course: Course) -> None:
        self.record = from_text(course.record)
        self.states: list[State] = []
        self.events: list[list[Event]] = []
        seen = 0
        for replay in positions(self.record):
            state = replay.state.clone()
            state.log = None
            self.states.append(state)
            self.events.append(replay.events[seen:])
            seen = len(replay.events)
        self.moves = dict(versions(course))
        self.entitled = [self.tickets_seen(seat) for seat in range(-1, len(self.record.seats))]
        self.known = self.known_cards()

    def state(self, version: int) -> State:
        return self.states[self.moves[version]]

    def tickets_seen(self, seat: int) -> list[set[int]]:
        """After every move: the tickets that have lain before this seat, or open on the table."""
        seen: set[int] = set()
        found = []
        for state, events in zip(self.states, self.events, strict=True):
            seen |= {int(ticket) for ticket in state.ticket_discard}
            seen |= {int(str(event.public["ticket"])) for event in events if event.code == "neutral.turned"}
            if seat >= 0:
                width = int(state.game.most_dealt)
                seen |= {int(ticket) for ticket in state.offer[seat * width : (seat + 1) * width] if ticket >= 0}
            found.append(set(seen))
        return found

    def known_cards(self) -> list[list[list[int]]]:
        """After every move: the cards that everybody saw each seat take and has not seen it pay, by public events."""
        game = self.states[0].game
        known = [[0] * int(game.cards) for _ in range(game.seats)]
        found = []
        for events in self.events:
            for event in events:
                facts = {name: value for name, value in event.public.items() if isinstance(value, int)}
                if event.code == "card.face_up":
                    known[event.seat][facts["card"]] += 1
                elif event.code == "cards.paid":
                    for card, count in ((facts["colour"], facts["plain"]), (int(game.wild), facts["wilds"])):
                        known[event.seat][card] = max(0, known[event.seat][card] - count)
            found.append([list(row) for row in known])
        return found

    def choosing(self, version: int) -> bool:
        return int(self.state(version).phase) == FIRST_TICKETS


def versions(course: Course) -> Iterator[tuple[int, int]]:
    """Which version of the table had how many moves, as the watcher heard it."""
    for heard in course.watcher.heard:
        position = heard.message.get("position")
        if position is not None and position["status"] != "waiting":
            yield position["version"], position["moves"]


# --- what may be said -----------------------------------------------------------------------------------
def sealed(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "additionalProperties": False} if "properties" in schema else schema


def only_documented(server: Server) -> jsonschema_rs.Validator:
    """Accepts what a socket may say, and not a field more."""
    schema = httpx.get(f"{server.url}/api/messages.json", verify=False).json()
    shared = {name: sealed(part) for name, part in schema["$defs"].items()}
    return jsonschema_rs.validator_for(
        {"$schema": schema["$schema"], **schema["properties"]["server"], "$defs": shared}
    )


def answers_documented(server: Server) -> dict[str, jsonschema_rs.Validator]:
    """The same for answers of the API, by the name of their type."""
    schema = httpx.get(f"{server.url}/api/openapi.json", verify=False).json()
    shared = {name: sealed(part) for name, part in schema["components"]["schemas"].items()}
    return {
        name: jsonschema_rs.validator_for({"components": {"schemas": shared}, **part}) for name, part in shared.items()
    }
