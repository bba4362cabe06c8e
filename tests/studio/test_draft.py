"""Drafts: nothing is lost between files and keys, later edits win, and no edit breaks one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.toy import TOY
from ferrovia.boards import board_ids, load, source_files
from ferrovia.boards.document import from_files, to_files
from ferrovia.boards.loader import load_folder
from ferrovia.boards.package import folder_of
from ferrovia.studio import DraftError, apply_changes, document_of, draft_of
from ferrovia.studio.blank import blank_draft
from ferrovia.studio.checks import check_draft
from ferrovia.studio.draft import Draft


def toy() -> Draft:
    return draft_of(from_files({name: text.encode() for name, text in TOY.items()}))


@pytest.mark.parametrize("id", board_ids())
def test_a_board_goes_through_a_draft_unchanged(id: str) -> None:
    draft = draft_of(from_files(source_files(id)))
    files = to_files(document_of(draft))
    assert load_folder(folder_of(files)).digest == load(id).digest
    assert draft_of(from_files(files)) == draft


def test_a_renamed_place_keeps_its_routes_tickets_bends_and_label() -> None:
    draft = toy() | {"l/bends/p1/p2": [0.1, 0.1, 1, 0], "l/labels/p1": [90, 0]}
    document = document_of(apply_changes(draft, [("p/p1/name", "Oak")]))
    assert document["routes"][0]["from"] == "Oak"
    assert document["tickets"][0]["from"] == "Oak"
    assert document["look"] == {"bends": {"Oak–Birch": [0.1, 0.1, 1, 0]}, "labels": {"Oak": [90, 0]}}


def with_goals() -> Draft:
    """A toy board whose first ticket ends at one of two places."""
    files = {name: text.encode() for name, text in TOY.items()}
    draft = draft_of(from_files(files))
    return apply_changes(draft, [("t/t1/to", ["p2", "p3"])])


def test_r30_a_ticket_to_one_of_several_places_goes_through_a_draft() -> None:
    document = document_of(with_goals())
    names = [row["name"] for row in document["places"]]
    assert document["tickets"][0]["to"] == f"{names[1]}|{names[2]}"
    assert draft_of(document)["t/t1/to"] == ["p2", "p3"]


def test_r30_a_renamed_place_stays_one_of_several_goals() -> None:
    document = document_of(apply_changes(with_goals(), [("p/p3/name", "Oak")]))
    assert document["tickets"][0]["to"].split("|")[1] == "Oak"


def test_r30_a_goal_that_is_gone_is_no_goal_any_more() -> None:
    draft = with_goals()
    gone = [(key, None) for key in draft if key.startswith("p/p3/")]
    document = document_of(apply_changes(draft, gone))
    assert document["tickets"][0]["to"] == document["places"][1]["name"]


@pytest.mark.parametrize("key", ["t/t1/from", "r/r1/to", "p/p1/name"])
def test_only_the_goal_of_a_ticket_may_be_several_places(key: str) -> None:
    with pytest.raises(DraftError):
        apply_changes(with_goals(), [(key, ["p2", "p3"])])


def test_a_ticket_has_no_more_goals_than_a_table_shows() -> None:
    with pytest.raises(DraftError):
        apply_changes(with_goals(), [("t/t1/to", ["p2"] * 41)])


def test_a_rule_column_that_names_a_place_follows_it() -> None:
    draft = draft_of(from_files(source_files("nederland")))
    named = next(key for key, value in draft.items() if key.endswith("/neutral_from"))
    place = draft[named][0]
    row = int(named.split("/")[1][1:]) - 1
    document = document_of(apply_changes(draft, [(f"p/{place}/name", "Elsewhere")]))
    assert document["tickets"][row]["neutral_from"] == "Elsewhere"


def test_the_look_of_what_is_gone_is_left_out() -> None:
    draft = toy() | {"l/bends/p1/p2": [0.1, 0.1, 1, 0], "l/labels/p1": [90, 0]}
    gone = [(key, None) for key in draft if key.startswith("p/p1/")]
    assert document_of(apply_changes(draft, gone))["look"] == {}


def test_later_wins_and_the_rest_of_both_stays() -> None:
    draft = apply_changes({}, [("p/a/name", "Ash"), ("p/a/x", "1")])
    draft = apply_changes(draft, [("p/a/name", "Oak"), ("p/a/y", "2")])
    assert draft == {"p/a/name": "Oak", "p/a/x": "1", "p/a/y": "2"}


@given(
    st.lists(
        st.tuples(st.text(max_size=20), st.none() | st.text(max_size=5) | st.integers() | st.lists(st.text())),
        max_size=5,
    )
)
def test_any_edit_is_made_or_refused(changes: list[tuple[str, object]]) -> None:
    before = toy()
    try:
        after = apply_changes(before, changes)
    except DraftError:
        return
    to_files(document_of(after))
    assert before == toy()


# --- checks -----------------------------------------------------------------------------------------------
def test_a_problem_points_to_its_row() -> None:
    checked = check_draft(apply_changes(toy(), [("r/r3/length", "99")]))
    assert [finding["at"] for finding in checked["findings"]] == [["r/r3"]]
    assert checked["version"] == ""


def test_a_blank_draft_has_problems_and_a_sound_one_has_none() -> None:
    assert {finding["weight"] for finding in check_draft(blank_draft("grove", {"en": "Grove"}))["findings"]} == {
        "error"
    }
    checked = check_draft(toy())
    assert "error" not in {finding["weight"] for finding in checked["findings"]}
    assert checked["digest"]


def test_a_repair_makes_a_ticket_worth_its_way() -> None:
    draft = apply_changes(toy(), [("t/t1/points", "9")])
    found = [finding for finding in check_draft(draft)["findings"] if finding["at"] == ["t/t1"]]
    assert [finding["code"] for finding in found] == ["value"]
    again = check_draft(apply_changes(draft, found[0]["repair"]))
    assert not [finding for finding in again["findings"] if finding["at"] == ["t/t1"]]
