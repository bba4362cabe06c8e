"""The library's face: what it offers and tells of itself, and that its values go to other processes and back."""

from __future__ import annotations

import ast
import copy
import inspect
import json
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import ferrovia
from bots.tables_of_bots import LIGHT
from ferrovia.boards import board_ids, builtin, new_game
from ferrovia.bots import Actions, Bot, Budget, make_bot
from ferrovia.engine.chance import from_secret, seeded
from ferrovia.engine.game import Game
from ferrovia.engine.params import Told
from ferrovia.engine.setup import deal
from ferrovia.engine.state import NUMBERS, TABLES, State
from ferrovia.view import SPECTATOR, determinize, observe

PUBLIC = [
    "Action", "Actions", "Board", "Bot", "Budget", "COMPILED", "Chance", "Event", "FerroviaError", "Game", "Lane",
    "LedgerLine", "Place", "Record", "Refusal", "Rule", "SPECTATOR", "SeatError", "SetupError", "Simulation",
    "Standing", "State", "Ticket", "View", "__version__", "board_ids", "board_svg", "bot_names", "decode_action",
    "determinize", "encode_action", "format_action", "from_facts", "from_secret", "load", "make_bot", "new_game",
    "new_secret", "observe", "parse_action", "proposals", "replay", "seeded", "simulate", "verify",
]  # fmt: skip
"""What `ferrovia` offers. A name that goes or comes is a change of the library, and stands in the changelog."""

SOURCE = Path(ferrovia.__file__)
CLASSES = [name for name in PUBLIC if inspect.isclass(getattr(ferrovia, name))]
FUNCTIONS = [name for name in PUBLIC if inspect.isroutine(getattr(ferrovia, name))]
ROOT = Path(__file__).parents[1]
GIVEN = {"boards_0": 'folder = "my-board"\n'}
"""What the code on a page takes as given."""


# --- what there is --------------------------------------------------------------------------------------
def test_this_is_what_the_library_offers() -> None:
    assert sorted(ferrovia.__all__) == PUBLIC
    assert dir(ferrovia) == PUBLIC


def test_every_name_is_fetched_and_known_to_type_checkers() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    typed = {
        (node.module, alias.name) for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    fetched = {(module, name) for module, names in ferrovia.LAZY.items() for name in names}
    assert fetched == typed
    assert sorted(name for _, name in fetched) == sorted({*PUBLIC} - {"COMPILED", "__version__"})
    for name in PUBLIC:
        assert getattr(ferrovia, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        ferrovia.nonsense  # type: ignore[attr-defined]  # noqa: B018


# --- what it tells --------------------------------------------------------------------------------------
def public_methods(kind: type) -> list[str]:
    return [name for name, part in vars(kind).items() if not name.startswith("_") and inspect.isroutine(part)]


@pytest.mark.parametrize("name", [*CLASSES, *FUNCTIONS])
def test_every_class_and_function_has_a_docstring(name: str) -> None:
    """Of its own, compiled or not: mypyc leaves them out, tools/docstrings.py puts them back."""
    text = getattr(ferrovia, name).__doc__ or ""
    assert "filler" not in text
    assert len(text.split()) >= 3


@pytest.mark.parametrize("name", CLASSES)
def test_every_method_has_a_docstring(name: str) -> None:
    kind = getattr(ferrovia, name)
    untold = [method for method in public_methods(kind) if not inspect.getdoc(getattr(kind, method))]
    properties = [part for part, value in vars(kind).items() if isinstance(value, property)]
    untold += [part for part in properties if not inspect.getdoc(getattr(kind, part))]
    assert untold == []


def test_help_of_a_state_tells_how_to_use_it() -> None:
    text = help_of("State")
    assert "State(game, chance)" in text or "State(game: 'Game', chance: 'Chance')" in text
    for told in ("seat: who decides next", "hands: per seat and card", "owner: of a lane", "passes: passes in a row"):
        assert told in text
    for method in ("apply(", "legal_actions(", "clone(", "scores(", "standings("):
        assert method in text
    assert "raises a Refusal and changes nothing" in text
    assert "Whether the game has ended." in text


def help_of(name: str) -> str:
    from pydoc import plain, render_doc

    return plain(render_doc(getattr(ferrovia, name)))


# --- short texts ----------------------------------------------------------------------------------------
def some_state(board: str = "usa", decisions: int = 20, seats: int = 2) -> State:
    game = new_game(builtin(board), seats)
    state = deal(game, seeded(3), [])
    for _ in range(decisions):
        state.apply(state.legal_actions()[-1])
    return state


def test_values_print_in_a_line() -> None:
    board = builtin("usa")
    assert repr(board) == "<Board usa: 36 places, 100 lanes, 30 tickets>"
    assert repr(new_game(board, 3)) == "<Game usa: 3 seats, first random>"
    assert repr(new_game(builtin("nederland"), 2, first=1)) == "<Game nederland: 2 seats, first seat 1, tolls, neutral>"
    state = some_state()
    assert repr(state) == "<State usa, 2 seats: turn 12, of seat 0, keep tickets, scores [7, 4]>"
    assert repr(observe(state, 1)) == "<View of seat 1, usa, 2 seats: turn 12, of seat 0, keep tickets>"
    assert repr(observe(state, SPECTATOR)).startswith("<View of a spectator, usa")
    assert repr(make_bot("planner", seeded(1))) == "<Bot Planner>"
    assert repr(ferrovia.decode_action(state.game, 2)).startswith("Action(kind='slot', slot=1,")


def test_a_finished_state_says_so() -> None:
    state = new_game(builtin("amsterdam"), 2).start(seeded(1))
    while not state.over:
        state.apply(state.legal_actions()[0])
    assert re.fullmatch(r"<State amsterdam, 2 seats: over after \d+ turns, scores \[-?\d+, -?\d+\]>", repr(state))


def test_a_chance_prints_nothing_of_what_is_to_come() -> None:
    assert {repr(seeded(number)) for number in range(5)} == {"<Chance: seeded>"}
    assert repr(from_secret(b"s" * 32)) == "<Chance: from a secret>"


@pytest.mark.parametrize("value", [builtin("amsterdam"), new_game(builtin("amsterdam"), 2)], ids=["board", "game"])
def test_a_notebook_shows_a_picture(value: ferrovia.Board | Game) -> None:
    picture = value._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg")
    assert value._repr_svg_() is picture


# --- copies ---------------------------------------------------------------------------------------------
def test_the_list_of_fields_is_whole() -> None:
    """What a digest and a pickle read is everything that a state has."""
    state = some_state()
    attributes = {name for name in dir(state) if not name.startswith("_") and not callable(getattr(state, name))}
    assert attributes == {*NUMBERS, *TABLES, "game", "chance", "log", "over"}


@pytest.mark.parametrize("board", board_ids())
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_a_state_comes_back_from_a_pickle_and_plays_on(board: str, protocol: int) -> None:
    state = some_state(board)
    twin: State = pickle.loads(pickle.dumps(state, protocol))
    assert twin.digest() == state.digest()
    assert repr(twin.log) == repr(state.log)
    pick = seeded(4)
    for _ in range(30):
        actions = state.legal_actions()
        assert list(twin.legal_actions()) == list(actions)
        action = actions[pick.below(len(actions))]
        state.apply(action)
        twin.apply(action)
    assert (twin.digest(), repr(twin.log)) == (state.digest(), repr(state.log))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("board", board_ids())
def test_a_game_comes_back_from_a_pickle(board: str, seats: int) -> None:
    game = new_game(builtin(board), seats, first=1)
    twin: Game = pickle.loads(pickle.dumps(game))
    assert twin.board == game.board
    assert plain_parts(twin) == plain_parts(game)
    assert pickle.loads(pickle.dumps(game)) is twin, "bots measure a game they don't know: alike ones are one"


def plain_parts(game: Game) -> dict[str, object]:
    """Every table of a game; of its rules, which they are."""
    values = {name: getattr(game, name) for name in dir(game) if not name.startswith("_") and name != "board"}
    return {name: plain(value) for name, value in values.items() if not callable(value)}


def plain(value: object) -> object:
    if isinstance(value, ferrovia.Rule):
        return type(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if value is None or isinstance(value, str | int | float | ferrovia.Lane | Told):
        return value
    return [plain(item) for item in value]  # type: ignore[attr-defined]


def test_a_secret_chance_comes_back_and_goes_on() -> None:
    chance = from_secret(b"s" * 32)
    numbers = [chance.below(1000) for _ in range(5)]
    twin = pickle.loads(pickle.dumps(chance))
    assert [twin.below(1000) for _ in range(20)] == [chance.below(1000) for _ in range(20)]
    assert numbers


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
@pytest.mark.parametrize("board", board_ids())
def test_a_pickled_view_holds_its_facts_and_nothing_else(board: str, seat: int) -> None:
    state = some_state(board, 30)
    view = observe(state, seat)
    sent = pickle.dumps(view)
    assert pickle.loads(sent).facts() == view.facts()
    for deal_number in range(5):
        other = observe(determinize(view, seeded(9, deal_number)), seat)
        assert pickle.dumps(other) == sent, "another deal that the seat can't tell from this one"


def test_copies_are_independent_and_share_the_game() -> None:
    state = some_state()
    digest, events = state.digest(), len(state.log or [])
    for twin in (copy.copy(state), copy.deepcopy(state)):
        assert twin.digest() == digest
        assert twin.game is state.game
        assert len(twin.log or []) == events
        twin.apply(twin.legal_actions()[0])
        assert (state.digest(), len(state.log or [])) == (digest, events)
    assert copy.deepcopy(state.game) is state.game
    view = observe(state, 0)
    assert copy.deepcopy(view).facts() == view.facts()
    event = (state.log or [])[0]
    assert repr(copy.deepcopy(event)) == repr(pickle.loads(pickle.dumps(event))) == repr(event)


# --- other processes ------------------------------------------------------------------------------------
def play_on(state: State) -> tuple[str, list[int]]:
    pick = seeded(5)
    while not state.over:
        actions = state.legal_actions()
        state.apply(actions[pick.below(len(actions))])
    return state.digest(), state.scores()


def test_a_pool_of_processes_plays_states_on() -> None:
    states = [some_state(board) for board in board_ids()]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        played = list(pool.map(play_on, states))
    assert played == [play_on(state.clone()) for state in states]


READER = """
import json, pickle, sys
values = pickle.load(sys.stdin.buffer)
import ferrovia
state, view, bot = values
actions = list(state.legal_for(view.seat))
print(json.dumps([ferrovia.COMPILED, state.digest(), view.facts(), bot.choose(view, actions, ferrovia.Budget())]))
"""


@pytest.mark.parametrize("interpreted", ["0", "1"])
def test_compiled_and_interpreted_code_read_each_others_pickles(interpreted: str) -> None:
    state = some_state("amsterdam")
    seat = int(state.seat)
    view = observe(state, seat)
    bot = make_bot("planner", seeded(1))
    done = subprocess.run(
        [sys.executable, "-c", READER],
        input=pickle.dumps((state, view, bot)),
        env=os.environ | {"FERROVIA_INTERPRETED": interpreted},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    compiled, digest, facts, choice = json.loads(done.stdout)
    assert compiled == (ferrovia.COMPILED and interpreted == "0")
    assert (digest, facts) == (state.digest(), json.loads(json.dumps(view.facts())))
    assert choice == bot.choose(view, state.legal_for(seat), Budget())


@pytest.mark.parametrize("name", [*LIGHT, "planner", "commuter", "expert"])
def test_a_bot_goes_on_after_a_pickle_as_if_nothing_had_been(name: str) -> None:
    budget = Budget(iterations=8)
    state = new_game(builtin("amsterdam"), 2).start(seeded(6))
    bot: Bot = make_bot(name, seeded(7))
    pick = seeded(8)
    for decision in range(24):
        actions: Actions = state.legal_actions()
        if state.seat == 0:
            twin: Bot = pickle.loads(pickle.dumps(bot)) if decision % 3 == 0 else copy.deepcopy(bot)
            view = observe(state, 0)
            action = bot.choose(view, actions, budget)
            assert twin.choose(view, actions, budget) == action
        else:
            action = actions[pick.below(len(actions))]
        state.apply(action)


# --- types ----------------------------------------------------------------------------------------------
def examples() -> dict[str, str]:
    """Every piece of Python that the documents show, and every example."""
    found = {}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        shown = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        found.update({f"{page.stem}_{number}".lower(): code for number, code in enumerate(shown)})
    found.update({file.stem: file.read_text(encoding="utf-8") for file in sorted((ROOT / "examples").glob("*.py"))})
    return found


def test_every_example_passes_mypy_strict(tmp_path: Path) -> None:
    for name, code in examples().items():
        (tmp_path / f"{name}.py").write_text(GIVEN.get(name, "") + code, encoding="utf-8")
    home = SOURCE.parents[1]
    path = {} if home.name == "site-packages" else {"MYPYPATH": str(home)}
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", "."]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
