"""Talking to a studio: a maker with a token of their own."""

from __future__ import annotations

import secrets
from typing import Any

import httpx

from server.serving import Server, new_token

PLACES = {"p1": ("Alder", 0, 0), "p2": ("Beech", 100, 0), "p3": ("Cedar", 100, 80), "p4": ("Dale", 0, 80)}
ROUTES = [("p1", "p2", 3), ("p2", "p3", 2), ("p3", "p4", 3), ("p4", "p1", 2), ("p1", "p3", 4)]
TICKETS = [("p1", "p3"), ("p2", "p4"), ("p1", "p4"), ("p1", "p2"), ("p2", "p3"), ("p3", "p4")]


def small_board() -> list[tuple[str, Any]]:
    """Edits that make a blank draft a sound board for two."""
    changes: list[tuple[str, Any]] = [("s/players", [2, 2]), ("s/pieces/wagon/supply", 12)]
    for id, (name, x, y) in PLACES.items():
        changes += [(f"p/{id}/name", name), (f"p/{id}/x", str(x)), (f"p/{id}/y", str(y))]
    for number, (a, b, length) in enumerate(ROUTES):
        changes += [(f"r/r{number}/from", [a]), (f"r/r{number}/to", [b])]
        changes += [(f"r/r{number}/length", str(length)), (f"r/r{number}/colour", "grey")]
    for number, (a, b) in enumerate(TICKETS):
        changes += [(f"t/t{number}/from", [a]), (f"t/t{number}/to", [b]), (f"t/t{number}/points", "4")]
    return changes


class Line:
    """Requests that leave no connection open."""

    def __init__(self, base: str, headers: dict[str, str]) -> None:
        self.base = base
        self.headers = headers

    def send(self, method: str, path: str, **body: Any) -> httpx.Response:
        headers = {**self.headers, **body.pop("headers", {})}
        return httpx.request(method, f"{self.base}{path}", headers=headers, timeout=60, **body)

    def get(self, path: str) -> httpx.Response:
        return self.send("GET", path)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.send("POST", path, **body)

    def put(self, path: str, **body: Any) -> httpx.Response:
        return self.send("PUT", path, **body)


class Maker:
    def __init__(self, server: Server, key: str | None = None) -> None:
        self.token = new_token()
        headers = {"Authorization": f"Bearer {self.token}", **({"Ferrovia-Studio-Key": key} if key else {})}
        self.client = Line(f"{server.url}/api/studio", headers)
        self.board = ""

    def make(self, name: str = "Grove", start: str | None = None) -> httpx.Response:
        wanted = {"token": self.token, "name": name, "start": start, "own_work": True}
        answer = self.client.post("/boards", json=wanted)
        self.board = answer.json().get("board", "")
        return answer

    def edit(self, *changes: tuple[str, Any], author: str = "Ada", key: str | None = None) -> httpx.Response:
        sent = {"key": key or secrets.token_urlsafe(9), "author": author, "changes": changes}
        return self.client.post(f"/boards/{self.board}/edits", json=sent)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.client.post(f"/boards/{self.board}/{path}", json={} if body is None else body)

    def get(self, path: str = "") -> httpx.Response:
        return self.client.get(f"/boards/{self.board}{path}")

    def publish(self, name: str = "first") -> dict[str, Any]:
        answer = self.post("versions", {"name": name})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found
