"""Every event and refusal has just the parameters that engine/params.py and the rules name, and they mean that."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import ferrovia
from ferrovia.engine.chance import seeded
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.game import Game
from ferrovia.engine.params import (
    CARD,
    CARDS,
    COLOUR,
    EVENTS,
    LANE,
    NUMBER,
    PLACES,
    REASON,
    REFUSALS,
    SEAT,
    SLOT,
    TICKET,
    TICKETS,
    Meanings,
    Told,
    usual_meanings,
)
from ferrovia.engine.setup import deal
from ferrovia.rules import FACTORIES
from ferrovia.text.event_text import event_text as tell
from ferrovia.text.names import Table as Named
from ferrovia.text.words import Words
from properties.tables import Table, tables

PACKAGE = Path(ferrovia.__file__).parent
GAMES = 6 if ferrovia.COMPILED else 1
MADE = {"payment"}
"""Parameters of texts that are put together from several."""


@cache
def every_event() -> Mapping[str, Told]:
    """Of the package; other tests register rules of their own."""
    told = dict(EVENTS)
    for rule in FACTORIES.values():
        if rule.__module__.startswith("ferrovia."):
            told.update(rule.EVENTS)
    return told


# --- in games -------------------------------------------------------------------------------------------
def logs(table: Table) -> Iterator[Event]:
    for number in range(GAMES):
        log: list[Event] = []
        state, pick = deal(table.game(), seeded(30, number), log), seeded(31, number)
        while not state.over:
            actions = state.legal_actions()
            state.apply(actions[pick.below(len(actions))])
        yield from log


def means(game: Game, meaning: str, value: object) -> bool:
    """Whether a value can be what its parameter says."""
    limits = {
        SEAT: range(TABLE, game.seats + 1),
        LANE: range(len(game.lanes)),
        CARD: range(game.cards),
        COLOUR: range(game.cards),
        TICKET: range(game.tickets),
        SLOT: range(5),
        PLACES: range(1, 1 << game.most_dealt),
    }
    if meaning == CARDS:
        return isinstance(value, list) and all(item in range(-1, game.cards) for item in value)
    if meaning == TICKETS:
        return isinstance(value, list) and all(item in range(game.tickets) for item in value)
    if meaning == REASON:
        return isinstance(value, str)
    return isinstance(value, int) and value in limits.get(meaning, range(1000))


@pytest.mark.parametrize("table", tables(), ids=str)
def test_events_of_games_have_the_parameters_that_are_named(table: Table) -> None:
    game = table.game()
    for event in logs(table):
        told = game.events[event.code]
        for params, meanings in ((event.public, told.public), (event.private, told.private)):
            assert params.keys() - {"ruling"} <= meanings.keys(), event
            for name in params.keys() - {"ruling"}:
                assert means(game, meanings[name], params[name]), (event, name)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("table", tables(), ids=str)
def test_the_terminal_tells_every_event_in_full(table: Table, language: str) -> None:
    game = table.game()
    named = Named(game, [f"Player {seat}" for seat in range(game.seats)], Words(language))
    for event in logs(table):
        for viewer in (TABLE, event.seat):
            assert not re.search(r"[{}\[]|-1", tell(named, event, viewer).partition(" [")[0])


# --- in the source --------------------------------------------------------------------------------------
def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """(code, call) of every event or refusal that the engine and the rules make."""
    for folder in ("engine", "rules"):
        for file in sorted((PACKAGE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                    for code in ast.walk(node.args[0]):
                        if isinstance(code, ast.Constant):
                            yield str(code.value), node


def keys(node: ast.expr) -> set[str]:
    """Of a dictionary that is written out; none of one that is not."""
    return {str(key.value) for key in getattr(node, "keys", []) if isinstance(key, ast.Constant)}


def test_every_event_that_is_made_is_named_with_its_parameters() -> None:
    named = every_event()
    found = set()
    for code, call in calls("Event"):
        found.add(code)
        given = [keys(part) for part in call.args[2:]]
        assert given[0] <= {*named[code].public, "ruling"}, code
        assert given[1:] == [] or given[1] <= {*named[code].private}, code
    assert named.keys() - found == {"neutral.blank"}  # said by a method, for two rulings


def test_every_refusal_that_is_made_is_named_with_its_parameters() -> None:
    found = set()
    for code, call in calls("Refusal"):
        if code not in ("turn.not_yours", "game.over") or len(call.args) == 1:
            assert (keys(call.args[1]) if len(call.args) > 1 else set()) <= {*REFUSALS[code]}, code
        found.add(code)
    assert found == {*REFUSALS}


# --- in words -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "fr"])
def test_texts_use_only_parameters_of_their_event(language: str) -> None:
    texts = tomllib.loads((PACKAGE / "text" / "messages" / f"{language}.toml").read_text(encoding="utf-8"))
    for key, text in texts["event"].items():
        code, _, variant = key.partition("/")
        told = every_event()[code]
        known = {"seat", *told.public, *MADE} if variant in ("", "open") else {*told.meanings, *MADE}
        assert {*re.findall(r"\{(\w+)", text)} <= known, key


def test_where_no_code_says_so_a_parameter_is_the_thing_it_is_elsewhere() -> None:
    told: list[Meanings] = [event.meanings for event in every_event().values()]
    usual = usual_meanings([*told, *REFUSALS.values()])
    assert (usual["to"], usual["owner"], usual["cards"], usual["count"]) == (SEAT, SEAT, CARDS, NUMBER)
    for meanings in told:  # one name means one thing, or is a number somewhere
        for name, meaning in meanings.items():
            assert meaning in (usual[name], NUMBER), name


def test_the_page_knows_what_the_engine_says() -> None:
    generated = Path(__file__).parents[1] / "web" / "src" / "generated" / "params.json"
    if not generated.exists():
        pytest.skip("the page has not been built here")
    params = json.loads(generated.read_text(encoding="utf-8"))
    assert params["events"] == {code: dict(told.meanings) for code, told in every_event().items()}
    assert params["refusals"] == {code: dict(meanings) for code, meanings in REFUSALS.items()}
