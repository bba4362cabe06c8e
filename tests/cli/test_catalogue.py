"""Every code has its words, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import ferrovia
from ferrovia.boards import board_ids, load, new_game
from ferrovia.boards.provenance import PROVENANCE
from ferrovia.boards.rulebook import rulebook
from ferrovia.boards.schema import COLOURS
from ferrovia.cli.language import language_of
from ferrovia.cli.output.board_info import provenance
from ferrovia.engine.board import GREY, WILD
from ferrovia.engine.errors import FerroviaError
from ferrovia.rules import FACTORIES
from ferrovia.text.words import LANGUAGES, Words, catalogue
from properties.tables import boards

PACKAGE = Path(ferrovia.__file__).parent
SPEAKING = ("cli", "printing", "report", "text", "server/calling")
"""The layers, and the one folder of the server, that ask for texts by key."""
CODE = re.compile(r"[a-z_]+\.[a-z_]+")
NO_CODES = re.compile(
    r".*\.(toml|csv|txt|svg|py|so|html|json)|ferrovia\..*|_kernel\.py|(tables|callings|boards)\.id|uvicorn\.error|(http|websocket)\.disconnect"
)
CODED = ("error", "event", "rulebook", "terms", "why")
"""The sections of codes that come from below the command line."""


def speaks(file: Path) -> bool:
    return file.as_posix().startswith(tuple(f"{folder}/" for folder in SPEAKING))


def constants(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value):
            yield part.value


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        yield file.relative_to(PACKAGE), ast.parse(file.read_text(encoding="utf-8"))


def templates() -> list[str]:
    """Those of the reports: they ask for texts, too."""
    return [file.read_text(encoding="utf-8") for file in PACKAGE.glob("report/templates/*.jinja")]


def error_classes() -> set[str]:
    """The names of FerroviaError and everything that inherits from it, anywhere in the package."""
    names = {FerroviaError.__name__}
    classes = [node for _, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for _ in range(4):
        names |= {node.name for node in classes for base in node.bases if getattr(base, "id", "") in names}
    return names


def raised() -> set[str]:
    names = error_classes()
    return {
        code
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in names and node.args
        for code in constants(node.args[0])
    }


def logged() -> set[str]:
    return {
        code
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) == "Event" and node.args
        for code in constants(node.args[0])
    }


def test_the_search_finds_codes() -> None:
    assert {"route.taken", "game.over", "turn.not_yours", "record.tampered", "bot.unknown", "seats.number"} <= raised()
    assert {"route.claimed", "card.blind", "toll.paid", "game.started"} <= logged()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_words(language: str) -> None:
    words = Words(language)
    assert sorted(code for code in raised() if not words.knows(f"error.{code}")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_words(language: str) -> None:
    words = Words(language)
    assert sorted(code for code in logged() if not words.knows(f"event.{code}")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_dotted_word_below_the_command_line_has_words(language: str) -> None:
    """Codes that reach an error, an event, a rulebook or the terms of a claim by way of a variable."""
    words = Words(language)
    speechless = [
        f"{file}: {code}"
        for file, tree in trees()
        if not speaks(file) and file.parts[0] not in ("draw", "env")  # these name symbols and fields
        for code in constants(tree)
        if not NO_CODES.fullmatch(code) and not any(words.knows(f"{section}.{code}") for section in CODED)
    ]
    assert speechless == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_the_commands_ask_for_is_there(language: str) -> None:
    """`say("play.turn")` and the like; keys that are put together are tried by the tests of their commands."""
    calls = [node for file, tree in trees() if speaks(file) for node in ast.walk(tree)]
    said = [node.args[0] for node in calls if isinstance(node, ast.Call) and called(node) == "say" and node.args]
    asked = {key.value for key in said if isinstance(key, ast.Constant) and isinstance(key.value, str)}
    asked |= {key for text in templates() for key in re.findall(r"\bsay\(\"([a-z_.]+)\"[,)]", text)}
    words = Words(language)
    assert len(asked) > 100
    # In match.py, prompt.py and on printed sheets a short form of `say` adds the section.
    sections = ("", "play.", "print.")
    assert sorted(key for key in asked if not any(words.knows(section + key) for section in sections)) == []


def test_no_error_text_is_left_without_its_error() -> None:
    used = raised() | {"other", "interrupted", "board.invalid", "usage.option_value", "usage.no_option"}
    used |= {code for file, tree in trees() if file.parts[0] in ("cli", "server") for code in constants(tree)}
    texts = {key.removeprefix("error.") for key in catalogue("en") if key.startswith("error.")}
    assert sorted(texts - used) == []


def told() -> set[str]:
    """Keys of every sentence and term that the rules make."""
    return {
        str(node.args[0].value)
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and called(node) in ("Sentence", "Term")
        and isinstance(node.args[0], ast.Constant)
    }


def test_no_text_of_the_rules_is_left_without_its_sentence() -> None:
    chosen = {code for file, tree in trees() if file.name == "base_rules.py" for code in constants(tree)}
    ties = {f"{id}.tie" for id in ("tickets", *FACTORIES)}
    titles = {f"{section.id}.title" for board in boards() for section in rulebook(board)}
    chips = {"with", "without", "only", "only_range"}
    texts = {
        key.partition(".")[2].removesuffix("/before").removesuffix("/choose")
        for key in catalogue("en")
        if key.startswith(("rulebook.", "terms."))
    }
    assert sorted(texts - told() - chosen - ties - titles - chips) == []


def test_languages_have_the_same_keys() -> None:
    keys = [set(catalogue(language)) for language in LANGUAGES]
    assert keys[0] ^ keys[1] == set()


def params(text: str) -> set[str]:
    found: set[str] = set()
    for _, name, spec, _ in Formatter().parse(text):
        if name:
            found |= {name} | params(spec or "")
    return found


@pytest.mark.parametrize("key", sorted(catalogue("en")))
def test_languages_tell_the_same_things(key: str) -> None:
    english, french = (catalogue(language)[key] for language in ("en", "fr"))
    assert params(french) <= params(english)
    assert params(english) - params(french) <= set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_what_boards_and_rules_bring_are_there(language: str) -> None:
    words = Words(language)
    for colour in (*COLOURS, GREY, WILD):
        assert words.knows(f"colour.{colour}")
    for card in (*COLOURS, WILD):
        assert words.say(f"counted.{card}", count=1).startswith("1 ")
        assert words.knows(f"one.{card}")
    for level in PROVENANCE:
        assert words.knows(f"provenance.{level}")
    for id in board_ids():
        board = load(id)
        game = new_game(board, board.players[0])
        assert [name for name in game.line_names if not words.knows(f"ledger.{name}")] == []
        assert [name for name in board.tie_breakers if not words.knows(f"tie.{name}")] == []
        assert language in board.names
        assert [part for part in provenance(board) if not words.knows(f"provenance_part.{part}")] == []


def test_cards_agree_with_their_number() -> None:
    french = Words("fr")
    assert [french.say("counted.blue", count=count) for count in (1, 2)] == ["1 carte bleue", "2 cartes bleues"]
    assert [french.say("counted.orange", count=count) for count in (1, 2)] == ["1 carte orange", "2 cartes orange"]
    assert [Words("en").say("counted.wild", count=count) for count in (1, 2)] == ["1 wild", "2 wild"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_templates_are_sound(language: str) -> None:
    for key, text in catalogue(language).items():
        assert text.strip() or key == "play.prompt", key
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(text)), key


def test_numbers_choose_their_words() -> None:
    english, french = Words("en"), Words("fr")
    assert english.say("event.tickets.kept", seat="Ada", kept=1) == "Ada keeps 1 ticket."
    assert english.say("event.tickets.kept", seat="Ada", kept=0) == "Ada keeps 0 tickets."
    assert french.say("event.tickets.kept", seat="Ada", kept=0) == "Ada garde 0 billet."
    assert french.say("event.tickets.kept", seat="Ada", kept=2) == "Ada garde 2 billets."


def test_what_comes_from_files_can_not_command_the_terminal() -> None:
    said = Words("en").say("error.file.missing", file="a\x1b[2Jb\u202ec\nd")
    assert said == "There is no file a\ufffd[2Jb\ufffdc d."


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_CH"}, "fr"),
    ],
)
def test_the_environment_chooses_the_language(variables: dict[str, str], language: str) -> None:
    assert language_of(variables) == language
