"""What was said at a table. Saying something goes over the socket."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from ferrovia.server.api.access import FAILURES, MaybeToken, TableId, TheServices, TheTables, Token, may_read, may_write
from ferrovia.server.api.requests import Chat
from ferrovia.server.core import outbox
from ferrovia.server.core.outbox.answers import Done, Said
from ferrovia.server.core.permissions import seats_for
from ferrovia.server.core.sayings import KEPT, SwitchChat

router = APIRouter(prefix="/api/tables/{table}", tags=["words"], responses=FAILURES)


@router.get("/said", dependencies=[Depends(may_read)])
async def show_said(table: TableId, token: MaybeToken, services: TheServices) -> Said:
    """Everything that is kept of what was said, as far as the token's seat may read it."""
    held = seats_for((await services.tables.fresh(table)).table, token)
    return {"said": outbox.said(await services.sayings.read_sayings(table, KEPT), held)}


@router.put("/chat", dependencies=[Depends(may_write)])
async def switch_chat(table: TableId, chat: Chat, host: Token, tables: TheTables) -> Done:
    """The host opens or closes the free chat."""
    return outbox.done(await tables.act(table, SwitchChat(host, chat.players, chat.watchers)))
