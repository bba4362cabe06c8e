"""Works off the queue of calls, beside everything else: no move waits for it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from ferrovia.server.calling import mail, posting
from ferrovia.server.calling.quiet import end_of_quiet
from ferrovia.server.calling.rows import DAY, Calling, CallRows, Notice
from ferrovia.server.calling.web_push import BrowserKeys, Vapid, encode64, encrypt
from ferrovia.server.core.background import end
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Denied, Unavailable
from ferrovia.server.core.tables import Tables
from ferrovia.server.settings import Settings
from ferrovia.text.words import Words

EVERY: Final = 2.0
LEASE: Final = 60_000
AT_ONCE: Final = 50
"""Calls that are being made: one that nobody answers takes its time, and the others do not wait for it."""
SLOW: Final = 300.0
"""Seconds for which an address is remembered whose other end did not answer."""
OF_A_SLOW_ONE: Final = 2
"""Calls to such a host at once; the others are put off as if they had been tried."""
SOONEST: Final = 60_000
"""Milliseconds between two calls to one address."""
MINUTE: Final = 60_000
HERE: Final = 45_000
"""Who had a connection within so many milliseconds may have one still. Who had it since the turn began needs no call;
who had it before is called once it is certain that they are gone."""
FIRST_PAUSE: Final = 30_000
LONGEST_PAUSE: Final = 3_600_000
GONE: Final = (404, 410)
"""What a push service answers for a browser that wants no more."""

log = logging.getLogger(__name__)


class Gone(Exception):
    """The other end is there no more."""


class Sender:
    def __init__(self, settings: Settings, tables: Tables, rows: CallRows) -> None:
        self.settings = settings
        self.tables = tables
        self.rows = rows
        self.vapid: Vapid | None = None
        self.secret = b""
        self.task: asyncio.Task[None] | None = None
        self.calls: set[asyncio.Task[None]] = set()
        self.hosts: Counter[str] = Counter()
        """Calls that are being made, by host."""
        self.slow: dict[str, float] = {}

    async def open(self) -> None:
        if not self.settings.notices:
            return
        self.secret = (await self.rows.key("calls", secrets.token_urlsafe(32))).encode()
        if "push" in self.settings.notices:
            self.vapid = Vapid(await self.rows.key("vapid", Vapid.new()), contact_of(self.settings))
        self.tables.called = await self.rows.tables()
        self.task = asyncio.create_task(self.run(), name="calls")

    async def close(self) -> None:
        for task in [self.task, *self.calls]:
            await end(task)

    def token(self, what: str, id: str) -> str:
        """What a link proves: that it came from us. `what`: confirm or stop."""
        sign = hmac.digest(self.secret, f"{what} {id}".encode(), "sha256")
        return f"{id}.{encode64(sign[:16])}"

    def read_token(self, what: str, token: str) -> str | None:
        """The id of the calling that a link is about; None if it is not ours."""
        id = token.partition(".")[0]
        return id if hmac.compare_digest(self.token(what, id).encode(), token.encode()) else None

    # --- the queue ------------------------------------------------------------------------------------------
    async def run(self) -> None:
        looked_at = cleared_at = time.monotonic()
        while True:
            try:
                if time.monotonic() > looked_at + 30:  # others may have written
                    looked_at = time.monotonic()
                    self.tables.called |= await self.rows.tables()
                if time.monotonic() > cleared_at + 3600:
                    cleared_at = time.monotonic()
                    await self.rows.clear(now())
                while await self.work():
                    pass
            except (Unavailable, Denied):
                pass
            except Exception:
                self.tables.metrics.failed()
                log.exception("calls can't be made")
            await asyncio.sleep(EVERY)

    async def work(self) -> int:
        """Begins the calls that are due now, those to one address together. Returns how many were looked at."""
        if len(self.calls) >= AT_ONCE:
            await asyncio.wait(self.calls, return_when=asyncio.FIRST_COMPLETED)
        at = now()
        due = await self.rows.lease(at, at + LEASE, max(1, AT_ONCE - len(self.calls)))
        groups: dict[tuple[str, str, str], list[Notice]] = {}
        for notice in due:
            groups.setdefault(notice.calling.receiver, []).append(notice)
        for group in groups.values():
            host = host_of(group[0].calling)
            if self.is_slow(host) and self.hosts[host] >= OF_A_SLOW_ONE:
                await self.rows.put_off(group, at + pause_after(group[0].tries))
            else:
                self.begin(host, group, at)
        await asyncio.sleep(0)
        return len(due)

    def begin(self, host: str, group: Sequence[Notice], at: int) -> None:
        self.hosts[host] += 1
        task = asyncio.create_task(self.call(host, group, at), name="call")
        self.calls.add(task)
        task.add_done_callback(self.calls.discard)

    async def call(self, host: str, group: Sequence[Notice], at: int) -> None:
        """Whatever goes wrong with a call is that call's alone; its lease ends, and it is tried again."""
        try:
            await self.work_at(group, at)
        except (Unavailable, Denied):
            pass
        except Exception:
            self.tables.metrics.failed()
            log.exception("a call can't be made")
        finally:
            self.hosts -= Counter({host: 1})

    def is_slow(self, host: str) -> bool:
        at = time.monotonic()
        self.slow = {name: until for name, until in self.slow.items() if until > at}
        return host in self.slow

    async def work_at(self, group: Sequence[Notice], at: int) -> None:
        wanted = [notice for notice in group if at - notice.made_at < DAY and await self.is_wanted(notice)]
        await self.rows.drop([notice for notice in group if notice not in wanted])
        if not wanted:
            return
        may = max([max(self.may_call(each.calling, at), await self.gone_by(each.calling)) for each in wanted])
        if may > at:
            await self.rows.put_off(wanted, may)
            return
        try:
            await self.send(wanted)
            await self.rows.sent(wanted, now())
        except Gone:
            for id in {notice.calling.id for notice in wanted}:
                await self.rows.remove(id)
        except posting.Forbidden:
            await self.rows.drop(wanted)
        except posting.Unreachable:
            self.slow[host_of(wanted[0].calling)] = time.monotonic() + SLOW
            await self.rows.put_off(wanted, at + pause_after(wanted[0].tries))

    async def is_wanted(self, notice: Notice) -> bool:
        """The game is still there, the turn is still open, and nobody is looking already."""
        calling = notice.calling
        try:
            opened = await self.tables.open(calling.table)
        except Denied:
            return False
        table = opened.table
        if opened.presence.is_connected(calling.seat, now()):
            return False
        if notice.kind != "over" and (
            calling.seat not in table.waiting_seats() or table.decisions[calling.seat] != notice.version
        ):
            return False
        seen = await self.rows.seen(calling.table, calling.seat)
        return seen < notice.made_at or now() - seen >= HERE

    async def gone_by(self, calling: Calling) -> int:
        """When it is certain that somebody is gone who was here a moment ago: another process says so now and then."""
        return await self.rows.seen(calling.table, calling.seat) + HERE

    def may_call(self, calling: Calling, at: int) -> int:
        gap = max(SOONEST, calling.digest_minutes * MINUTE)
        since = calling.sent_at or (calling.created_at if calling.digest_minutes else 0)
        earliest = max(at, since + gap) if since else at
        return end_of_quiet(earliest, calling.quiet_from, calling.quiet_to, calling.zone)

    # --- one call -------------------------------------------------------------------------------------------
    async def send(self, group: Sequence[Notice]) -> None:
        calling = group[0].calling
        if calling.way not in self.settings.notices:
            raise posting.Forbidden
        if calling.way == "push":
            await self.push(group)
        elif calling.way == "webhook":
            await self.hook(group)
        else:
            await mail.send(self.letter(group), self.settings)

    def facts(self, notice: Notice) -> dict[str, object]:
        """What a call says: nothing about cards, names or points."""
        return {"event": notice.kind, "table": notice.calling.table, "path": f"t/{notice.calling.table}"}

    def said(self, group: Sequence[Notice]) -> str:
        words = Words(group[0].calling.language)
        if len(group) > 1:
            return words.say("mail.many", count=len(group))
        return words.say(f"mail.{group[0].kind}")

    def id_of(self, group: Sequence[Notice]) -> str:
        text = " ".join(sorted(f"{notice.calling.id} {notice.version}" for notice in group))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    async def push(self, group: Sequence[Notice]) -> None:
        calling = group[0].calling
        assert self.vapid is not None
        told = {"calls": [self.facts(notice) for notice in group], "text": self.said(group)}
        body = encrypt(json.dumps(told).encode(), BrowserKeys(calling.keys["p256dh"], calling.keys["auth"]))
        headers = {
            "Authorization": self.vapid.authorization(calling.address),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(DAY // 1000),
            "Topic": self.id_of(group),
            "Urgency": "normal",
        }
        self.judge(await posting.post(calling.address, headers, body, self.settings.notices_local))

    async def hook(self, group: Sequence[Notice]) -> None:
        calling = group[0].calling
        told = {"id": self.id_of(group), "calls": [self.facts(notice) for notice in group]}
        body, at = json.dumps(told).encode(), str(int(time.time()))
        sign = hmac.digest(calling.keys["secret"].encode(), at.encode() + b"." + body, "sha256").hex()
        headers = {"Content-Type": "application/json", "Ferrovia-Signature": f"t={at},v1={sign}"}
        self.judge(await posting.post(calling.address, headers, body, self.settings.notices_local))

    def judge(self, status: int) -> None:
        if status in GONE:
            raise Gone
        if not 200 <= status < 300:
            raise posting.Unreachable

    def letter(self, group: Sequence[Notice]) -> mail.Letter:
        calling = group[0].calling
        words = Words(calling.language)
        subject = f"Ferrovia: {self.said(group)}"
        lines = [words.say(f"mail.{notice.kind}_line", link=self.link(f"t/{notice.calling.table}")) for notice in group]
        stop = self.link(f"calls#stop={self.token('stop', calling.id)}")
        text = "\n".join([*lines, "", words.say("mail.stop", link=stop), ""])
        one_click = self.link(f"api/calls/stop/{self.token('stop', calling.id)}")
        return mail.Letter(calling.address, subject, text, self.id_of(group), one_click)

    def confirmation(self, calling: Calling) -> mail.Letter:
        words = Words(calling.language)
        link = self.link(f"calls#confirm={self.token('confirm', calling.id)}")
        text = "\n".join([words.say("mail.confirm_line", link=link), "", words.say("mail.confirm_ignore"), ""])
        one_click = self.link(f"api/calls/stop/{self.token('stop', calling.id)}")
        return mail.Letter(calling.address, words.say("mail.confirm"), text, f"confirm.{calling.id}", one_click)

    def link(self, path: str) -> str:
        return f"{(self.settings.public_url or '').rstrip('/')}/{path}"


def host_of(calling: Calling) -> str:
    """Who has to answer a call: the mail server of this server's keeper takes all letters."""
    return "" if calling.way == "mail" else urlsplit(calling.address).hostname or ""


def pause_after(tries: int) -> int:
    """Milliseconds until a call is tried again that nobody answered."""
    return min(LONGEST_PAUSE, FIRST_PAUSE << min(tries, 10))


def contact_of(settings: Settings) -> str:
    """Where a push service finds whoever runs this server."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    return settings.public_url or "mailto:nobody@localhost"
