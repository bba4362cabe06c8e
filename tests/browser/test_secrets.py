"""Whoever watches sees no hand, not even in another tab of a player."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.player import Player
from browser.tables import against_bot
from browser.words import texts
from server.serving import Server

EN = texts("en")


def test_a_watcher_sees_no_hand(server: Server, visit: Visit) -> None:
    laid = against_bot(server)
    player = Player(visit(laid.seat))
    heard: list[str] = []
    watcher = visit("/")
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    watcher.goto(server.url + laid.watch)
    expect(watcher.locator(".table")).to_be_visible()
    player.play_on(6)
    expect(watcher.get_by_text(EN["table.watching"])).to_be_visible()
    expect(Player(watcher).hand).to_have_count(0)
    expect(watcher.locator("section.tickets")).to_have_count(0)
    expect(watcher.locator("button[data-slot]:enabled")).to_have_count(0)
    assert heard
    assert not any('"hand":[' in frame and '"hand":[]' not in frame for frame in heard)
