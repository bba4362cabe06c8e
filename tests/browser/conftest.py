from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser.pages import Places, lay_everything
from browser.watching import Watch
from server.serving import Server, serving

CHROMIUM: Final = Path("/usr/bin/chromium")
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
ON_PHONE: Final[dict[str, Any]] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SECONDS: Final = 10_000

WITH_STUDIO: Final = ("--studio", "open", "--boards-per-hour", "10000")

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Closed after every file: while Playwright is there, its event loop is, and tests of other files run their own."""
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is missing: apt-get install chromium", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all that don't stop it: each test makes tables of its own."""
    with serving(tmp_path_factory.mktemp("browser") / "data", *WITH_STUDIO) as running:
        yield running


@pytest.fixture
def watches() -> Iterator[list[Watch]]:
    """Over every browser of a test; at its end nothing may have been complained about."""
    found: list[Watch] = []
    yield found
    assert [complaint for watch in found for complaint in watch.verdict()] == []


@pytest.fixture
def open_browser(chromium: Browser, watches: list[Watch]) -> Iterator[Callable[..., BrowserContext]]:
    """A browser of somebody's own: nothing is remembered from other tests. Watched."""
    opened: list[BrowserContext] = []

    def open_one(url: str, **options: Any) -> BrowserContext:
        wanted = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "light", **options}
        context = chromium.new_context(**wanted)
        context.set_default_timeout(SECONDS)
        watches.append(Watch(context, urlsplit(url).netloc))
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def visit(open_browser: Callable[..., BrowserContext], server: Server) -> Visit:
    """A page of the server in a browser of its own: `visit("/new", locale="fr-FR")`."""

    def go(path: str, url: str | None = None, **options: Any) -> Page:
        page = open_browser(url or server.url, **options).new_page()
        page.goto((url or server.url) + path)
        return page

    return go


@pytest.fixture(scope="session")
def places(server: Server) -> Places:
    return lay_everything(server)
