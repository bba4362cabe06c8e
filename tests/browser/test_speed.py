"""Weight and speed, printed. Nothing is asserted of a machine that has other things to do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.player import Player
from browser.tables import against_bot, on_one_device
from server.serving import Server

SENT = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .map(entry => ({ name: entry.name, bytes: entry.transferSize }))"""
MOVE = """confirm => new Promise(resolve => {
    const hand = document.querySelector("section.hand");
    const began = performance.now();
    new MutationObserver((_, observer) => { observer.disconnect(); resolve(performance.now() - began); })
        .observe(hand, { subtree: true, childList: true, attributes: true, characterData: true });
    confirm.click();
})"""
PAN = """async node => {
    const box = node.getBoundingClientRect();
    const send = (type, x, y) => node.dispatchEvent(new PointerEvent(type,
        { pointerId: 1, pointerType: "mouse", buttons: 1, clientX: x, clientY: y, bubbles: true }));
    const times = [];
    let x = box.x + box.width / 2, y = box.y + box.height / 2;
    send("pointerdown", x, y);
    for (let frame = 0; frame < 90; frame++) {
        x += 6 * Math.sin(frame / 9); y += 4 * Math.cos(frame / 7);
        send("pointermove", x, y);
        times.push(await new Promise(requestAnimationFrame));
    }
    send("pointerup", x, y);
    return 1000 * (times.length - 1) / (times.at(-1) - times[0]);
}"""


def test_weight_and_speed(server: Server, visit: Visit, capsys: pytest.CaptureFixture[str]) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name="Berlin")).to_be_enabled()
    ready = page.evaluate("() => performance.now()")
    sent: list[dict[str, Any]] = page.evaluate(SENT)
    fonts = sum(each["bytes"] for each in sent if ".woff" in each["name"])
    weight = sum(each["bytes"] for each in sent) - fonts

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
    frames = board.evaluate(PAN)
    with capsys.disabled():
        print(
            f"\nfirst load {weight / 1000:.0f} kB (+ {fonts / 1000:.0f} kB fonts), home ready after {ready:.0f} ms, "
            f"a move seen after {', '.join(f'{each:.0f}' for each in moves)} ms, panning USA at {frames:.0f} fps"
        )
