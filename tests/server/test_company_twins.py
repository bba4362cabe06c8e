"""Presence, words, plans and calls tell nothing hidden: with another deal, or a plan, the others get the same bytes."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any

import pytest

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.calling import posting
from ferrovia.server.calling.rows import Calling, Notice
from ferrovia.server.calling.sender import Sender
from ferrovia.server.calling.web_push import Vapid
from ferrovia.server.core import outbox
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.plans import Plan, PlayPlan, made_plan
from ferrovia.server.core.presence import Presence
from ferrovia.server.core.sayings import Saying, say
from ferrovia.server.core.storage import Call, calls_of
from ferrovia.server.settings import Settings
from server.builder import TableBuilder, token_of
from server.receivers import Browser

DEALS = 16
CALLS = b"calls of the tests"
EVERYBODY: Sequence[tuple[int, ...]] = ((0,), (1,), (2,), (0, 2), ())


def dealt(deal: int) -> TableBuilder:
    """The same moves with other cards."""
    built = TableBuilder("Ada", "Bo", "Cy")
    built.table.secret = bytes([deal] * 32)
    return built.begin().past_first_tickets().move(0, "draw blind")


def same(told: list[str]) -> bool:
    assert len(told) == DEALS
    assert all(told)
    return len(set(told)) == 1


def test_the_deals_do_differ() -> None:
    hands = [[list(dealt(deal).state.hand(seat)) for seat in range(3)] for deal in range(DEALS)]
    assert all(one != other for number, one in enumerate(hands) for other in hands[:number])


def test_presence_is_the_same_whatever_is_dealt() -> None:
    told = []
    for deal in range(DEALS):
        opened = OpenTable(dealt(deal).table, Presence(3, {0: 5_000, 1: 7_000}, 5_000))
        opened.presence.sockets[2] = 1
        told.append(json.dumps({**outbox.presence_message(opened), "now": 0}))
    assert same(told)


# --- words --------------------------------------------------------------------------------------------------
class Heard:
    """Hears whatever is said at a table, for whoever holds these seats."""

    def __init__(self, held: Sequence[int]) -> None:
        self.held = held
        self.told: list[str] = []

    def tell_presence(self, opened: OpenTable, encoded: dict[object, bytes]) -> None:
        raise AssertionError("nobody came or went")

    def tell_said(self, saying: Saying, encoded: dict[object, bytes]) -> None:
        self.told.append(json.dumps(outbox.said_message([saying._replace(at=0)], self.held)))


class Shelf:
    async def write_saying(self, table: str, saying: Saying) -> Saying:
        return saying._replace(number=1)

    async def read_sayings(self, table: str, last: int) -> list[Saying]:
        return []


def test_words_are_the_same_whatever_is_dealt() -> None:
    told = []
    for deal in range(DEALS):
        opened = OpenTable(dealt(deal).table)
        ears = [Heard(held) for held in EVERYBODY]
        opened.attendees.update(ears)
        for held in EVERYBODY[:-1]:
            asyncio.run(say(Shelf(), opened, held, "phrase", "nice_route", ""))
            asyncio.run(say(Shelf(), opened, held, "reaction", "star", ""))
        told.append(json.dumps([ear.told for ear in ears]))
    assert same(told)


# --- plans --------------------------------------------------------------------------------------------------
def plans(built: TableBuilder) -> list[Plan]:
    found = []
    for lane in range(len(built.state.game.lanes)):
        for draws in (False, True):
            try:
                found.append(made_plan(built.table, token_of("Bo"), lane, draws))
            except FerroviaError:
                continue
    return found


def everything(built: TableBuilder) -> str:
    """All that the others may ask for or are told."""
    table = built.table
    opened = OpenTable(table, Presence(3, {}, 0))
    told: list[Any] = [outbox.presence_message(opened)["presence"], outbox.summary(table, (0,))]
    updates = [outbox.update_message(table, held, []) for held in ((0,), (2,), ())]
    return json.dumps([told, [{**update["position"], "now": 0} for update in updates]])


def test_plans_change_nothing_for_anybody() -> None:
    """Neither while they are made and looked at, nor by what they would do."""
    built = dealt(0)
    before, version = everything(built), built.table.version
    made = plans(built)
    assert len(made) > 4
    for plan in made:
        assert PlayPlan(plan).draft(built.table) is None  # it is somebody else's turn
        assert json.dumps(outbox.plan_info(built.table, plan))
        assert everything(built) == before
    assert built.table.version == version


def test_a_plan_that_is_played_is_a_move_like_any() -> None:
    """What is written says nothing of a plan: the entry is the one that its owner's own move would have been."""
    built = dealt(0).move(0, "draw blind")
    plan = made_plan_before(built)
    draft = PlayPlan(plan).draft(built.table)
    assert draft is not None
    (entry,) = draft.entries
    assert (entry.kind, entry.seat, entry.text) == ("moved", 1, plan.claim)


def made_plan_before(built: TableBuilder) -> Plan:
    return next(plan for plan in plans(dealt(0)) if PlayPlan(plan).draft(built.table) is not None)


# --- calls --------------------------------------------------------------------------------------------------
def calling(way: str, browser: Browser) -> Calling:
    keys = {"push": {"p256dh": browser.p256dh, "auth": browser.auth}, "webhook": {"secret": "s"}, "mail": {}}[way]
    address = "ada@example.org" if way == "mail" else "https://example.org/x"
    return Calling("c" * 22, "t" * 22, 1, way, address, keys, 0, 0, "UTC", 0, "en", 0, 0, None)  # type: ignore[arg-type]


def sent(deal: int, monkeypatch: pytest.MonkeyPatch, browser: Browser) -> str:
    """Everything that leaves the server when Bo's turn begins, and at the end."""
    built = dealt(deal)
    before = built.table.copy()
    calls = [*calls_of(before, built.move(0, "draw blind").table), Call(1, "over", 99)]
    assert [call.kind for call in calls] == ["turn", "over"]
    settings = Settings(
        notices=("push", "webhook", "mail"), public_url="https://games.example.org", mail_from="g@x.org"
    )
    sender = Sender(settings, None, None)  # type: ignore[arg-type]
    sender.secret = CALLS
    sender.vapid = Vapid(Vapid.new(), "mailto:g@x.org")
    posted: list[Any] = []

    async def post(url: str, headers: dict[str, str], body: bytes, is_local_allowed: bool) -> int:
        is_push = "Topic" in headers
        posted.append([url, headers.get("Topic"), browser.read(body) if is_push else body.decode()])
        if not is_push:
            posted.append(headers)
        return 201

    monkeypatch.setattr(posting, "post", post)
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    groups = [[Notice(calling(way, browser), call.version, call.kind, 0, 1) for call in some]
              for some in (calls[:1], calls[1:], calls) for way in ("push", "webhook")]  # fmt: skip
    for group in groups:
        asyncio.run(sender.send(group))
    letters = [sender.letter([Notice(calling("mail", browser), call.version, call.kind, 0, 1)]) for call in calls]
    return json.dumps([posted, [repr(letter) for letter in letters]])


def test_calls_are_the_same_whatever_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    assert same([sent(deal, monkeypatch, browser) for deal in range(DEALS)])
