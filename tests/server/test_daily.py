"""The deal of the day: promised beforehand, the same for everybody, and shown when its day is over."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from ferrovia.record import from_text, verify
from ferrovia.server.bot_pool import choose_action, question_for
from ferrovia.server.core import daily
from ferrovia.server.core.creation import Rematch
from ferrovia.server.core.daily import DayTable, day_named, link, proves, secret_of
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.replay import record_from
from ferrovia.server.core.setup_json import read_setup, write_setup
from ferrovia.server.core.storage import Stored, creation_of
from ferrovia.server.core.table import Status, Table
from ferrovia.server.core.tables import Tables
from ferrovia.server.daily import Daily, expert_result, spread
from ferrovia.server.store.day_store import EXPERT, DayResult
from server.builder import HOST, token_of
from server.memory import Memory
from server.serving import new_token, serving
from server.solo_walk import ask, finish, play_day, small_day

DAY = date(2026, 11, 12)
ADA = token_of("Ada")


def day_draft(day: date = DAY, key: str = "a key") -> Draft:
    return DayTable(day, link(key, daily.number_of(day)), "Ada", ADA, HOST).draft()


# --- the chain ------------------------------------------------------------------------------------------
def test_every_seed_is_proved_by_the_end_of_the_chain() -> None:
    end = link("a key", 0)
    for number in (1, 2, 40):
        assert proves(end, number, link("a key", number))
        assert hashlib.sha256(link("a key", number)).digest() == link("a key", number - 1)
    assert not proves(end, 3, link("a key", 2))
    assert link("another key", 0) != end


def test_the_first_days_are_named_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "now", lambda: int(datetime(2026, 11, 18, 23, 59, tzinfo=UTC).timestamp() * 1000))
    assert day_named("2026-11-18") == date(2026, 11, 18)
    assert day_named("2026-11-01") == date(2026, 11, 1)
    for other in ("2026-11-19", "2026-10-31", "2026-02-30", "0001-01-01", "2026-W46-3"):
        with pytest.raises(Denied):
            day_named(other)


# --- tables ---------------------------------------------------------------------------------------------
def played(draft: Draft, moves: int) -> list[tuple[int, str]]:
    """Everybody by the bots of the day, the person's seat by the first thing there is."""
    table = draft.table
    while table.status == Status.PLAYING and table.moves < moves:
        seat = table.waiting_seats()[0]
        assert table.state is not None
        is_bot = table.bot_of(seat) is not None
        action = choose_action(question_for(table, seat, 0)).action if is_bot else int(table.state.legal_for(seat)[-1])
        draft.move(Kind.PLAYED if is_bot else Kind.MOVED, seat, action)
    return [(entry.seat, entry.text) for entry in draft.entries if entry.kind in (Kind.PLAYED, Kind.MOVED)]


def test_everybody_gets_the_same_cards_and_the_same_answers() -> None:
    one, other = played(day_draft(), 24), played(day_draft(), 24)
    assert one == other
    assert played(day_draft(DAY + timedelta(days=5)), 24) != one


def test_bots_choose_alike_whoever_keeps_tickets_first() -> None:
    early, late = day_draft(), day_draft()
    assert early.table.state is not None
    early.move(Kind.MOVED, 0, int(early.table.state.legal_for(0)[-1]))
    for seat in (1, 2):
        assert question_for(early.table, seat, 0) == question_for(late.table, seat, 0)


def test_a_setup_remembers_its_day_and_a_rematch_has_cards_of_its_own() -> None:
    draft = day_draft()
    assert read_setup(write_setup(draft.table.setup)) == draft.table.setup
    again = Rematch(draft.table).draft().table
    assert again.setup.day is None
    assert again.secret != draft.table.secret


def test_a_table_of_its_own_is_stored_as_before() -> None:
    assert '"day"' not in write_setup(day_draft().table.setup.anew())


def test_other_games_tell_bots_nothing_of_their_luck() -> None:
    table = day_draft().table
    plain = Table(table.id, table.setup.anew(), table.secret, table.host_hash, table.seats)
    plain.state = table.state
    assert daily.luck_of(plain, 1) is None
    luck = daily.luck_of(table, 1)
    assert luck is not None
    assert luck != table.secret


def test_a_field_is_told_by_its_quarters() -> None:
    assert spread([]) is None
    assert spread([90]) == {"count": 1, "least": 90, "lower": 90, "middle": 90, "upper": 90, "most": 90}
    assert spread([10, 20, 30, 40, 50]) == {
        "count": 5, "least": 10, "lower": 20, "middle": 30, "upper": 40, "most": 50,
    }  # fmt: skip


def test_the_expert_always_makes_the_same_of_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrovia.server.daily.THOUGHTS", 10)
    monkeypatch.setattr("ferrovia.server.bot_pool.ITERATIONS", 10)
    day = next(day for back in range(5) if daily.board_of(day := DAY + timedelta(days=back)) == "berlin")
    secret = secret_of(link("a key", daily.number_of(day)))
    results = {expert_result(day.isoformat(), secret) for _ in range(2)}
    assert len(results) == 1


# --- while a day lasts ------------------------------------------------------------------------------------
class Rows:
    """Results in memory, as the database keeps them."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], DayResult] = {}

    async def results(self, day: str) -> list[DayResult]:
        return [result for (on, _), result in self.kept.items() if on == day]

    async def keep(self, day: str, result: DayResult) -> None:
        self.kept.setdefault((day, result.player), result)


def at_noon_of(day: date) -> int:
    return int(datetime.combine(day, datetime.min.time(), UTC).timestamp() * 1000) + 43_200_000


def finished(table: Table, log: list[Entry]) -> Stored:
    return Stored(table.id, table.setup, table.secret, table.host_hash, table.seats, log)


def over(monkeypatch: pytest.MonkeyPatch, kind: Kind = Kind.MOVED) -> Draft:
    """A day's game that ended on its day; the person's moves are of this kind."""
    monkeypatch.setattr("ferrovia.server.core.draft.now", lambda: at_noon_of(DAY))
    monkeypatch.setattr(daily, "now", lambda: at_noon_of(DAY))
    draft = day_draft()
    table = draft.table
    while table.status == Status.PLAYING:
        seat = table.waiting_seats()[0]
        assert table.state is not None
        draft.move(kind if seat == 0 else Kind.PLAYED, seat, int(table.state.legal_for(seat)[-1]))
    return draft


def test_nobody_looks_into_the_cards_before_the_day_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = over(monkeypatch)
    memory = Memory()
    tables = Tables(memory, memory)

    async def shown() -> Stored:
        return await tables.finished(draft.table.id)

    asyncio.run(memory.write(creation_of("a key", draft)))
    with pytest.raises(Denied) as refused:
        asyncio.run(shown())
    assert refused.value.code == "day.running"
    monkeypatch.setattr(daily, "now", lambda: at_noon_of(DAY + timedelta(days=1)))
    record = record_from(asyncio.run(shown()))
    assert record.secret == secret_of(link("a key", daily.number_of(DAY))).hex()


def test_a_score_stands_beside_the_field_and_the_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    draft, rows = over(monkeypatch), Rows()
    service = Daily(rows)
    asyncio.run(rows.keep(DAY.isoformat(), DayResult("somebody else", -500, 3)))
    asyncio.run(rows.keep(DAY.isoformat(), DayResult(EXPERT, 99, 1)))
    for _ in range(2):  # asked for twice, it counts once
        score = asyncio.run(service.score(finished(draft.table, draft.entries), draft.table))
    assert (score["counts"], score["behind"], score["expert"]) == (True, 1, 99)
    assert score["field"] is not None
    assert (score["field"]["count"], score["field"]["least"], score["field"]["most"]) == (2, -500, score["points"])


@pytest.mark.parametrize("kind", [Kind.PLAYED, Kind.HINTED])
def test_with_a_stand_in_or_a_hint_it_is_no_part_of_the_field(monkeypatch: pytest.MonkeyPatch, kind: Kind) -> None:
    draft, rows = over(monkeypatch, Kind.PLAYED if kind == Kind.PLAYED else Kind.MOVED), Rows()
    asyncio.run(rows.keep(DAY.isoformat(), DayResult(EXPERT, 99, 1)))
    log = [*draft.entries]
    if kind == Kind.HINTED:
        log.insert(5, Entry(0, log[-1].at, kind, daily.MINE))
    score = asyncio.run(Daily(rows).score(finished(draft.table, log), draft.table))
    assert (score["counts"], score["field"]) == (False, None)


# --- on a server ----------------------------------------------------------------------------------------
def test_days_are_shown_played_and_compared(tmp_path: Path) -> None:
    with serving(tmp_path / "data", env={"FERROVIA_DAILY_KEY": "shared by friends"}) as server:
        days = ask(server, "GET", "days").json()
        today, end = days["today"], bytes.fromhex(days["chain_end"])
        assert today["seed"] is None
        assert end == link("shared by friends", 0)
        for past in days["past"][:3]:
            assert proves(end, past["number"], bytes.fromhex(past["seed"]))
        day = small_day(server)
        table, token = play_day(server, day)
        assert ask(server, "GET", f"days/{day}/tables/{table}", token).json()["code"] == "game.not_over"
        finish(server, table, token)
        score = ask(server, "GET", f"days/{day}/tables/{table}", token).json()
        assert (score["counts"], score["field"], score["behind"]) == (False, None, 0)  # the day is over
        assert ask(server, "GET", f"days/{today['day']}/tables/{table}", token).json()["code"] == "day.unknown"
        assert ask(server, "GET", f"days/{day}/tables/{table}", new_token()).json()["code"] == "token.seat"
        record = from_text(ask(server, "GET", f"tables/{table}/record").text)
        verify(record)
        seed = next(bytes.fromhex(past["seed"]) for past in days["past"] if past["day"] == day)
        assert record.secret == secret_of(seed).hex()
