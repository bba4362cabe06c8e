"""Tables that are laid for a test: who sits there, and the links of those who do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import httpx

from ferrovia.boards import load
from ferrovia.record import from_text, verify
from server.serving import Server, create, new_token, person

NOVICE = {"kind": "bot", "bot": "novice"}


@dataclass
class Laid:
    table: str
    token: str
    host: str

    @property
    def seat(self) -> str:
        """The address that holds the seat."""
        return f"/t/{self.table}#{self.token}"

    @property
    def watch(self) -> str:
        return f"/t/{self.table}"


def against_bot(server: Server, board: str = "berlin", **more: object) -> Laid:
    token = new_token()
    made = create(server, board, [person("Ada", token), NOVICE], **more)
    return Laid(made["table"], token, made["host"])


def against_bots(server: Server, count: int = 3, board: str = "berlin", **more: object) -> Laid:
    """Ada, who begins, and bots that are all alike."""
    token = new_token()
    made = create(server, board, [person("Ada", token), *[NOVICE] * count], first=0, **more)
    return Laid(made["table"], token, made["host"])


def on_one_device(server: Server, board: str = "berlin", names: tuple[str, ...] = ("Ada", "Bo")) -> Laid:
    token = new_token()
    made = create(server, board, [person(name, token) for name in names])
    return Laid(made["table"], token, made["host"])


def record_of(server: Server, table: str) -> str:
    answer = httpx.get(f"{server.url}/api/tables/{table}/record", timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.text


def check_example(server: Server, table: str, folder: Path) -> None:
    """The same, on a board that does not come with the package."""
    verify(from_text(record_of(server, table)), board=load(folder))


def check_record(server: Server, table: str) -> None:
    """What was played through the page is a game by the rules."""
    verify(from_text(record_of(server, table)))
