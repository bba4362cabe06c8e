"""A game server, asked over HTTP."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

import httpx

from ferrovia.client.backoff import pause_after
from ferrovia.client.errors import LinkError, Refused, Unreachable, unreachable
from ferrovia.client.link import Link
from ferrovia.client.position import Json

SECONDS: Final = 30.0
"""Seconds to wait for an answer; the `wait` of a request comes on top."""
ATTEMPTS: Final = 6


def new_token() -> str:
    """For a seat or a host: 256 random bits, known to nobody else."""
    return secrets.token_urlsafe(32)


class Server:
    """For any number of tables. Every call returns what the API answers, or raises Refused or Unreachable."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        try:
            self.http = httpx.AsyncClient(base_url=f"{self.address}/api/", timeout=SECONDS)
        except httpx.InvalidURL:
            raise LinkError("link.malformed") from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        try:
            answer = await self.http.request(method, path, headers=headers, **more)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise unreachable(self.address, error) from None
        if not answer.is_success:
            raise self.refusal(answer)
        return answer

    def refusal(self, answer: httpx.Response) -> Refused | Unreachable:
        """The error of a failed answer. Proxies and other servers don't answer in our form."""
        try:
            said = answer.json()
            return Refused(str(said["code"]), dict(said["params"]))
        except (ValueError, TypeError, KeyError):
            return unreachable(self.address, f"HTTP {answer.status_code}")

    async def ask_json(self, method: str, path: str, token: str | None = None, **more: Any) -> Json:
        answer = await self.ask(method, path, token, **more)
        try:
            said = answer.json()
        except ValueError:
            said = None
        if not isinstance(said, dict):
            raise unreachable(self.address, "no JSON")
        return said

    # --- boards -----------------------------------------------------------------------------------------
    async def boards(self) -> list[Json]:
        found: list[Json] = (await self.ask_json("GET", "boards"))["boards"]
        return found

    async def board(self, id: str) -> Json:
        return await self.ask_json("GET", f"boards/{id}")

    # --- tables -----------------------------------------------------------------------------------------
    async def create(self, board: str, seats: Sequence[Mapping[str, object]], host: str, **more: object) -> Json:
        """A new table: its id and the invitations to its open seats. For the same `host` it is made only once."""
        return await self.ask_json("POST", "tables", json={"board": board, "seats": list(seats), "host": host, **more})

    async def join(self, table: str, invitation: str, name: str, token: str) -> Json:
        """Takes the seat of an invitation for `token`. May be sent again if the answer got lost."""
        wanted = {"name": name, "token": token}
        return await self.ask_json("POST", f"tables/{table}/join", invitation, json=wanted)

    async def sit(self, link: Link, name: str) -> Link:
        """Takes the seat of an invitation with a new token, and returns the link to come back with. A link that holds
        a seat already is returned as it is."""
        if link.token is None:
            raise LinkError("link.watching")
        if await self.holds_seat(link):
            return link
        token = new_token()
        for attempt in range(ATTEMPTS):
            try:
                await self.join(link.table, link.token, name, token)
                break
            except (Refused, Unreachable) as error:
                if attempt == ATTEMPTS - 1 or (isinstance(error, Refused) and not error.passes):
                    raise
                await asyncio.sleep(pause_after(attempt))
        return link.holding(token)

    async def holds_seat(self, link: Link) -> bool:
        try:
            return bool((await self.show(link.table, link.token))["position"]["mine"])
        except Refused as refused:
            if refused.code == "token.seat":
                return False
            raise

    async def leave(self, table: str, token: str) -> None:
        """Gets up: the seat is open again, or a stand-in plays on."""
        await self.ask("POST", f"tables/{table}/leave", token)

    async def rematch(self, table: str, token: str) -> str | None:
        """The id of the next table; seat tokens are good there, too. None while others have to agree."""
        id: str | None = (await self.ask_json("POST", f"tables/{table}/rematch", token))["table"]
        return id

    # --- playing and looking ----------------------------------------------------------------------------
    async def show(self, table: str, token: str | None = None, since: int | None = None, wait: float = 0) -> Json:
        """The table and the position now; with `wait`, as soon as there is something newer than `since`."""
        query = {"wait": wait, **({} if since is None else {"since": since})}
        return await self.ask_json("GET", f"tables/{table}", token, params=query, timeout=SECONDS + wait)

    async def move(self, table: str, token: str, key: str, decision: int, action: int | str) -> Json:
        """Once this answers, the move is safe. The same move may be sent again under the same key."""
        wanted = {"key": key, "decision": decision, "action": action}
        return await self.ask_json("POST", f"tables/{table}/moves", token, json=wanted)

    async def moves(self, table: str) -> list[Json]:
        """Of a finished game."""
        found: list[Json] = (await self.ask_json("GET", f"tables/{table}/moves"))["moves"]
        return found

    async def record(self, table: str) -> str:
        """The text of a finished game, for `ferrovia verify` and `ferrovia replay`."""
        return (await self.ask("GET", f"tables/{table}/record")).text
