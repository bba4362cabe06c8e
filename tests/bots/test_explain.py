"""Why a bot did something: a code and numbers that fit the position, and words for every code in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import Budget, make_bot
from ferrovia.bots import explain as module
from ferrovia.bots.expert import Expert
from ferrovia.bots.explain import Reason, compared, explain
from ferrovia.engine.actions import decode_action
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.record import parse_action
from ferrovia.text.names import Table
from ferrovia.text.reason_text import reason_text
from ferrovia.text.words import LANGUAGES, Words, catalogue
from ferrovia.view import observe
from positions import Position


def why(position: Position, move: str) -> Reason:
    state = position.state()
    return explain(observe(state, 0), parse_action(state.game, move))


def denver_el_paso() -> Position:
    position = Position("usa").hand(0, red=2, blue=2).row("red", "green", "wild")
    return position.holds(0, position.ticket("Denver", "El Paso"))


def by_santa_fe() -> Position:
    """The ways by Oklahoma City and Phoenix, longer and with more points, are somebody else's."""
    return denver_el_paso().owns(1, "El Paso–Oklahoma City", "Denver–Oklahoma City", "El Paso–Phoenix")


def test_a_claim_that_completes_a_ticket_says_so() -> None:
    position = denver_el_paso().owns(0, "Denver–Santa Fe")
    ticket, lane = position.ticket("Denver", "El Paso"), position.lane("El Paso–Santa Fe")
    assert why(position, "claim El Paso–Santa Fe red") == Reason(
        "claim.completes", {"lane": lane, "points": 2, "tickets": [ticket]}
    )


def test_a_lane_of_the_plan_names_its_ticket() -> None:
    position = by_santa_fe()
    ticket = position.ticket("Denver", "El Paso")
    reason = why(position, "claim El Paso–Santa Fe red")
    assert reason.code in ("claim.ticket", "claim.pressing")
    assert reason.params["tickets"] == [ticket]


def test_a_lane_without_which_there_is_no_way_says_so() -> None:
    """Everything else around El Paso is somebody else's."""
    position = denver_el_paso()
    position.owns(1, "El Paso–Phoenix", "El Paso–Los Angeles", "El Paso–Houston", "El Paso–Dallas")
    position.owns(1, "El Paso–Oklahoma City")
    assert why(position, "claim El Paso–Santa Fe red").code == "claim.only"


def test_a_lane_outside_the_plan_is_for_its_points() -> None:
    position = denver_el_paso().hand(0, white=4)
    lane = position.lane("Calgary–Seattle")
    assert why(position, "claim Calgary–Seattle white").params == {"lane": lane, "points": 7}
    assert why(position, "claim Calgary–Seattle white").code == "claim.points"


def test_cards_name_the_lane_that_lacks_them() -> None:
    position = by_santa_fe()
    reason = why(position, "draw 1")
    assert reason.code in ("card.planned", "card.spare")
    assert reason.params["card"] == position.card("red")
    assert why(position, "draw 3") == Reason("card.wild", {"card": position.game.wild, "lack": 0})


@pytest.mark.parametrize("id", board_ids())
def test_every_move_of_a_game_has_a_reason_in_words(id: str) -> None:
    """In both languages, without a hole where a parameter should be."""
    game = new_game(load(id), 2)
    state = game.start(seeded(8))
    bots = [make_bot("greedy", seeded(8, seat)) for seat in range(2)]
    tables = [Table(game, ["Ada", "Bo"], Words(language)) for language in LANGUAGES]
    seen = set()
    while not state.over:
        seat, actions = int(state.seat), list(state.legal_actions())
        view = observe(state, seat)
        action = bots[seat].choose(view, actions, Budget())
        reason = explain(view, action)
        seen.add(reason.code)
        for table in tables:
            told = reason_text(table, reason.code, reason.params)
            assert told != reason.code
            assert told.endswith(".")
            assert "{" not in told
        if decode_action(game, action).kind == "keep" and state.phase != FIRST_TICKETS:
            assert reason.params["tickets"]
        state.apply(action)
    assert {"keep", "blind"} <= seen
    assert seen & {"claim.ticket", "claim.completes", "claim.pressing", "claim.points", "claim.only"}


def test_the_same_codes_in_code_and_catalogue() -> None:
    source = Path(module.__file__).with_name("explain.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'Reason\(\s*"([a-z.]+)"', source)) | set(
        re.findall(r'"((?:tickets|compared)[a-z.]*)"', source)
    )
    codes -= {"tickets"}
    for language in LANGUAGES:
        known = {key.removeprefix("why.") for key in catalogue(language) if key.startswith("why.")}
        assert known == codes


def test_a_search_tells_how_its_moves_ended() -> None:
    state = new_game(load("amsterdam"), 2).start(seeded(2))
    bot = Expert(seeded(1))
    view = observe(state, 0)
    action = bot.choose(view, list(state.legal_actions()), Budget(iterations=60))
    assert bot.search is not None
    reason = compared(bot.search, action)
    assert reason is not None
    assert reason.code in ("compared", "compared.trusted")
    assert 40 <= int(str(reason.params["playouts"])) <= 60
    assert 0 <= int(str(reason.params["value"])) <= 100
