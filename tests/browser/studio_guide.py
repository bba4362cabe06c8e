"""The pictures of docs/studio.md: a board on its way from a photo to a game night, as the page shows it.

`python tools/screenshots.py guide` takes them."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.studio_walk import EN, PATIENCE, begin, click_map, map_of, tab, tool
from properties.tables import EXAMPLES
from server.serving import serving

WINDOW: Final = ViewportSize(width=1366, height=768)
COLOURS: Final = 128
REGION: Final = {"west": "-11", "east": "-5", "south": "51.2", "north": "55.6"}
TRACED: Final = {"Dublin": (0.655, 0.54), "Galway": (0.42, 0.53), "Cork": (0.464, 0.832), "Belfast": (0.668, 0.258)}
"""Where places are set on the photo, as shares of the sheet."""


def photograph_guide(browser: Browser, folder: Path) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", "--studio", "open", "--boards", str(EXAMPLES)) as server,
        closing(browser.new_context(viewport=WINDOW, locale="en-GB", reduced_motion="reduce")) as context,
    ):
        page = context.new_page()
        page.goto(f"{server.url}/studio")
        begin(page, "Iceland again", "Iceland")
        tab(page, "routes")
        page.get_by_role("button", name="Reykjavík").first.click()
        shoot(page, folder, "routes")
        shoot(page, folder, "tickets", "tickets")
        tab(page, "checks")
        page.get_by_role("button", name=EN["studio.fit"], exact=True).click()
        page.locator(".asked").wait_for(timeout=PATIENCE)
        shoot(page, folder, "checks")
        page.get_by_role("button", name=EN["studio.discard"], exact=True).click()
        tab(page, "share")
        page.get_by_role("button", name=EN["studio.publish"]).click()
        expect(page.get_by_label(EN["studio.play_link"])).to_be_visible(timeout=PATIENCE)
        shoot(page, folder, "share")
        photo = Path(data) / "photo.png"
        page.goto(f"{server.url}/studio")
        begin(page, "Ireland")
        tab(page, "land_tab")
        page.get_by_text(EN["studio.region"], exact=True).click()
        for side, degrees in REGION.items():
            page.get_by_label(EN[f"studio.region_{side}"]).fill(degrees)
            page.keyboard.press("Tab")
        page.get_by_role("button", name=EN["studio.region_draw"]).click()
        page.locator(".land path").first.wait_for(timeout=PATIENCE)
        shoot(page, folder, "land")
        page.screenshot(path=photo, clip=map_of(page))
        page.goto(f"{server.url}/studio")
        begin(page, "From a photo")
        tab(page, "land_tab")
        page.get_by_label(EN["studio.photo"], exact=True).set_input_files(photo)
        tool(page, "place")
        for name, at in TRACED.items():
            click_map(page, *at)
            page.locator("#place-name input").fill(name)
            page.keyboard.press("Enter")
        shoot(page, folder, "photo")


def shoot(page: Page, folder: Path, name: str, panel: str | None = None) -> None:
    if panel is not None:
        tab(page, panel)
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.wait_for_timeout(600)
    file = folder / f"studio-{name}.png"
    page.screenshot(path=file)
    with Image.open(file) as shot:  # few colours, so that it is small enough for git
        few = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)
