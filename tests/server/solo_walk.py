"""A valid request for every operation of plans, deals of the day and puzzles, each of which succeeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx

from server.company_walk import TABLE, Request, at
from server.serving import Server, bearer, new_token
from server.staged import playing_table


def ask(server: Server, method: str, path: str, token: str | None = None, body: object = None) -> httpx.Response:
    headers = {} if token is None else bearer(token)
    return httpx.request(method, f"{server.url}/api/{path}", headers=headers, json=body, timeout=60)


def small_day(server: Server) -> str:
    """A day that is over, on a small board."""
    days: dict[str, Any] = ask(server, "GET", "days").json()
    return str(next(day["day"] for day in days["past"] if day["board"] == "berlin"))


def play_day(server: Server, day: str) -> tuple[str, str]:
    token = new_token()
    made = ask(server, "POST", f"days/{day}/tables", None, {"name": "Ada", "token": token, "host": new_token()})
    assert made.status_code == 201, made.text
    return made.json()["table"], token


def finish(server: Server, table: str, token: str) -> None:
    """Claims what can be claimed, else draws: whatever comes last among what is legal."""
    version = 0
    for number in range(2000):
        position = ask(server, "GET", f"tables/{table}?since={version}&wait=20", token).json()["position"]
        version = position["version"]
        if position["status"] == "over":
            return
        choices = position["choices"]
        if choices is not None:
            move = {"key": f"move-{number:06}", "decision": choices["decision"], "action": choices["actions"][-1]}
            assert ask(server, "POST", f"tables/{table}/moves", token, move).status_code == 200
    raise AssertionError("the game does not end")


def solo_requests(server: Server) -> Iterator[Request]:
    yield from planning(server)
    yield "GET", "/api/days", {}
    day = small_day(server)
    new = {"name": "Ada", "token": new_token(), "host": new_token()}
    yield "POST", "/api/days/{day}/tables", {"path_parameters": {"day": day}, "body": new}
    table, token = play_day(server, day)
    finish(server, table, token)
    played = {"path_parameters": {"day": day, "table": table}, "headers": bearer(token)}
    yield "GET", "/api/days/{day}/tables/{table}", played
    yield "GET", "/api/puzzles", {}
    id = ask(server, "GET", "puzzles").json()["puzzles"][0]["id"]
    yield "GET", "/api/puzzles/{puzzle}", {"path_parameters": {"puzzle": id}}
    action = ask(server, "GET", f"puzzles/{id}").json()["choices"]["actions"][0]
    yield "POST", "/api/puzzles/{puzzle}", {"path_parameters": {"puzzle": id}, "body": {"action": action}}


def planning(server: Server) -> Iterator[Request]:
    staged = playing_table(server, moves=2)
    token = staged.tokens[1 - staged.position()["view"]["waiting"].index(True)]
    yield "GET", f"{TABLE}/plan", at(staged, token)
    yield "PUT", f"{TABLE}/plan", at(staged, token, {"lane": None, "draws": True})
    yield "DELETE", f"{TABLE}/plan", at(staged, token)
