"""By keyboard alone, by finger on a phone, in both languages, and with a screen reader in mind."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import ON_PHONE, Visit
from browser.pages import NAMES, OF_THE_MAKER, Places
from browser.player import Player
from browser.tables import against_bot, check_record, on_one_device
from browser.touch import Finger, Keys
from browser.words import ROOT, areas, texts
from server.serving import Server

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
KEY = re.compile(r"\b(?:" + "|".join(sorted(areas())) + r")\.[a-z_]+(?:[./][a-z_]+)*\b")
ALL_TEXT = """() => [document.body.innerText, document.title, ...[...document.querySelectorAll(
    "[aria-label], [title], [placeholder], [alt]")].flatMap(node => ["aria-label", "title", "placeholder", "alt"]
    .map(name => node.getAttribute(name) ?? ""))].join("\\n")"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll("button, a[href], input, select, [role=checkbox]")].flatMap(node => {
    const box = (node.closest("label") ?? node).getBoundingClientRect();
    const seen = node.checkVisibility({ opacityProperty: false }) && box.width > 0 && box.right > 0;
    const inline = node.matches("p a, li a:not(.button), dd a");
    return seen && !inline && Math.min(box.width, box.height) < 43.5
        ? [`${(node.getAttribute("aria-label") ?? node.innerText ?? "").slice(0, 30)}: `
            + `${Math.round(box.width)}×${Math.round(box.height)}`] : [];
})"""


def test_a_whole_game_by_keyboard_alone(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat), Keys())
    player.play()
    check_record(server, laid.table)


def test_a_whole_game_on_a_phone_by_taps(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat, **ON_PHONE), Finger())
    player.play_on(2)
    player.wait()
    assert player.page.evaluate(SIDEWAYS) == 0
    assert player.page.evaluate(SMALL) == []
    player.play()
    assert player.on_map
    check_record(server, laid.table)


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_never_scrolls_sideways(visit: Visit, places: Places, name: str) -> None:
    page = visit("/readyz", **ON_PHONE)
    places.go(page, name)
    assert page.evaluate(SIDEWAYS) == 0
    if name not in OF_THE_MAKER:
        assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_every_text_is_translated(visit: Visit, places: Places, locale: str) -> None:
    page = visit("/readyz", locale=locale)
    untranslated: dict[str, list[str]] = {}
    for name in NAMES:
        places.go(page, name)
        assert page.locator("html").get_attribute("lang") == locale[:2]
        if found := KEY.findall(page.evaluate(ALL_TEXT)):
            untranslated[name] = found
    assert untranslated == {}


def test_the_catalogues_have_the_same_keys() -> None:
    assert texts("en").keys() == texts("fr").keys()


def test_the_language_changes_at_once(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat))
    player.wait()
    assert "Choose" in player.status
    player.button("panel.menu").click()
    player.page.get_by_role("button", name="Français").click()
    expect(player.page.locator(".status")).to_contain_text("Choisir")
    player.page.keyboard.press("Escape")
    player.language = "fr"
    player.play_on(4)
    player.page.reload()
    player.wait()
    expect(player.page.locator("html")).to_have_attribute("lang", "fr")


def findings(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => undefined)")
    found = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        for node in each["nodes"][:3]
    ]


SCREENS: dict[str, dict[str, Any]] = {"desk": {}, "phone": ON_PHONE}


@pytest.fixture(params=SCREENS)
def bare(request: pytest.FixtureRequest, open_browser: Any, server: Server) -> BrowserContext:
    """Without the page's content security policy, so that axe may be put into it; on a desk and on a phone."""
    context: BrowserContext = open_browser(server.url, bypass_csp=True, **SCREENS[request.param])
    return context


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(bare: BrowserContext, places: Places, name: str) -> None:
    page = bare.new_page()
    places.go(page, name)
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        found[scheme] = findings(page)
    assert found == {"light": [], "dark": []}


def test_axe_finds_nothing_while_deciding(bare: BrowserContext, server: Server) -> None:
    """Panels that only come up during a turn."""
    page = bare.new_page()
    player = Player(page)
    page.goto(server.url + on_one_device(server).seat)
    found: dict[str, list[str]] = {}

    def look(what: str) -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            expect(page.locator("html")).to_have_attribute("data-theme", scheme)
            if problems := findings(page):
                found[f"{what}, {scheme}"] = problems

    player.wait()
    look("curtain")
    player.wait_my_turn()
    look("tickets")
    while not player.claims.count():
        player.step()
        player.wait_my_turn()
    player.point_at_longest()
    look("claim")
    page.keyboard.press("Escape")
    for button in ("action.routes", "panel.tickets", "panel.log", "panel.menu"):
        player.button(button).click()
        look(button)
        page.keyboard.press("Escape")
    assert found == {}
