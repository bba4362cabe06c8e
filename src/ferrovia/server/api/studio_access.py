"""Who may do what in a studio."""

from __future__ import annotations

import hmac
from typing import Annotated, Final

from fastapi import Depends, Header, Path, Request

from ferrovia.server.api.access import may_write, services_of
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.tokens import matches
from ferrovia.server.services import Services
from ferrovia.server.store.boards import Made

READ_AS_ONE: Final = 60_000
"""Characters of a draft."""
BoardKey = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$")]


async def is_open(request: Request, ferrovia_studio_key: Annotated[str | None, Header(max_length=200)] = None) -> None:
    """Whether this server lets people make boards, and these people."""
    settings = services_of(request).settings
    if settings.studio == "off":
        raise Denied("studio.off")
    if settings.studio == "key" and not hmac.compare_digest(
        (ferrovia_studio_key or "").encode(), (settings.studio_key or "").encode()
    ):
        raise Denied("studio.key")


async def mine(services: Services, board: str, token: str, address: str) -> Made:
    """A board that the sender may edit. A large one counts as more than one thing to read."""
    made = await services.boards.find(board)
    if not matches(token, made.maker_hash):
        raise Denied("studio.token")
    if not services.reads.allows(address, made.size / READ_AS_ONE):
        raise Denied("limit.moves")
    return made


READING = [Depends(is_open)]
WRITING = [Depends(is_open), Depends(may_write)]
