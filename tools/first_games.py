"""Whole games through the page as somebody plays them who has never been here, with pictures of many moments.

`make first-games` runs this. The pictures land in screenshots/first-games; what the page got wrong is printed: parts
that overlap, are cut off or out of reach at any moment, and whatever the browser complains about.
    python tools/first_games.py               on a laptop and on a phone in both orientations
    python tools/first_games.py laptop        only there
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, FLAGS, ON_PHONE  # noqa: E402
from browser.player import Player  # noqa: E402
from browser.touch import Finger, Mouse  # noqa: E402
from browser.watching import Watch  # noqa: E402
from browser.windows import MEASURE, Laid, Size, out_of_reach  # noqa: E402
from server.serving import Server, serving  # noqa: E402

FOLDER: Final = ROOT / "screenshots" / "first-games"
EVERY: Final = 6
"""Decisions between two pictures."""
PATIENCE: Final = 60_000
COUNTED: Final = 120_000
"""Milliseconds that the final count of a long game may take."""
UNMEASURED: Final = 0.0
"""Shares of the map are the business of tests/browser/test_windows.py."""


@dataclass(frozen=True)
class Trial:
    """A game: in which window, on which board by its name on the page, against how many."""

    size: Size
    board: str
    bots: int
    locale: str
    is_phone: bool = False

    @property
    def options(self) -> dict[str, Any]:
        width, height = self.size
        return (ON_PHONE if self.is_phone else {}) | {
            "viewport": {"width": width, "height": height},
            "locale": self.locale,
        }


TRIALS: Final = {
    "laptop": Trial((1366, 768), "United States", 4, "en-GB"),
    "upright": Trial((390, 844), "Pays-Bas", 3, "fr-FR", is_phone=True),
    "across": Trial((844, 390), "Lyon", 1, "en-GB", is_phone=True),
}


class Visitor:
    """Somebody new, who looks at the page now and then."""

    def __init__(self, name: str, trial: Trial, page: Page, address: str) -> None:
        self.name, self.trial, self.page, self.address = name, trial, page, address
        self.player = Player(page, Finger() if trial.is_phone else Mouse(), language=trial.locale[:2])
        self.pictures = 0
        self.found: list[str] = []

    def look(self, what: str) -> None:
        """Keeps a picture, and what is wrong with what stands there."""
        self.pictures += 1
        title = f"{self.pictures:02}-{what}"
        self.page.screenshot(path=FOLDER / f"{self.name}-{title}.png")
        if self.page.locator(".table").count():
            laid = Laid(self.trial.size, self.page.evaluate(MEASURE))
            self.found += [f"{title}: {each}" for each in laid.complaints(UNMEASURED, 0)]
            self.found += [f"{title}: out of reach: {each}" for each in out_of_reach(self.page)]

    def sit_down(self) -> None:
        """From the start page: the board, how many others, how strong."""
        self.look("home")
        self.player.press(self.page.locator(".boards .card", has_text=self.trial.board))
        self.player.press(self.page.locator(".tray label", has_text=str(self.trial.bots)))
        self.look("tray")
        self.player.press(self.page.locator(".tray button.level").first)
        self.page.locator(".board svg[role=application]").wait_for()
        self.look("tickets")

    def play(self) -> None:
        player = self.player
        while True:
            player.wait_my_turn()
            if player.over():
                break
            player.step()
            if player.decisions % EVERY == 1:
                self.page.wait_for_timeout(700)  # what the others do is being shown
                self.look(f"decision-{player.decisions}")
            if player.decisions in (3, 33):
                self.open_everything()

    def open_everything(self) -> None:
        """Each sheet there is, as somebody curious does."""
        self.player.wait_my_turn()
        for key in ("panel.tickets", "panel.log", "panel.menu", "action.routes"):
            button = self.player.button(key, self.page.locator(".panels"))
            if button.count() and button.is_visible() and button.is_enabled():
                self.player.press(button)
                self.page.get_by_role("dialog").wait_for()
                self.look(key)
                self.page.keyboard.press("Escape")

    def look_back(self) -> None:
        self.look("over")
        self.player.button("end.again").wait_for(timeout=COUNTED)
        self.look("counted")
        self.page.locator("section.end").evaluate("node => node.scrollTo(0, node.scrollHeight)")
        self.look("counted-below")
        table = self.page.url.split("/t/")[1].split("#")[0]
        for name, path in (("replay", f"/replay/{table}"), ("statistics", "/stats"), ("home-again", "/")):
            self.page.goto(self.address + path)
            self.page.get_by_role("heading", level=1).first.wait_for()
            self.page.wait_for_load_state("networkidle")
            self.look(name)


def tried(browser: Browser, server: Server, name: str) -> list[str]:
    trial = TRIALS[name]
    context = browser.new_context(**trial.options)
    context.set_default_timeout(PATIENCE)
    watch = Watch(context, urlsplit(server.url).netloc)
    page = context.new_page()
    page.goto(server.url)
    page.locator(".boards .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    visitor = Visitor(name, trial, page, server.url)
    began = time.monotonic()
    try:
        visitor.sit_down()
        visitor.play()
        visitor.look_back()
    finally:
        spent, decisions = time.monotonic() - began, visitor.player.decisions
        print(f"{name}: {trial.board}, {decisions} decisions in {spent:.0f} s, {visitor.pictures} pictures")
        for each in visitor.found + watch.verdict():
            print(f"  {each}")
        context.close()
    return visitor.found + watch.verdict()


def main(wanted: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data") as server, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found = [each for name in wanted or TRIALS for each in tried(browser, server, name)]
        browser.close()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
