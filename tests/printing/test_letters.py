"""Letters on printed sheets: what fonts lack, lines that fit, and what stays together in a column."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ferrovia.boards import load, look
from ferrovia.boards.look import PLAIN
from ferrovia.printing import PrintJob, PrintOrder, print_board
from ferrovia.printing.card_grid import cut_marks, grid
from ferrovia.printing.fonts import FALLBACK, SERIF, SIGNS, face_of, missing, printable, width_of
from ferrovia.printing.markup import broken
from ferrovia.printing.text_flow import Block, Row, Typesetter, columns_of
from printing.test_sheets import ORCHARD

NAME = face_of(SIGNS, "600")
TEXT = re.compile(r'<text[^>]*font-size="([\d.]+)"[^>]*>([^<]*)</text>')


def sizes(job: PrintJob, text: str) -> set[float]:
    return {float(size) for sheet in job.sheets for size, said in TEXT.findall(sheet.markup) if said == text}


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Liège", "Liège"),
        ("Lie\N{COMBINING GRAVE ACCENT}ge", "Liège"),
        ("x\N{COMBINING CIRCUMFLEX ACCENT}", "x"),
        ("a\N{ZERO WIDTH JOINER}b\N{VARIATION SELECTOR-16}", "ab"),
        ("Яблоня", "Яблоня"),
        ("Ệ", "E"),
        ("東京", "東京"),
    ],
)
def test_an_accent_that_no_font_has_is_left_out_and_any_other_letter_kept(text: str, drawn: str) -> None:
    assert printable(text, NAME) == drawn


def test_a_letter_that_no_font_has_is_a_box_as_wide_as_it_is_measured() -> None:
    assert missing("Tokyo 東京, Яблоня, Liège") == {"東", "京"}
    assert width_of("東京", NAME, 10) == pytest.approx(width_of("東京", FALLBACK, 10))
    assert width_of("東京", NAME, 10) > 5


def board_of(folder: Path, old: str, new: str) -> PrintJob:
    """The orchard with one of its texts exchanged, printed."""
    for name, text in ORCHARD.items():
        (folder / name).write_text(text.replace(old, new).replace("\\n", "\n"), encoding="utf-8")
    return print_board(load(folder), PrintOrder(), PLAIN)


def test_a_job_names_the_letters_that_are_missing(tmp_path: Path) -> None:
    job = board_of(tmp_path, "Well", "ירושלים 🚂")
    assert set(job.missing()) == set("梨ירושלם🚂")
    assert job.pdf().startswith(b"%PDF")


def test_a_name_as_long_as_it_may_be_fits_its_ticket(tmp_path: Path) -> None:
    long = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
    found = sizes(board_of(tmp_path, "Well", long), long)
    assert found
    assert all(width_of(long, NAME, size) <= 68 - 10 - 3 for size in found)


def test_a_long_title_fits_every_sheet(tmp_path: Path) -> None:
    job = board_of(tmp_path, "Орчард & Söhne <b>", "und so weiter " * 9)
    name = job.commission.name
    aids = [sheet.markup for sheet in job.sheets if sheet.kind == "aids"]
    found = {float(size) for markup in aids for size, text in TEXT.findall(markup) if text == name}
    assert found
    assert all(width_of(name, face_of(SERIF), size) <= 82.1 for size in found)


def test_a_text_without_spaces_is_broken() -> None:
    setter = Typesetter(80, 3.5)
    block = setter.paragraph("x" * 400)
    lines = [text for _, text in TEXT.findall(block.markup)]
    assert "".join(lines) == "x" * 400
    assert all(width_of(each, face_of(SERIF), 3.5) <= 80 for each in lines)
    assert block.height > len(lines) * 3.5
    assert broken("", 3.5, 80, NAME) == [""]


def test_a_break_in_a_text_is_a_space() -> None:
    assert [text for _, text in TEXT.findall(Typesetter(80, 3.5).paragraph("one\ntwo").markup)] == ["one two"]


def test_a_lead_stays_with_its_table_and_a_heading_with_both() -> None:
    blocks = [Block("", 60), Block("", 10, keeps=True), Block("", 10, keeps=True), Block("", 30), Block("", 5)]
    assert [len(column) for column in columns_of(blocks, 100)] == [1, 4]
    assert [len(column) for column in columns_of(blocks, 115)] == [5]


def test_heads_of_a_table_are_lighter_than_values() -> None:
    rows = [Row("spaces", (1, 2), heads=True), Row("points", (1, 4), heads=False)]
    found = re.findall(r'font-weight="(\d+)"[^>]*>(\w+)<', Typesetter(80, 3.5).table([*rows, *rows]).markup)
    assert [weight for weight, text in found if text.isdigit()] == ["500", "500", "600", "600"] * 2


def test_a_name_above_a_map_has_the_whole_width() -> None:
    job = print_board(load("amsterdam"), PrintOrder(what=("tickets",)), look("amsterdam"))
    assert sizes(job, "Haringpakkerstoren") == {5.2}


@pytest.mark.parametrize("board", ["usa", "berlin"])
def test_rules_that_a_smaller_letter_saves_a_sheet(board: str) -> None:
    job = print_board(load(board), PrintOrder(what=("rules",), language="fr"), look(board))
    assert job.counts() == {"rules": 1}


def test_the_plan_names_sheets_by_number() -> None:
    job = print_board(load("berlin"), PrintOrder(what=("board", "track", "rules")), look("berlin"))
    said = [text for _, text in TEXT.findall(job.sheets[0].markup)]
    assert said[said.index("parts of the board") + 1] == "2–7"
    assert said[said.index("rules") + 1] == "8"
    assert not any("fronts and backs" in text for text in said)  # there are no cards to cut


def test_a_token_without_a_number_says_what_it_is() -> None:
    job = print_board(load("nederland"), PrintOrder(what=("cards",)), look("nederland"))
    fronts = [sheet.markup for sheet in job.sheets if sheet.kind == "tokens.front"]
    assert sum(markup.count(">Neutral<") for markup in fronts) == 1


@pytest.mark.parametrize(("language", "rule"), [("en", "The longest path"), ("fr", "Le chemin le plus long")])
def test_an_aid_names_the_rules_of_its_board(language: str, rule: str) -> None:
    job = print_board(load("usa"), PrintOrder(what=("aids",), language=language), look("usa"))
    assert all(rule in sheet.markup for sheet in job.sheets)


def test_cut_marks_are_around_cards_only() -> None:
    found = grid(PrintOrder().paper, (68.0, 44.0))
    assert (found.columns, found.rows) == (4, 4)
    assert [len(list(cut_marks(found, count))) for count in (16, 6, 1)] == [20, 16, 14]
