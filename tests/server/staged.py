"""Tables at every stage of a game, with the tokens of everybody at them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import httpx

from server.serving import Server, bearer, new_token, person

NAMES = ("Ada", "Bo", "Cleo", "Dee", "Eli", "Fay")


@dataclass
class StagedTable:
    server: Server
    table: str
    host: str
    tokens: list[str] = field(default_factory=list)
    invites: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"{self.server.url}/api/tables/{self.table}"

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> httpx.Response:
        headers = {} if token is None else bearer(token)
        return httpx.request(method, f"{self.url}{path}", headers=headers, json=body, timeout=30, verify=False)

    def position(self, token: str | None = None) -> dict[str, Any]:
        answer = self.ask("GET", "", token)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()["position"]
        return found

    @property
    def version(self) -> int:
        return int(self.position()["version"])

    def move(self, token: str, action: int | str, key: str | None = None, **more: int) -> httpx.Response:
        """For the decision that is now before the token's seat, or for none."""
        choices = self.position(token)["choices"]
        wanted = {"key": key or new_token()[:12], "decision": choices["decision"] if choices else 0, "action": action}
        return self.ask("POST", "/moves", token, {**wanted, **more})

    def step(self) -> bool:
        """One person makes a move; False when nobody has to."""
        for token in self.tokens:
            choices = self.position(token)["choices"]
            if choices is not None:
                wanted = {"key": new_token()[:12], "decision": choices["decision"], "action": choices["actions"][-1]}
                answer = self.ask("POST", "/moves", token, wanted)
                assert answer.status_code == 200, answer.text
                return True
        return False


def waiting_table(
    server: Server, board: str = "berlin", seats: int = 3, people: int = 1, **more: object
) -> StagedTable:
    """Some people sit there, the other seats are open."""
    tokens = [new_token() for _ in range(people)]
    sat = [person(NAMES[number], token) for number, token in enumerate(tokens)]
    host = new_token()
    wanted = {"board": board, "seats": [*sat, *[{"kind": "open"}] * (seats - people)], "host": host, **more}
    answer = httpx.post(f"{server.url}/api/tables", json=wanted, timeout=30, verify=False)
    assert answer.status_code == 201, answer.text
    return StagedTable(
        server, answer.json()["table"], host, tokens, [each["token"] for each in answer.json()["invites"]]
    )


def playing_table(server: Server, board: str = "berlin", seats: int = 2, moves: int = 4, **more: object) -> StagedTable:
    """People only, some moves into their game."""
    staged = waiting_table(server, board, seats, seats, **more)
    for _ in range(moves):
        staged.step()
    return staged


def finished_table(server: Server) -> StagedTable:
    """The shortest game there is, to its end."""
    staged = playing_table(server, "berlin", 2, 0)
    while staged.step():
        pass
    assert staged.position()["status"] == "over"
    return staged


# --- how the server feels -------------------------------------------------------------------------------
def failures(server: Server) -> float:
    """How often it was at fault itself, by its own count."""
    metrics = httpx.get(f"{server.url}/metrics", verify=False).text
    return float(next(line for line in metrics.splitlines() if line.startswith("ferrovia_failures_total")).split()[1])


def complaints(server: Server) -> list[dict[str, Any]]:
    """Lines of its log that tell of an error."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return [line for line in lines if "error" in line or line["level"] in ("error", "critical")]
