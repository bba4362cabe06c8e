"""A board full of scripts and tags, in every page that shows it: nothing of it runs, and it all stays text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Dialog, Page, expect

from browser.conftest import Visit
from browser.watching import Watch
from browser.words import texts
from server.hostile import hostile
from server.serving import Server, create, new_token, person, serving
from server.studio import Maker, small_board

EN = texts("en")
RUN = "document.title='ran'"
TAG = f"<img src=x onerror={RUN}>"
PATIENCE = 60_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("hostile") / "data", "--studio", "open") as running:
        yield running


def hostile_board(server: Server) -> tuple[Maker, str]:
    maker = Maker(server)
    maker.make(TAG)
    maker.edit(
        *small_board(),
        ("p/p1/name", TAG), ("p/p2/name", "<script>"), ("p/p3/name", "javascript:alert(1)"),
        ("p/p4/name", "{{7*7}}${7}"),
        ("p/p1/name_fr", "<svg onload=alert(1)>"), ("s/names/fr", TAG), ("s/texts/en", f"<b onclick={RUN}>x</b>{TAG}"),
        ("s/texts/fr", TAG), ("s/options/odd/names/en", TAG), ("s/options/odd/names/fr", TAG),
        ("s/options/odd/texts/en", TAG), ("s/options/odd/texts/fr", TAG), ("s/options/odd/default", False),
        ("s/pieces/wagon/names/en", TAG), ("s/pieces/wagon/names/fr", TAG), ("licence", f"<script>{RUN}</script>"),
        ("s/provenance/texts/en", TAG), ("s/provenance/texts/fr", TAG), ("s/x/odd/key", TAG),
        author=TAG[:30],
    )  # fmt: skip
    made = maker.post("versions", {"name": TAG})
    assert made.status_code == 201, made.text
    return maker, made.json()["ref"]


def calm(page: Page) -> None:
    """Nothing ran, and nobody made an element of a name."""
    assert page.title() != "ran"
    assert page.locator("img[src=x], [onerror], [onload], [onclick], script:not([src]):not([type])").count() == 0


def test_nothing_of_a_hostile_board_runs_in_a_page(server: Server, visit: Visit) -> None:
    maker, ref = hostile_board(server)
    page = visit(f"/studio/{maker.board}#{maker.token}")
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    for name in ("places", "routes", "tickets", "rules_tab", "land_tab", "checks", "share"):
        page.get_by_role("tab", name=EN[f"studio.{name}"]).click(timeout=PATIENCE)
        calm(page)
    expect(page.get_by_text(TAG).first).to_be_visible()
    token = new_token()
    table = create(server, ref, [person(TAG[:20], token), {"kind": "bot", "bot": "novice"}])["table"]
    for path, shown in ((f"/rules/{ref}", "h1"), (f"/new?board={ref}", "aside"), (f"/t/{table}#{token}", ".table")):
        page.goto(server.url + path)
        page.reload()
        expect(page.locator(shown).first).to_be_visible(timeout=PATIENCE)
        calm(page)
    assert dialogs == []


def test_the_page_says_why_a_hostile_file_is_refused(server: Server, visit: Visit, watches: list[Watch]) -> None:
    page = visit("/studio")
    watches[-1].expected += ["422", "413"]
    page.get_by_label(EN["studio.own_work"]).check()
    chosen = page.locator("input[type=file]")
    for number, data in enumerate(list(hostile())[:24:3]):
        chosen.set_input_files({"name": f"{number}.zip", "mimeType": "application/zip", "buffer": data})
        expect(page.get_by_role("alert")).to_be_visible(timeout=PATIENCE)
        calm(page)
    assert "/studio/" not in page.url
