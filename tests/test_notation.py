"""Every action has one text, every text at most one action, and nonsense is a NotationError and nothing else."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ferrovia.boards import load, new_game
from ferrovia.boards.csv_table import read_table
from ferrovia.boards.problems import Problems
from ferrovia.boards.row_reader import read_places
from ferrovia.boards.typed_names import fold
from ferrovia.engine.actions import BLIND, KEEP, PASS, SLOT, TICKETS
from ferrovia.engine.board import Board
from ferrovia.engine.errors import SetupError
from ferrovia.engine.game import Game
from ferrovia.engine.rule import Rule
from ferrovia.record import NotationError, format_action, parse_action
from properties.profiles import examples
from properties.tables import Table, boards, tables, tables_of
from toy.cuttings import TOY

EVERY_TABLE = pytest.mark.parametrize("table", tables(), ids=str)
EVERY_BOARD = pytest.mark.parametrize("board", boards(), ids=lambda board: board.id)
GAMES = [tables_of(board)[0].game() for board in boards()]
TEXTS = [format_action(game, action) for game in GAMES for action in range(game.actions)]


def claims(game: Game) -> list[tuple[int, str]]:
    return [(action, format_action(game, action)) for action in range(game.claim_base, game.rule_action_base)]


# --- there and back -------------------------------------------------------------------------------------
@EVERY_TABLE
def test_every_action_has_one_text_that_gives_it_back(table: Table) -> None:
    game = table.game()
    texts = [format_action(game, action) for action in range(game.actions)]
    assert len(set(texts)) == len(texts)
    assert [parse_action(game, text) for text in texts] == list(range(game.actions))
    assert all(text == " ".join(text.split()) and text.isprintable() for text in texts)


@EVERY_BOARD
def test_no_number_outside_the_space_has_a_text(board: Board) -> None:
    game = tables_of(board)[0].game()
    for action in (-1, game.actions, 2**40, -(2**40)):
        with pytest.raises(NotationError) as error:
            format_action(game, action)
        assert error.value.code == "notation.no_action"


def test_the_texts_read_as_the_design_says() -> None:
    game = new_game(load("usa"), 2)
    for text in ("pass", "draw blind", "draw 3", "tickets", "keep 1,3", "claim Dallas–Houston red+1w"):
        if "red" not in text:
            assert format_action(game, parse_action(game, text)) == text
    assert [parse_action(game, text) for text in ("pass", "draw 1", "draw blind", "tickets", "keep 1")] == [
        PASS, SLOT, BLIND, TICKETS, KEEP
    ]  # fmt: skip


# --- careless typing ------------------------------------------------------------------------------------
def plain(text: str) -> str:
    """Without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


def backwards(text: str) -> str:
    """The other end of the route first."""
    route, _, payment = text.removeprefix("claim ").rpartition(" ")
    route, mark, lane = route.partition("#")
    a, _, b = route.partition("–")
    return f"claim {b}–{a}{mark}{lane} {payment}"


CARELESS: dict[str, Callable[[str], str]] = {
    "lower case": str.lower,
    "upper case": str.upper,
    "title case": str.title,
    "no accents": plain,
    "accents apart": lambda text: unicodedata.normalize("NFD", text),
    "a hyphen": lambda text: text.replace("–", "-"),
    "a long dash": lambda text: text.replace("–", "—"),
    "a dash in the air": lambda text: text.replace("–", " – "),
    "a curly apostrophe": lambda text: text.replace("'", "’"),
    "many spaces": lambda text: "  " + text.replace(" ", " \t ") + "\n",
    "backwards": backwards,
    "all at once": lambda text: plain(backwards(text).replace("–", "-")).upper(),
}


@EVERY_BOARD
@pytest.mark.parametrize("slip", CARELESS)
def test_careless_typing_is_understood(board: Board, slip: str) -> None:
    game = tables_of(board)[0].game()
    for action, text in claims(game):
        assert parse_action(game, CARELESS[slip](text)) == action, CARELESS[slip](text)
    others = [*range(game.claim_base), *range(game.rule_action_base, game.actions)]
    if slip != "backwards":
        for action in others:
            typed = (
                format_action(game, action) if slip == "all at once" else CARELESS[slip](format_action(game, action))
            )
            assert parse_action(game, typed) == action, typed


@EVERY_BOARD
def test_the_first_lane_may_be_numbered_and_wilds_may_go_without_their_letter(board: Board) -> None:
    game = tables_of(board)[0].game()
    for action, text in claims(game):
        route, _, payment = text.rpartition(" ")
        if "#" not in route:
            assert parse_action(game, f"{route}#1 {payment}") == action
        if "+" in payment:
            assert parse_action(game, text.removesuffix("w")) == action
        elif payment != "wild":
            assert parse_action(game, f"{text}+0w") == action


def test_sets_of_tickets_may_be_typed_in_any_order() -> None:
    game = GAMES[0]
    for text in ("keep 2,1", "keep 1 2", "keep 1, 2", "keep 2,,1", "KEEP 1,2,1"):
        assert format_action(game, parse_action(game, text)) == "keep 1,2"


# --- nonsense -------------------------------------------------------------------------------------------
NONSENSE = [
    "", " ", "\0", "draw", "draw 0", "draw 6", "draw -1", "draw 1.0", "draw \N{SUPERSCRIPT TWO}", "draw blind blind",
    "pass 1", "tickets 3", "keep", "keep 0", "keep 9", "keep ,", "keep 1-2", "keep \N{SUPERSCRIPT TWO}", "keep1",
    "claim", "claim red", "claim –", "claim – red", "claim Dallas red", "claim Dallas–Houston",
    "claim Dallas–Dallas red", "claim Dallas–Houston#0 red", "claim Dallas–Houston#3 red", "claim Dallas–Houston grey",
    "claim Dallas–Houston red+2w", "claim Dallas–Houston red+-1w", "claim Dallas–Houston red+w",
    "claim Dallas–Houston wild+9w", "claim A–B–C red", "claim " + "-" * 200 + " red", "claim \ud800–\udfff red",
    "neutral 1", "neutral 3", "cutting", "fly to the moon", "\ud800",
    *(f"{verb} {digits}" for verb in ("draw", "keep") for digits in ("9" * 30, "9" * 5000)),
    *(f"claim Dallas–Houston{rest}" for rest in ("#" + "9" * 200 + " red", " red+" + "9" * 200 + "w")),
]  # fmt: skip


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: ascii(text[:24]))
def test_nonsense_is_a_notation_error(text: str) -> None:
    game = new_game(load("usa"), 2)
    with pytest.raises(NotationError) as error:
        parse_action(game, text)
    assert error.value.code.startswith("notation.")


def test_a_text_without_end_is_refused_at_once() -> None:
    """Looking for a dash in it would take for ever."""
    for text in ("claim " + "-" * 4_000_000 + " red", "a" * 4_000_000, "claim " + "a " * 2_000_000, " " * 4_000_000):
        with pytest.raises(NotationError) as error:
            parse_action(GAMES[0], text)
        assert len(str(error.value)) < 1000


def understood_or_refused(game: Game, text: str) -> None:
    try:
        action = parse_action(game, text)
    except NotationError:
        return
    assert 0 <= action < game.actions
    assert parse_action(game, format_action(game, action)) == action


@examples(400)
@given(game=st.sampled_from(GAMES), text=st.text(max_size=60))
@example(game=GAMES[0], text="claim ß–ﬁ red")
def test_any_text_is_understood_or_refused(game: Game, text: str) -> None:
    understood_or_refused(game, text)
    for verb in ("draw", "keep", "claim", "neutral", "cutting"):
        understood_or_refused(game, f"{verb} {text}")


@examples(600)
@given(game=st.sampled_from(GAMES), text=st.sampled_from(TEXTS), data=st.data())
def test_a_spoilt_text_is_understood_or_refused(game: Game, text: str, data: st.DataObject) -> None:
    """Letters cut out, put in or doubled; the text may be of another board."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 4)))
    understood_or_refused(game, text[:start] + data.draw(st.text(max_size=3)) + text[end:])


# --- boards of other people -----------------------------------------------------------------------------
@EVERY_BOARD
def test_no_two_places_are_the_same_to_careless_typing(board: Board) -> None:
    folded = [fold(place.name) for place in board.places]
    assert len(set(folded)) == len(folded)


def renamed(*names: str) -> Game:
    """The toy board with other names for its first places."""
    places = [replace(place, name=name) for place, name in zip(TOY.places, names, strict=False)]
    return Table(
        replace(TOY, places=(*places, *TOY.places[len(names) :])), 2, dict.fromkeys(["goods", "open"], False)
    ).game()


@pytest.mark.parametrize("names", [
    ("Göschen", "Goschen", "GOSCHEN", "Göschen ii"),  # alike but for accents and case
    ("Aix", "Bex-Aix", "Aix-Bex", "Bex"),  # Aix–Bex-Aix or Aix-Bex–Aix?
    ("Dock 1", "Dock 2", "3", "+1w"),
    ("claim", "draw blind", "pass", "keep 1"),  # verbs
    ("Red", "Red red", "red+1w", "wild"),  # payments
], ids=str)  # fmt: skip
def test_names_that_careless_typing_confuses_still_go_there_and_back(names: tuple[str, ...]) -> None:
    goes_there_and_back(renamed(*names))


@pytest.mark.parametrize("dash", ["-", "–", "—", " - "])
@pytest.mark.parametrize("accents", ["NFC", "NFD"])
def test_an_exact_name_is_found_before_one_that_is_like_it(dash: str, accents: Literal["NFC", "NFD"]) -> None:
    game = renamed("Göschen", "Goschen", "GOSCHEN", "Weiß", "Weiss")
    for action, text in claims(game):
        assert parse_action(game, unicodedata.normalize(accents, text.replace("–", dash))) == action


def test_a_careless_name_that_means_two_places_is_refused() -> None:
    game = renamed("Göschen", "Goschen", "Bex")
    with pytest.raises(NotationError, match=r"notation\.route"):
        parse_action(game, "claim GOSCHEN–Bex blue")
    assert format_action(game, parse_action(game, "claim Göschen–bex blue")) == "claim Göschen–Bex blue"


def goes_there_and_back(game: Game) -> None:
    for action in range(game.actions):
        assert parse_action(game, format_action(game, action)) == action


@pytest.mark.parametrize(
    "name", ["Dock #2", "#", "Dock  two", "Dock\N{NO-BREAK SPACE}two", "Dock–Two", "Dock\u2028two"]
)
def test_the_loader_takes_no_name_that_the_notation_could_not_bring_back(name: str) -> None:
    (problem,) = Names(name).problems
    assert problem[:3] == ("locations.csv", 2, "name")


class Names:
    """What the loader makes of a table of these names."""

    def __init__(self, *names: str) -> None:
        table = io.StringIO(newline="")
        csv.writer(table).writerows([["name", "x", "y"], *([name, "0", "0"] for name in names)])
        found = Problems()
        self.places = read_places(read_table("locations.csv", table.getvalue(), ("name", "x", "y"), found))
        self.problems = list(found.found)


SIGNS = st.sampled_from("AaÉé#12+-–—wW'’ \t\N{NO-BREAK SPACE}\N{COMBINING ACUTE ACCENT}ßﬁ.,:")
ODD_NAMES = (
    st.text(SIGNS, max_size=6) | st.text(max_size=6) | st.sampled_from(["red", "claim", "keep 1", "A#2", "A  B"])
)


@examples(300)
@given(names=st.lists(ODD_NAMES, min_size=2, max_size=4))
@example(names=["Dock #2", "Brig"])
@example(names=["A  B", "A B"])
@example(names=["A\N{NO-BREAK SPACE}B", "AB"])
def test_any_names_that_the_loader_takes_go_there_and_back(names: list[str]) -> None:
    taken = Names(*names)
    assume(not taken.problems)
    goes_there_and_back(renamed(*(place.name for place in taken.places)))


# --- rules of other people ------------------------------------------------------------------------------
class Chatty(Rule):
    """Asks for one action for every text it is made with."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__({})
        self.texts = texts

    def bind(self, game: Game) -> None:
        self.own = game.add_actions(self, len(self.texts))

    def notation(self, game: Game, action: int) -> str:
        return self.texts[action - self.own]


def chatting(*rules: Chatty) -> Game:
    return Game(TOY, 2, [(str(index), rule) for index, rule in enumerate(rules)], {"goods": False, "open": False})


def test_actions_of_rules_go_there_and_back() -> None:
    goes_there_and_back(
        chatting(Chatty(["ferry 1", "ferry 2"]), Chatty(["Fähre", "drawbridge", "keeper", "passing by"]))
    )


@pytest.mark.parametrize("text", [
    "", " ", "pass", "draw", "Draw 6", "tickets please", "keep all", "CLAIM it", "ferry  1", " ferry", "ferry\n",
    "f" * 61,
], ids=ascii)  # fmt: skip
def test_a_rule_whose_text_could_not_be_read_back_can_not_be_played(text: str) -> None:
    with pytest.raises(SetupError) as error:
        chatting(Chatty(["ferry", text]))
    assert (error.value.code, error.value.params) == ("rule.notation", {"text": text[:60]})


@pytest.mark.parametrize("rules", [(["ferry", "Ferry"],), (["ferry"], ["ferry"])], ids=["one rule", "two rules"])
def test_two_actions_of_rules_can_not_share_a_text(rules: tuple[list[str], ...]) -> None:
    with pytest.raises(SetupError, match=r"rule\.notation"):
        chatting(*map(Chatty, rules))
