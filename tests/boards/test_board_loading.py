"""What a board file may look like, and what the board is made of."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Callable

import pytest

from boards.toy import ToyFiles
from ferrovia.boards import load
from ferrovia.engine.board import Option, PieceKind, RuleUse, TicketDeal
from ferrovia.engine.values import Standing
from positions import Position

Rewrite = Callable[[str], bytes]
TABLES = ("locations.csv", "routes.csv", "tickets.csv")


def test_everything_in_the_settings_is_in_the_board(toy: ToyFiles) -> None:
    board = toy.load()
    assert board.names == {"en": "Toy", "fr": "Jouet"}
    assert board.texts == {"en": "Four trees and a pond."}
    assert (board.players, board.hand, board.doubles_close_up_to, board.end_at_pieces) == ((2, 3), 2, 2, 2)
    assert board.start_scores == (0, 1, 2)
    assert board.tie_breakers == ("tickets", "longest_path")
    assert list(board.deck.items()) == [("red", 6), ("blue", 6), ("wild", 4)]
    assert board.kinds == (
        PieceKind("wagon", {"en": "wagons"}, 9, {1: 1, 2: 2, 3: 4}, one_per_route=False),
        PieceKind("boat", {"en": "boats"}, 2, {2: 3}, one_per_route=True),
    )
    assert board.ticket_deal == TicketDeal(2, 1, 2, 1, face_up_discard=False)
    assert board.options == (
        Option("carts", {"en": "Carts"}, {"en": "Goods for whoever passes by."}, True, (2, 3), None, {}),
        Option(
            "calm", {"en": "Calm"}, {"en": "Both lanes stay open."}, False, (2, 2), "carts", {"doubles_close_up_to": 1}
        ),
    )
    assert board.rules == (
        RuleUse("longest_path", None, {"points": 5}),
        RuleUse("merchandise", "carts", {"cards": 4, "rank": {"2": [4, 2], "3": [4, 2, 1]}}),
    )
    assert board.provenance == {
        "parts": {"places": {"own": 5}, "routes": {"own": 7}, "tickets": {"own": 6}},
        "texts": {"en": "Made up."},
    }


def test_a_place_has_its_name_in_other_languages_where_the_file_gives_one(toy: ToyFiles) -> None:
    ash, _, cedar, _, _ = toy.load().places
    assert (ash.name, ash.label("fr"), ash.label("en")) == ("Ash", "Frêne", "Ash")
    assert (cedar.label("fr"), cedar.x, cedar.y) == ("Cedar", 100.0, 100.5)


def test_a_lane_knows_its_row_and_keeps_columns_nobody_knows(toy: ToyFiles) -> None:
    lane = toy.load().lanes[1]
    assert (lane.a, lane.b, lane.cards, lane.colour, lane.kind, lane.row) == (1, 0, 2, "grey", 0, 3)
    assert lane.columns == {
        "from": "Birch", "to": "Ash", "length": "2", "colour": "grey", "piece": "wagon", "cart": "",
        "note": "the quiet side",
    }  # fmt: skip


def test_a_ticket_knows_its_row_and_keeps_columns_nobody_knows(toy: ToyFiles) -> None:
    ticket = toy.load().tickets[2]
    assert (ticket.a, ticket.b, ticket.points, ticket.row) == (4, 1, 4, 4)
    assert ticket.columns == {"from": "Pond", "to": "Birch", "points": "4", "note": "by boat"}


def test_rows_count_lines_as_an_editor_does(toy: ToyFiles) -> None:
    toy.edit("routes.csv", "the quiet side\n", '"the\nquiet\nside"\n\n,,,,,,\n')
    assert [lane.row for lane in toy.load().lanes] == [2, 3, 8, 9, 10, 11, 12]


def test_wild_is_the_last_card_wherever_it_stands(toy: ToyFiles) -> None:
    toy.edit("board.toml", "red = 6\nblue = 6\nwild = 4\n", "wild = 4\nred = 6\nblue = 6\n")
    assert list(toy.load().deck) == ["red", "blue", "wild"]


def test_a_board_with_one_kind_of_piece_needs_no_piece_column(toy: ToyFiles) -> None:
    settings = (toy.folder / "board.toml").read_text()
    start, end = settings.index("[pieces.boat]"), settings.index("[tickets]")
    toy.write("board.toml", (settings[:start] + settings[end:]).encode())
    routes = (toy.folder / "routes.csv").read_text()
    for word in (",piece", ",wagon", ",boat"):
        routes = routes.replace(word, "")
    toy.write("routes.csv", routes.encode())
    assert {lane.kind for lane in toy.load().lanes} == {0}


PATH_RULE = "[rules.longest_path]\npoints = 5\n"


@pytest.mark.parametrize("rule", ["", PATH_RULE + 'when = "calm"\n'], ids=["never played", "played at some tables"])
def test_r26_a_board_may_break_ties_by_the_path_without_playing_for_it(toy: ToyFiles, rule: str) -> None:
    toy.edit("board.toml", PATH_RULE, rule)
    board = toy.load()
    assert board.tie_breakers == ("tickets", "longest_path")
    state = Position(board).owns(1, "Cedar–Dogwood", "Ash–Birch").owns(0, "Birch–Cedar").over().state()
    assert {line.rule for line in state.ledger()} == {"start", "route"}
    assert state.standings() == [Standing(0, 1, 4, "score"), Standing(1, 2, 4, "longest_path")]


def test_start_scores_may_be_left_out(toy: ToyFiles) -> None:
    toy.edit("board.toml", "start_scores = [0, 1, 2]\n", "")
    assert toy.load().start_scores == ()


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def old_mac(text: str) -> bytes:
    return text.replace("\n", "\r").encode()


def with_mark(text: str) -> bytes:
    return codecs.BOM_UTF8 + text.encode()


def decomposed(text: str) -> bytes:
    return unicodedata.normalize("NFD", text).encode()


def spaced(text: str) -> bytes:
    return text.replace(",", " , ").encode()


def quoted(text: str) -> bytes:
    lines = [",".join(f'"{cell}"' for cell in line.split(",")) for line in text.splitlines()]
    return ("\n".join(lines) + "\n").encode()


def without_last_line_end(text: str) -> bytes:
    return text.removesuffix("\n").encode()


@pytest.mark.parametrize(
    "rewrite",
    [crlf, old_mac, with_mark, decomposed, spaced, quoted, without_last_line_end],
    ids=lambda way: way.__name__,
)
def test_the_same_table_written_another_way_is_the_same_board(toy: ToyFiles, rewrite: Rewrite) -> None:
    before = toy.load()
    for name in TABLES:
        toy.write(name, rewrite((toy.folder / name).read_text(encoding="utf-8")))
    assert toy.load() == before


@pytest.mark.parametrize("rewrite", [crlf, with_mark], ids=lambda way: way.__name__)
def test_the_same_settings_written_another_way_are_the_same_board(toy: ToyFiles, rewrite: Rewrite) -> None:
    before = toy.load()
    toy.write("board.toml", rewrite((toy.folder / "board.toml").read_text(encoding="utf-8")))
    assert toy.load() == before


def test_a_folder_may_be_named_by_a_string_or_a_path(toy: ToyFiles) -> None:
    assert load(str(toy.folder)) == load(toy.folder)


def test_provenance_counts_the_rows_that_a_column_tells_apart(toy: ToyFiles) -> None:
    words = 'tickets = { by = "note", words = { "by boat" = "printed", "" = "own" } }'
    toy.edit("board.toml", 'tickets = "own"', f'{words}\ncart = "one source"\npositions = "fitted"')
    assert toy.load().provenance["parts"] == {
        "places": {"own": 5},
        "positions": {"fitted": 5},
        "routes": {"own": 7},
        "cart": {"one source": 2},
        "tickets": {"printed": 1, "own": 5},
    }


def test_a_value_without_a_word_is_refused_in_its_row(toy: ToyFiles) -> None:
    toy.edit("board.toml", 'tickets = "own"', 'tickets = { by = "note", words = { "" = "own" } }')
    assert [str(problem) for problem in toy.problems()] == [
        "tickets.csv, row 4, note: provenance.tickets.words in board.toml has no word for 'by boat'"
    ]
