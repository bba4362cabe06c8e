"""Pictures of every page: on a desk and on a phone, by day and by night, in both languages.

`make screenshots` runs this; they land in screenshots/, which is not in git.
    python tools/screenshots.py               everything
    python tools/screenshots.py table end     only some pages
    python tools/screenshots.py sizes         the table of every board at eight sizes, for two and for most
    python tools/screenshots.py examples      the boards of examples/ at five sizes, where their rules ask something
    python tools/screenshots.py guide         the pictures of docs/studio.md, into docs/images
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, Playwright, sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, FLAGS, ON_PHONE, WITH_STUDIO  # noqa: E402
from browser.example_tables import deciding, in_a_tunnel, laid  # noqa: E402
from browser.pages import NAMES, Places, chosen, lay_everything  # noqa: E402
from browser.stocked import MOST_SEATS, stocked  # noqa: E402
from browser.studio_guide import photograph_guide  # noqa: E402
from browser.studio_walk import PATIENCE  # noqa: E402
from properties.tables import EXAMPLES  # noqa: E402
from server.serving import Server, draw_maps, serving  # noqa: E402
from server.staged import StagedTable  # noqa: E402

FOLDER = ROOT / "screenshots"
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": ON_PHONE,
}
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
LOOKS = ("light", "dark")
WHOLE_SCREEN = ("table", "watch", "end", "replay", "tutorial", "puzzle", "editor")
"""These fit the screen; the others are photographed to their last line."""
SIZES = "sizes"
DESKS = ((2560, 1440), (1440, 900), (1366, 768), (1180, 820))
IN_HAND = ((820, 1180), (390, 844), (844, 390), (320, 568))
IN_EXAMPLES = "examples"
EXAMPLE_SIZES = ((1440, 900), (1366, 768), (820, 1180), (390, 844), (844, 390))
GUIDE = "guide"
HELD = {True: (14, 4), False: (30, 7)}
"""Cards and tickets in the hand of who plays against one other, and of who plays among most."""


def contexts(browser: Browser) -> Iterator[tuple[str, Page]]:
    for screen, look, language in product(SCREENS, LOOKS, LANGUAGES):
        context = browser.new_context(
            locale=LANGUAGES[language],
            color_scheme="dark" if look == "dark" else "light",
            reduced_motion="reduce",
            **SCREENS[screen],
        )
        yield f"{screen}-{look}-{language}", context.new_page()
        context.close()


def photograph(page: Page, places: Places, name: str, file: Path) -> None:
    places.go(page, name)
    page.screenshot(path=file, full_page=name not in WHOLE_SCREEN)


def photograph_examples(browser: Browser) -> None:
    """A tunnel that asks for more, a station that is about to be built, and six seats in the middle of a game."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", "--boards", str(EXAMPLES)) as server,
    ):
        for language, look in (("en", "light"), ("fr", "dark")):
            for board in ("sundmark", "ostrovia", "meridia"):
                draw_maps(server, [board], language)
            staged, digger, _ = in_a_tunnel(server)
            take_all(browser, f"{server.url}/t/{staged.table}#{digger}", f"sundmark-tunnel-{language}", language, look)
            staged = laid(server, "ostrovia", 5)
            builder = play_on(staged, 60)
            address = f"{server.url}/t/{staged.table}#{builder}"
            take_all(browser, address, f"ostrovia-turn-{language}", language, look)
            take_all(browser, address, f"ostrovia-station-{language}", language, look, choose_site)
            staged = laid(server, "meridia", 6)
            address = f"{server.url}/t/{staged.table}#{play_on(staged, 90)}"
            take_all(browser, address, f"meridia-six-{language}", language, look)


def play_on(staged: StagedTable, moves: int) -> str:
    """Plays at least so many moves, until somebody begins a turn; returns that seat's token."""
    for number in range(moves + 20):
        token, position = deciding(staged)
        assert token is not None, "the game is over"
        if number >= moves and position["choices"]["kind"] == "turn":
            return token
        assert staged.move(token, chosen(position)).status_code == 200
    raise AssertionError("nobody begins a turn")


def choose_site(page: Page) -> None:
    """From the list of places; the piece then stands on the map as a ghost, and waits for a yes."""
    page.locator(".do button.sites:enabled").first.click()
    page.get_by_role("dialog").locator("li button").nth(3).click()
    page.locator(".board .stands.ghost").wait_for()


def take_all(
    browser: Browser, address: str, name: str, language: str, look: str, first: Callable[[Page], None] | None = None
) -> None:
    """The same table at all sizes."""
    for width, height in EXAMPLE_SIZES:
        with closing(browser.new_context(**window(width, height, language, look))) as context:
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto(address)
            page.locator(".board svg[role=application]").wait_for()
            page.evaluate("document.fonts.ready.then(() => undefined)")
            if first is not None:
                first(page)
            page.wait_for_timeout(400)
            page.screenshot(path=FOLDER / f"{name}-{width}x{height}.png")


def window(width: int, height: int, language: str, look: str) -> dict[str, Any]:
    return {
        **(ON_PHONE if (width, height) in IN_HAND else {}),
        "viewport": {"width": width, "height": height},
        "locale": LANGUAGES[language],
        "color_scheme": "dark" if look == "dark" else "light",
        "reduced_motion": "reduce",
    }


def photograph_sizes(browser: Browser, server: Server) -> None:
    """Every board by day and by night in both languages, changing from window to window."""
    for number, (board, most) in enumerate(MOST_SEATS.items()):
        for seats in (2, most):
            staged = stocked(server, board, seats, *HELD[seats == 2])
            for place, (width, height) in enumerate(DESKS + IN_HAND):
                look, language = list(product(LOOKS, LANGUAGES))[(place + number + 2 * (seats == 2)) % 4]
                context = browser.new_context(**window(width, height, language, look))
                page = context.new_page()
                page.goto(f"{server.url}/t/{staged.table}#{staged.tokens[0]}")
                page.locator(".board svg[role=application]").wait_for()
                page.evaluate("document.fonts.ready.then(() => undefined)")
                page.screenshot(path=FOLDER / f"table-{board}-{seats}-{language}-{look}-{width}x{height}.png")
                context.close()


def main(wanted: list[str]) -> None:
    names = [name for name in wanted or NAMES if name not in (SIZES, IN_EXAMPLES, GUIDE)]
    if not wanted:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(exist_ok=True)
    if set(wanted) & {IN_EXAMPLES, GUIDE}:
        with sync_playwright() as tools, closing(launched(tools)) as browser:
            if IN_EXAMPLES in wanted:
                photograph_examples(browser)
            if GUIDE in wanted:
                photograph_guide(browser, ROOT / "docs" / "images")
    if not wanted or names or SIZES in wanted:
        photograph_pages(wanted, names)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


def launched(tools: Playwright) -> Browser:
    return tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def photograph_pages(wanted: list[str], names: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", *WITH_STUDIO) as server,
        sync_playwright() as tools,
    ):
        places = lay_everything(server, "usa", 60)
        browser = launched(tools)
        for kind, page in contexts(browser):
            for name in names:
                photograph(page, places, name, FOLDER / f"{name}-{kind}.png")
        if not wanted or SIZES in wanted:
            photograph_sizes(browser, server)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
