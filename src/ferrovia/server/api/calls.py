"""Being called: in which ways this server can, who wants to be, and the links that confirm and stop it."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path

from ferrovia.server.api.access import FAILURES, Address, TableId, TheServices, Token, may_read, may_write
from ferrovia.server.api.requests import CallToken, NewCall
from ferrovia.server.calling import mail, posting
from ferrovia.server.calling.quiet import zone_of
from ferrovia.server.calling.rows import Calling
from ferrovia.server.calling.web_push import BrowserKeys
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Done
from ferrovia.server.core.outbox.call_answers import CallAdded, CallInfo, Calls, CallWays
from ferrovia.server.core.permissions import seats_of
from ferrovia.server.services import MOST_ASKED, Services

router = APIRouter(prefix="/api", tags=["calls"], responses=FAILURES)

MOST: Final = 5
"""For one seat."""
CallId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$")]


@router.get("/calls", dependencies=[Depends(may_read)])
async def show_ways(services: TheServices) -> CallWays:
    """In which ways this server can call people."""
    ways = services.settings.notices
    push = services.sender.vapid.public if services.sender.vapid is not None else None
    return {"push": push, "webhook": "webhook" in ways, "mail": can_mail(services)}


def can_mail(services: Services) -> bool:
    settings = services.settings
    return "mail" in settings.notices and None not in (settings.smtp_host, settings.mail_from, settings.public_url)


@router.get("/tables/{table}/calls", dependencies=[Depends(may_read)])
async def show_calls(table: TableId, token: Token, services: TheServices) -> Calls:
    """How the people of this token's seats want to be called."""
    held = seats_of((await services.tables.fresh(table)).table, token)
    return {"calls": [info(calling) for calling in await services.call_rows.of_seats(table, held)]}


def info(calling: Calling) -> CallInfo:
    return {
        "id": calling.id,
        "way": calling.way,
        "address": calling.address,
        "quiet_from": calling.quiet_from,
        "quiet_to": calling.quiet_to,
        "zone": calling.zone,
        "digest_minutes": calling.digest_minutes,
        "confirmed": calling.confirmed_at is not None,
    }


@router.post("/tables/{table}/calls", status_code=201, dependencies=[Depends(may_write)])
async def add_call(table: TableId, wanted: NewCall, token: Token, address: Address, services: TheServices) -> CallAdded:
    """Somebody wants to be called when it is their turn, and when the game is over. A mail address is asked first; a
    webhook is told the secret that its calls are signed with, once."""
    held = seats_of((await services.tables.fresh(table)).table, token)
    if len(await services.call_rows.of_seats(table, held)) >= MOST * len(held):
        raise Denied("calls.many")
    keys = await check(services, wanted, address)
    at = now()
    first, *others = [
        Calling(
            id=secrets.token_urlsafe(16),
            table=table,
            seat=seat,
            way=wanted.way,
            address=wanted.address,
            keys=keys,
            quiet_from=wanted.quiet_from,
            quiet_to=wanted.quiet_to,
            zone=wanted.zone,
            digest_minutes=wanted.digest_minutes,
            language=wanted.language,
            created_at=at,
            confirmed_at=None if wanted.way == "mail" else at,
            sent_at=None,
        )
        for seat in held
    ]
    for calling in (first, *others):
        await services.call_rows.add(calling)
    services.tables.called.add(table)
    if wanted.way == "mail":
        try:
            await mail.send(services.sender.confirmation(first), services.settings)
        except posting.Unreachable:
            for calling in (first, *others):
                await services.call_rows.remove(calling.id)
            raise Denied("calls.unreachable") from None
    return {"id": first.id, "secret": keys.get("secret")}


async def check(services: Services, wanted: NewCall, address: str) -> dict[str, str]:
    """The keys of a call. Refused: a way that is not offered, an address that nothing is ever sent to."""
    settings = services.settings
    if wanted.way not in settings.notices or zone_of(wanted.zone) is None:
        raise Denied("calls.off")
    if wanted.way == "mail":
        if not can_mail(services) or not mail.is_address(wanted.address):
            raise Denied("calls.address")
        if not services.letters_from.allows(address) or not services.letters_to.allows(wanted.address.lower()):
            raise Denied("calls.many")
        if not await services.call_rows.ask_once_more(wanted.address, now(), MOST_ASKED):
            raise Denied("calls.many")
        return {}
    try:
        posting.check_url(wanted.address, settings.notices_local)
    except posting.Forbidden:
        raise Denied("calls.address") from None
    if wanted.way == "webhook":
        return {"secret": secrets.token_urlsafe(32)}
    if wanted.p256dh is None or wanted.auth is None or not BrowserKeys(wanted.p256dh, wanted.auth).check():
        raise Denied("calls.address")
    return {"p256dh": wanted.p256dh, "auth": wanted.auth}


@router.delete("/tables/{table}/calls/{call}", dependencies=[Depends(may_write)])
async def remove_call(table: TableId, call: CallId, token: Token, services: TheServices) -> Done:
    opened = await services.tables.fresh(table)
    held = seats_of(opened.table, token)
    if call not in [calling.id for calling in await services.call_rows.of_seats(table, held)]:
        raise Denied("calls.unknown")
    await services.call_rows.remove(call)
    return {"version": opened.table.version}


# --- from a mail, without any seat --------------------------------------------------------------------------
@router.post("/calls/confirm", dependencies=[Depends(may_write)])
async def confirm_call(sent: CallToken, services: TheServices) -> Done:
    """Whoever reads the mail at this address wants to be called."""
    id = services.sender.read_token("confirm", sent.token)
    calling = None if id is None else await services.call_rows.find(id)
    if calling is None:
        raise Denied("calls.unknown")
    await services.call_rows.confirm(calling, now())
    return {"version": 0}


@router.post("/calls/stop", dependencies=[Depends(may_write)])
async def stop_call(sent: CallToken, services: TheServices) -> Done:
    """Nothing more is sent to the address that got this link, whatever the table. It may be asked for again."""
    return await stop(services, sent.token)


@router.post("/calls/stop/{token}", dependencies=[Depends(may_write)])
async def stop_call_at_once(token: Annotated[str, Path(max_length=80)], services: TheServices) -> Done:
    """The same, for mail programs that offer it as a button (RFC 8058)."""
    return await stop(services, token)


async def stop(services: Services, token: str) -> Done:
    id = services.sender.read_token("stop", token)
    if id is None:
        raise Denied("calls.unknown")
    calling = await services.call_rows.find(id)
    if calling is not None:
        await services.call_rows.remove_address(calling.way, calling.address)
    return {"version": 0}
