"""By keyboard alone, by finger on a phone, and in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import ON_PHONE, Visit
from browser.pages import NAMES, OF_THE_MAKER, Places
from browser.player import Player
from browser.tables import against_bot, check_record
from browser.touch import Finger, Keys
from browser.words import areas, texts
from server.serving import Server

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
