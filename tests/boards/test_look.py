"""look.toml: how a board is drawn. It may be missing, never changes the game, and is refused whole if it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.toy import ToyFiles
from ferrovia.boards import BoardError, board_ids, builtin_look, load, look
from ferrovia.boards.drawings import path_fault
from ferrovia.boards.look import KINDS, PLAIN, LabelSpot, RouteBend, Sheet

LOOK = """\
[sheet]
left = -10
top = -10
width = 120
height = 121

[labels]
Pond = [90, 2.5]

[bends]
"Ash–Birch" = [0.1, 0.2, 1, 0]
"Pond–Cedar" = [0.1, 0.2, 0.5, 1]

[backdrop.tint]
water = "#cfe0dd"
park = "#e2e8cc"
built = "#efe5c9"
ink = "#8a7c55"

[backdrop.rose]
x = 90
y = 20
radius = 8

[backdrop.vignette]
x = 20
y = 30
scale = 0.5
fill = "M0 0h4v4z"
line = "M0 0L4 4"
fine = "M0 0c1 1 2 2 3 3s1 1 2 2q1 1 2 2t1 1a2 2 0 1 1 4 0"

[[backdrop.layers]]
kind = "water"
path = "M0 0L10 0 10 10z"

[[backdrop.layers]]
kind = "hatch"
pen = 0.4
path = \"\"\"
M0 0l-1.5-.5
M3,4 5,6\"\"\"
"""


@pytest.fixture
def drawn(toy: ToyFiles) -> ToyFiles:
    (toy.folder / "look.toml").write_text(LOOK, encoding="utf-8")
    return toy


def test_a_board_without_a_look_is_plain(toy: ToyFiles) -> None:
    assert look(toy.folder) is PLAIN


def test_a_look_is_read(drawn: ToyFiles) -> None:
    found = look(drawn.folder)
    assert found.sheet == Sheet(-10, -10, 120, 121)
    assert found.labels == {4: LabelSpot(90, 2.5)}
    # The second one is written from the pond, whose number is higher: it is the same curve seen from the other end.
    assert found.bends == {(0, 1): RouteBend(0.1, 0.2, 1, 0), (2, 4): RouteBend(-0.2, -0.1, 0.5, -1)}
    assert found.backdrop is not None
    assert [(layer.kind, layer.path, layer.pen) for layer in found.backdrop.layers] == [
        ("water", "M0 0L10 0 10 10z", None),
        ("hatch", "M0 0l-1.5-.5 M3,4 5,6", 0.4),
    ]
    assert found.backdrop.rose is not None
    assert found.backdrop.rose.north == 0
    assert found.backdrop.vignette is not None
    assert not found.backdrop.vignette.framed


def test_a_vignette_may_have_a_second_colour_a_dark_side_and_windows(drawn: ToyFiles) -> None:
    plain = look(drawn.folder).backdrop
    assert plain is not None
    assert plain.vignette is not None
    assert (plain.vignette.roof, plain.vignette.shade, plain.vignette.lamp) == ("", "", "")
    drawn.edit("look.toml", 'line = "M0 0L4 4"', 'line = "M0 0L4 4"\nroof = "M0 0h1v1z"\nlamp = "M1 1h1v1z"')
    found = look(drawn.folder).backdrop
    assert found is not None
    assert found.vignette is not None
    assert (found.vignette.roof, found.vignette.shade, found.vignette.lamp) == ("M0 0h1v1z", "", "M1 1h1v1z")


def test_a_look_changes_nothing_of_the_board(toy: ToyFiles) -> None:
    before = load(toy.folder)
    (toy.folder / "look.toml").write_text(LOOK, encoding="utf-8")
    assert load(toy.folder) == before
    (toy.folder / "look.toml").write_text("no TOML", encoding="utf-8")
    assert load(toy.folder).digest == before.digest


WRONG = {
    "no toml": ("[sheet]", "[sheet", 1, "", "this is no TOML: Expected ']' at the end of a table declaration"),
    "unknown section": ("[labels]", "[label]", 7, "label", "this key is not known (did you mean 'labels'?)"),
    "unknown key": ("radius = 8", "radius = 8\nsize = 3", 24, "backdrop.rose.size", "this key is not known"),
    "key of a layer": (
        "pen = 0.4", "pan = 0.4", 39, "backdrop.layers.2.pan", "this key is not known (did you mean 'pen'?)",
    ),
    "missing key": ("radius = 8\n", "", 20, "backdrop.rose.radius", "this key is missing"),
    "number": ("radius = 8", "radius = nan", 23, "backdrop.rose.radius", "nan is not a number from 0.1 to 100000"),
    "huge number": ("x = 90", "x = 1e9", 21, "backdrop.rose.x", "1000000000.0 is not a number from -100000 to 100000"),
    "true": ("x = 90", "x = true", 21, "backdrop.rose.x", "True is not a number from -100000 to 100000"),
    "pen": ("pen = 0.4", "pen = 0", 39, "backdrop.layers.2.pen", "0 is not a number from 0.01 to 100"),
    "colour": ('"#cfe0dd"', '"blue"', 15, "backdrop.tint.water", "'blue' is no colour such as #cfe0dd"),
    "script": (
        '"#cfe0dd"', '"url(#x)"', 15, "backdrop.tint.water", "'url(#x)' is no colour such as #cfe0dd",
    ),
    "kind": (
        '"water"\n', '"lake"\n', 34, "backdrop.layers.1.kind",
        f"'lake' is none of {', '.join(KINDS)}",
    ),
    "path": (
        '"M0 0L10 0 10 10z"', '"M0 0L10"', 35, "backdrop.layers.1.path", "this is no path: L has 1 numbers",
    ),
    "path of a vignette": ('"M0 0L4 4"', "3", 30, "backdrop.vignette.line", "3 is not a text"),
    "route": ('"Ash–Birch"', '"Ash–Cedar"', 11, "bends.Ash–Cedar", "this is no route of the board (did you mean '"),
    "route twice": ('"Pond–Cedar"', '"Birch–Ash"', 12, "bends.Birch–Ash", "this route is there already"),
    "bend": (
        "[0.1, 0.2, 1, 0]", "[0.1, 2, 1, 0]", 11, "bends.Ash–Birch",
        "[0.1, 2, 1, 0] is not a list of 4 numbers: -0.6 to 0.6, -0.6 to 0.6, 0 to 1, -1 to 1",
    ),
    "place": ("Pond = ", "Pool = ", 8, "labels.Pool", "this is no place of the board"),
    "label": ("[90, 2.5]", "[90]", 8, "labels.Pond", "[90] is not a list of 2 numbers: -360 to 360, 0 to 1000"),
    "place outside": ("width = 120", "width = 100", 1, "sheet", "'Birch' does not lie on it"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_look_is_refused_with_its_row(drawn: ToyFiles, name: str) -> None:
    old, new, row, key, reason = WRONG[name]
    drawn.edit("look.toml", old, new)
    with pytest.raises(BoardError) as refusal:
        look(drawn.folder)
    problem = refusal.value.problems[0]
    assert (problem.file, problem.row, problem.column) == ("look.toml", row, key)
    assert problem.reason.startswith(reason)


def test_every_problem_is_told_at_once(drawn: ToyFiles) -> None:
    for name in ("unknown key", "colour", "kind", "bend", "place"):
        drawn.edit("look.toml", *WRONG[name][:2])
    with pytest.raises(BoardError) as refusal:
        look(drawn.folder)
    assert len(refusal.value.problems) == 5


PATHS = {
    "": "there is nothing in it",
    "L0 0": "it does not begin with M",
    "0 0": "there is no command before '0'",
    "M0": "M has 1 numbers",
    "M0 0L": "L has 0 numbers",
    "M0 0z1": "there is no command before '1'",
    "M0 0L1e5 0": "'e' is no command: M, L, H, V, C, S, Q, T, A, Z",
    "M0 0X1 1": "'X' is no command: M, L, H, V, C, S, Q, T, A, Z",
    "M0 0L200000 0": "'200000' is farther than 100000",
    "M0 0a1 1 0 2 0 1 1": "'2' is neither 0 nor 1, as an arc has it there",
    'M0 0"/><script>': "'\"/><script>' is neither a command nor a number",
    "M0 0;": "';' is neither a command nor a number",
}


@pytest.mark.parametrize("data", PATHS)
def test_a_path_has_plain_commands_and_numbers(data: str) -> None:
    assert path_fault(data) == PATHS[data]


@given(st.text("MLHVCSQTAZz0123456789.-, \n\"'<>&#", max_size=30))
def test_what_passes_for_a_path_can_do_no_harm(data: str) -> None:
    if path_fault(data) is None:
        assert not set(data) & set("\"'<>&#;")
        assert data.strip()[0] in "Mm"


@pytest.mark.parametrize("id", board_ids())
def test_every_board_of_the_package_has_a_look(id: str) -> None:
    found = builtin_look(id)
    assert found.sheet is not None
    assert found.backdrop is not None
    assert found.backdrop.vignette is not None
    assert {(min(lane.a, lane.b), max(lane.a, lane.b)) for lane in load(id).lanes} == set(found.bends)


def test_a_folder_is_asked_for_its_own_look(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    toy.edit("board.toml", 'id = "toy"', 'id = "berlin"')
    assert look(tmp_path) is PLAIN
