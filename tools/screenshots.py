"""Pictures of every page: on a desk and on a phone, by day and by night, in both languages.

`make screenshots` runs this; they land in screenshots/, which is not in git.
    python tools/screenshots.py               everything
    python tools/screenshots.py table end     only some pages
    python tools/screenshots.py sizes         the table of every board at eight sizes, for two and for most
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, FLAGS, ON_PHONE, WITH_STUDIO  # noqa: E402
from browser.pages import NAMES, Places, lay_everything  # noqa: E402
from browser.stocked import MOST_SEATS, stocked  # noqa: E402
from server.serving import Server, serving  # noqa: E402

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
CARDS, TICKETS = 14, 4


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


def photograph_sizes(browser: Browser, server: Server) -> None:
    """Two play by day and in English, as many as can by night and in French."""
    for board, most in MOST_SEATS.items():
        for seats, language, look in ((2, "en", "light"), (most, "fr", "dark")):
            staged = stocked(server, board, seats, CARDS, TICKETS)
            for width, height in DESKS + IN_HAND:
                context = browser.new_context(
                    **(ON_PHONE if (width, height) in IN_HAND else {})
                    | {"viewport": {"width": width, "height": height}},
                    locale=LANGUAGES[language],
                    color_scheme="dark" if look == "dark" else "light",
                    reduced_motion="reduce",
                )
                page = context.new_page()
                page.goto(f"{server.url}/t/{staged.table}#{staged.tokens[0]}")
                page.locator(".board svg[role=application]").wait_for()
                page.evaluate("document.fonts.ready.then(() => undefined)")
                page.screenshot(path=FOLDER / f"table-{board}-{seats}-{language}-{width}x{height}.png")
                context.close()


def main(wanted: list[str]) -> None:
    names = [name for name in wanted or NAMES if name != SIZES]
    if not wanted:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", *WITH_STUDIO) as server,
        sync_playwright() as tools,
    ):
        places = lay_everything(server, "usa", 60)
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for kind, page in contexts(browser):
            for name in names:
                photograph(page, places, name, FOLDER / f"{name}-{kind}.png")
        if not wanted or SIZES in wanted:
            photograph_sizes(browser, server)
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
