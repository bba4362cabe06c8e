"""Hints: only against bots, marked in the log, and nobody else learns what they were."""

from __future__ import annotations

import httpx
import pytest

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.hints import TakeHint
from server.builder import TableBuilder, token_of
from server.serving import Server, bearer, create, new_token, person, show

ADA = token_of("Ada")
NOVICE = {"kind": "bot", "bot": "novice"}


def test_a_hint_is_marked_once_for_every_decision() -> None:
    table = TableBuilder("Ada", "novice").begin().past_first_tickets().table
    draft = TakeHint(ADA).draft(table)
    assert draft is not None
    assert [(entry.kind, entry.seat, entry.text) for entry in draft.entries] == [(Kind.HINTED, 0, "")]
    assert TakeHint(ADA).draft(draft.table) is None


@pytest.mark.parametrize(
    ("seats", "code"),
    [(("Ada", "Bo"), "hint.people"), (("novice", "Ada"), "turn.not_yours"), (("Bo", "novice"), "token.seat")],
)
def test_not_between_people_and_not_out_of_turn(seats: tuple[str, ...], code: str) -> None:
    table = TableBuilder(*seats).begin().past_first_tickets().table
    with pytest.raises(FerroviaError) as refused:
        TakeHint(ADA).draft(table)
    assert refused.value.code == code


def test_people_who_share_a_device_against_bots_may_ask() -> None:
    table = TableBuilder("Ada", "novice", "Ada").begin().past_first_tickets().table
    assert TakeHint(ADA).draft(table) is not None


def test_a_hint_is_something_that_may_be_done(server: Server) -> None:
    token = new_token()
    made = create(server, "berlin", [person("Ada", token), NOVICE], first=0)
    url = f"{server.url}/api/tables/{made['table']}"
    choices = show(server, made["table"], token)["position"]["choices"]
    hint = httpx.post(f"{url}/hint", headers=bearer(token), timeout=60).json()
    assert hint["action"] in choices["actions"]
    assert hint["decision"] == choices["decision"]
    assert hint["move"]["kind"] == "keep"
    log = httpx.get(f"{url}/log", timeout=30).json()["events"]
    marked = [event for event in log if event["code"] == "table.hinted"]
    assert [(event["seat"], event["facts"]) for event in marked] == [(0, {})]
