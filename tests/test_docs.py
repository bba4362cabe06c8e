"""The documents: the code they show runs, every public name is told, and no link leads nowhere."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from shutil import copytree

import pytest

import ferrovia
from ferrovia.boards.look import PLAIN
from ferrovia.draw import board_plan
from ferrovia.rules import FACTORIES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
WEB = ROOT / "web"
LIBRARY = DOCS / "library.md"
RECIPES = 10


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def run_block(code: str, page: Path) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "shown"}
    exec(compile(code, str(page), "exec"), names)
    return names


# --- library.md -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(RECIPES))
def test_every_recipe_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_block(python_blocks(LIBRARY)[number], LIBRARY)


def test_there_are_ten_recipes() -> None:
    assert len(python_blocks(LIBRARY)) == RECIPES


def test_every_public_name_is_documented() -> None:
    """In the first column of a table: a name that is merely mentioned is not explained."""
    rows = re.findall(r"^\| (`.+?`) \|", LIBRARY.read_text(encoding="utf-8"), re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(ferrovia.__all__)


# --- records.md -----------------------------------------------------------------------------------------
def test_the_record_example_runs() -> None:
    (code,) = python_blocks(DOCS / "records.md")
    run_block(code, DOCS / "records.md")


# --- env.md ---------------------------------------------------------------------------------------------
def test_the_environment_examples_run() -> None:
    codes = python_blocks(DOCS / "env.md")
    assert len(codes) == 6
    for code in codes:
        run_block(code, DOCS / "env.md")


# --- learning.md ------------------------------------------------------------------------------------------
def test_the_examples_of_data_and_kits_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    codes = python_blocks(DOCS / "learning.md")
    assert len(codes) == 2
    for code in codes:
        run_block(code, DOCS / "learning.md")


# --- rules.md -------------------------------------------------------------------------------------------
def shown_rule() -> str:
    (code,) = python_blocks(DOCS / "rules.md")
    return code


def test_the_rule_of_30_lines_has_30_lines() -> None:
    _, rule = shown_rule().split("class ", 1)
    assert len([line for line in rule.splitlines() if line.strip()]) <= 30


def test_the_rule_of_30_lines_scores_and_shows_its_badge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = run_block(shown_rule(), DOCS / "rules.md")["NightTrains"]
    monkeypatch.setitem(FACTORIES, "night_trains", rule)
    folder = tmp_path / "night"
    copytree(Path(ferrovia.__file__).parent / "boards" / "amsterdam", folder)
    runpy.run_path(str(ROOT / "examples" / "custom_rule.py"))["add_night_trains"](folder)
    board = ferrovia.load(folder)
    state = ferrovia.new_game(board, seats=2).start(ferrovia.seeded(7))
    while not state.over:
        state.apply(state.legal_actions()[-1])
    lines = [line for line in state.ledger() if line.rule == "night_trains"]
    assert lines
    assert all(line.points == 3 * line.detail for line in lines)
    assert "night" in {mark["kind"] for mark in board_plan(board, PLAIN, list(board.lanes), "en")["marks"]}


def test_the_table_of_seams_is_the_one_of_the_engine() -> None:
    def table(text: str) -> list[tuple[str, str]]:
        return [
            (name, " ".join(told.split())) for name, told in re.findall(r"^\| `?(\w+)`? *\| (.+?) *\|$", text, re.M)
        ]

    engine = table((ROOT / "src" / "ferrovia" / "engine" / "rule.py").read_text(encoding="utf-8"))
    section = (DOCS / "rules.md").read_text(encoding="utf-8").split("## The seams")[1].split("##")[0]
    assert len(engine) > 2
    assert table(section) == engine


# --- the site and its links -----------------------------------------------------------------------------
PAGES = sorted(DOCS.glob("*.md"))
LINKED = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *PAGES]


def test_every_page_is_in_the_menu_of_the_site() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    assert sorted(re.findall(r": (\S+\.md)$", menu, re.MULTILINE)) == [page.name for page in PAGES]


def test_every_public_class_and_function_is_in_the_reference() -> None:
    told = re.findall(r"^::: ferrovia\.(\w+)$", (DOCS / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(told) == sorted({*ferrovia.__all__} - {"COMPILED", "__version__"})


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link and not link.startswith("#")]
    assert [link for link in links if not (page.parent / link.partition("#")[0]).exists()] == []


def test_pictures_are_small_enough_for_git() -> None:
    pictures = sorted((DOCS / "images").iterdir())
    assert pictures
    assert [picture.name for picture in pictures if picture.stat().st_size > 150_000] == []


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (\S+)$", citation, re.MULTILINE) == [ferrovia.__version__]


# --- architecture.md ------------------------------------------------------------------------------------
def test_the_python_files_that_the_architecture_names_are_there() -> None:
    """In the walks, and in the last column of the table; what was before is history."""
    walks, changes = (DOCS / "architecture.md").read_text(encoding="utf-8").split("## Ten changes")
    now = [row.split("|")[3] for row in changes.splitlines() if row.startswith("| ")]
    named = set(re.findall(r"`([\w/]+\.py)`", "\n".join([walks, *now])))
    there = [
        f"/{file.relative_to(ROOT)}" for folder in ("src", "tools", "tests") for file in (ROOT / folder).rglob("*.py")
    ]
    assert [name for name in sorted(named) if not any(file.endswith(f"/{name}") for file in there)] == []


def test_the_web_files_that_the_architecture_names_are_there() -> None:
    walks, changes = (DOCS / "architecture.md").read_text(encoding="utf-8").split("## Ten changes")
    now = [row.split("|")[3] for row in changes.splitlines() if row.startswith("| ")]
    named = set(re.findall(r"`([\w/.]+\.(?:svelte|ts|css))`", "\n".join([walks, *now])))
    assert len(named) > 10
    assert [name for name in sorted(named) if not any(file.endswith(f"/{name}") for file in web_files())] == []


def web_files() -> list[str]:
    folders = [WEB / name for name in ("src", "tests", "public")]
    return [f"/{file.relative_to(ROOT).as_posix()}" for folder in folders for file in folder.rglob("*")]


def test_the_architecture_has_ten_changes_and_four_walks() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    rows = [row for row in text.split("## Ten changes")[1].splitlines() if row.startswith("| ")]
    assert len(rows) == 10 + 1
    assert len(re.findall(r"^## Walk \d", text, re.MULTILINE)) == 4


# --- web/README.md ----------------------------------------------------------------------------------------
def test_what_the_readme_of_the_page_names_is_there() -> None:
    text = re.sub(r"```.*?```", "", (WEB / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    named = {name.rstrip("/") for name in re.findall(r"`([\w/.]+/|[\w/.]+\.(?:svelte|ts|css|json|js))`", text)}
    there = [*web_files(), "/web", *(f"/web/{file.name}" for file in WEB.iterdir())]
    made = {"dist", "src/generated", "public/maps"}  # not in git
    assert len(named) > 40
    assert [name for name in sorted(named - made) if not any(file.endswith(f"/{name}") for file in there)] == []


@pytest.mark.parametrize("folder", ["src", "src/components", "src/lib"])
def test_every_folder_of_the_page_is_named(folder: str) -> None:
    text = (WEB / "README.md").read_text(encoding="utf-8")
    inside = [each.name for each in (WEB / folder).iterdir() if each.is_dir()]
    assert [name for name in inside if f"{name}/`" not in text] == []
