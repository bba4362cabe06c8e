"""What a seat is offered: every legal action by its number, so that a page only ever echoes numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.record import format_action
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.outbox.choice_answers import Choices
from ferrovia.server.core.outbox.positions import choices
from ferrovia.server.core.setup import NoClock, new_setup
from ferrovia.server.core.table import Status, Table, TableSeat
from properties.tables import Table as Game
from properties.tables import tables

CHOSEN = ("usa-3p", "berlin-2p", "lyon-3p", "amsterdam-4p", "nederland-2p-tolls+neutral", "nederland-3p-tolls")
EVERY_GAME = pytest.mark.parametrize("game", [table for table in tables() if str(table) in CHOSEN], ids=str)
PAGE = Path(__file__).parents[2] / "web" / "src"


def offers(game: Game) -> Iterator[tuple[Table, int, Choices]]:
    """Every decision of a random game, as the seat that makes it gets it."""
    setup = new_setup(game.board.id, game.seats, game.options, None, NoClock(), "conductor", "full")
    table = Table("T" * 22, setup, bytes(range(32)), "", [TableSeat("person")] * game.seats)
    for version, kind in enumerate((Kind.CREATED, Kind.STARTED), 1):
        table.apply(Entry(version, 0, kind))
    assert table.game is not None
    policy = RandomPolicy(table.game, seeded(7))
    while table.status == Status.PLAYING:
        assert table.state is not None
        seat = table.waiting_seats()[-1]
        offered = choices(table, seat)
        assert offered is not None
        yield table, seat, offered
        action = int(policy.choose(table.state)) if table.state.seat == seat else offered["actions"][-1]
        table.apply(Entry(table.version + 1, 0, Kind.MOVED, seat, format_action(table.game, action)))


def named(offered: Choices) -> list[int]:
    """Every number that stands beside what it means."""
    single = [offered["blind_action"], offered["tickets_action"], offered["pass_action"]]
    return [
        *offered["slot_actions"],
        *(action for action in single if action is not None),
        *(keep["action"] for keep in offered["keeps"]),
        *(payment["action"] for claim in offered["claims"] for payment in claim["payments"]),
        *(own["action"] for own in offered["own"]),
    ]


@EVERY_GAME
def test_every_legal_action_is_offered_once_and_by_what_it_means(game: Game) -> None:
    kinds: Counter[str] = Counter()
    for _, _, offered in offers(game):
        assert sorted(named(offered)) == sorted(offered["actions"])
        kinds[offered["kind"]] += 1
    assert {"first_tickets", "turn", "second_card"} <= kinds.keys()


@EVERY_GAME
def test_a_number_means_what_it_stands_beside(game: Game) -> None:
    for table, _, offered in offers(game):
        assert table.game is not None
        text = {action: format_action(table.game, action) for action in offered["actions"]}
        for slot, action in zip(offered["slots"], offered["slot_actions"], strict=True):
            assert text[action] == f"draw {slot + 1}"
        for keep in offered["keeps"]:
            assert text[keep["action"]] == f"keep {','.join(str(place + 1) for place in keep['kept'])}"
            assert len(keep["kept"]) >= offered["keep_least"] > 0
        single = (("blind", "draw blind"), ("tickets", "tickets"), ("pass", "pass"))
        said = {"blind": offered["blind"], "tickets": offered["tickets"], "pass": offered["must_pass"]}
        numbers = {
            "blind": offered["blind_action"],
            "tickets": offered["tickets_action"],
            "pass": offered["pass_action"],
        }
        for name, notation in single:
            number = numbers[name]
            assert said[name] == (number is not None)
            assert number is None or text[number] == notation


def test_the_page_knows_no_notation() -> None:
    """It sends back the numbers that it was offered."""
    for file in [*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte")]:
        if "generated" in file.parts:
            continue
        written = file.read_text(encoding="utf-8")
        for notation in ("`keep $", "`draw $", '"draw blind"', "action: number | string"):
            assert notation not in written, file.name
