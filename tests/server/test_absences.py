"""Leaving and coming back: it winds up no clock, and it fills no log."""

from __future__ import annotations

import pytest

from ferrovia.server.core import absences, commands, draft
from ferrovia.server.core.commands import BEFORE_START, Command
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.setup import DaysClock, LiveClock
from ferrovia.server.core.table import BACK_AGAIN, DAY
from server.builder import HOST, TableBuilder, token_of

ADA, BO = token_of("Ada"), token_of("Bo")
SHORT = LiveClock(bank_seconds=5, increment_seconds=0)


class Play:
    """A table whose commands are carried out at times that the test makes up."""

    def __init__(self, built: TableBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = built.table
        self.at = built.at
        self.log: list[Entry] = []
        for module in (draft, absences):
            monkeypatch.setattr(module, "now", lambda: self.at)

    def do(self, command: Command) -> bool:
        """Whether it changed anything."""
        try:
            found = command.draft(self.table)
        except Denied:
            return False
        if found is None:
            return False
        self.table = found.table
        self.log += found.entries
        return True

    def stand_in_decides(self) -> bool:
        assert self.table.state is not None
        action = int(self.table.state.legal_for(0)[-1])
        return self.do(commands.BotMove(0, self.table.decisions[0], action))


def adas_turn(monkeypatch: pytest.MonkeyPatch, clock: LiveClock | DaysClock | None = None) -> Play:
    return Play(TableBuilder("Ada", "Bo", clock=clock).begin().past_first_tickets(), monkeypatch)


def comes_and_goes(play: Play, seconds: int, often: int = 4) -> int:
    """Seconds for which Ada holds up her decision at most, if she leaves and comes back `often` a second."""
    begin = play.at
    for _ in range(seconds * often):
        play.at += 1000 // often
        play.do(commands.TimeOut(play.at))
        play.do(commands.Leave(ADA))
        play.do(commands.ComeBack(ADA))
        if play.table.away[0]:  # nothing gets her back in: the stand-in decides
            assert play.stand_in_decides()
            break
    return (play.at - begin) // 1000


def test_nobody_holds_a_decision_longer_than_the_bank_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert comes_and_goes(adas_turn(monkeypatch, SHORT), 75) <= 5


def test_nobody_holds_a_decision_longer_than_the_days_last(monkeypatch: pytest.MonkeyPatch) -> None:
    play = adas_turn(monkeypatch, DaysClock(days=1))
    play.at += DAY - 3_000
    assert comes_and_goes(play, 75) <= 4


def test_who_is_out_of_time_waits_for_the_stand_in_and_then_has_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    play = adas_turn(monkeypatch, SHORT)
    play.at += 5_000
    assert play.do(commands.TimeOut(play.at))
    assert not play.do(commands.ComeBack(ADA))
    assert play.stand_in_decides()
    assert play.do(commands.ComeBack(ADA))
    assert play.table.banks[0] == BACK_AGAIN
    assert play.do(commands.Leave(ADA))
    assert play.do(commands.ComeBack(ADA))
    assert play.table.banks[0] == BACK_AGAIN  # the same moment: not one more for every return


def test_a_move_that_beats_the_stand_in_winds_up_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    play = adas_turn(monkeypatch, SHORT)
    play.at += 5_000
    assert play.do(commands.TimeOut(play.at))
    assert play.do(commands.Move(ADA, play.table.decisions[0], "draw blind", "key-0001"))
    assert play.table.banks[0] == 0


@pytest.mark.parametrize("clock", [None, SHORT, DaysClock(days=1)])
def test_coming_and_going_adds_few_entries_until_somebody_moves(
    monkeypatch: pytest.MonkeyPatch, clock: LiveClock | DaysClock | None
) -> None:
    play = adas_turn(monkeypatch, clock)
    for _ in range(1000):
        play.do(commands.Leave(BO))
        play.do(commands.ComeBack(BO))
    assert len(play.log) == 2 * absences.ABSENCES
    assert not play.table.away[1]
    assert play.do(commands.Move(ADA, play.table.decisions[0], "draw blind", "key-0001"))
    assert play.do(commands.Leave(BO))


def test_coming_and_going_before_the_start_has_an_end() -> None:
    built = TableBuilder("Ada", "", start="host")
    entries = built.table.version
    for _ in range(2 * BEFORE_START):
        for command in (commands.SeatBot(HOST, 1, "novice"), commands.OpenSeat(HOST, 1)):
            try:
                found = command.draft(built.table)
            except Denied:
                continue
            assert found is not None
            built.table = found.table
    assert entries < built.table.version == BEFORE_START


def test_a_return_of_an_earlier_version_is_played_as_it_was() -> None:
    """Logs that were written before keep their clocks: a return without a text gave a moment, whatever had happened."""
    built = TableBuilder("Ada", "Bo", clock=SHORT).begin().past_first_tickets()
    for _ in range(3):
        built.happen(Kind.LEFT, 0, after=4_000).happen(Kind.RETURNED, 0)
        assert built.table.banks[0] == BACK_AGAIN
