"""Weight and speed, printed. Nothing is asserted of a machine that has other things to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.player import Player
from browser.smoothness import among_five, panning, weight_of
from browser.tables import against_bot, on_one_device
from server.serving import Server

FIRST_LOAD = 150_000
"""Bytes, without fonts."""

DECISIONS = 16
MOVE = """confirm => new Promise(resolve => {
    const hand = document.querySelector("section.hand");
    const began = performance.now();
    new MutationObserver((_, observer) => { observer.disconnect(); resolve(performance.now() - began); })
        .observe(hand, { subtree: true, childList: true, attributes: true, characterData: true });
    confirm.click();
})"""
LONG_TASKS = """() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: "longtask", buffered: true });
}"""


def test_weight_and_speed(server: Server, visit: Visit, capsys: pytest.CaptureFixture[str]) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name="Berlin")).to_be_enabled()
    ready = page.evaluate("() => performance.now()")
    page.wait_for_load_state("networkidle")  # posters come after the first button
    weight, fonts = weight_of(page)
    assert weight < FIRST_LOAD

    player = Player(visit(on_one_device(server).seat))
    player.play_on(2)
    moves = []
    for _ in range(4):
        player.wait_my_turn()
        deck = player.button("market.blind")
        deck.click()
        moves.append(player.armed.evaluate(MOVE))
        player.page.wait_for_timeout(100)

    table = visit(against_bot(server, "usa").seat)
    board = table.locator(".board svg[role=application]")
    board.wait_for()
    for _ in range(3):
        table.locator(".board .tool").first.click()
    frames, still = panning(table, visit("/healthz"))
    with capsys.disabled():
        print(
            f"\nfirst load {weight / 1000:.0f} kB (+ {fonts / 1000:.0f} kB fonts), home ready after {ready:.0f} ms, "
            f"a move seen after {', '.join(f'{each:.0f}' for each in moves)} ms,\n"
            f"panning USA at {frames:.0f} fps, an empty page at {still:.0f} ({frames / still:.2f})"
        )


def test_long_tasks_in_a_game_of_five(server: Server, visit: Visit, capsys: pytest.CaptureFixture[str]) -> None:
    """What keeps the page from answering, once it stands: a finger waits for it."""
    player = Player(visit(among_five(server, "usa").seat, reduced_motion="no-preference"))
    player.play_on(1)
    player.page.evaluate(LONG_TASKS)
    before = len(player.page.evaluate("window.long"))
    player.play_on(DECISIONS)
    long = sorted(player.page.evaluate("window.long")[before:], reverse=True)
    with capsys.disabled():
        print(
            f"\n{DECISIONS} decisions in a game of five: {len(long)} tasks over 50 ms, "
            f"{sum(each > 100 for each in long)} over 100 ms; the longest: {[round(each) for each in long[:5]]} ms"
        )
