"""How heavy and how smooth a page is, measured in it. The tests print it, bench/page.py makes a table of it."""

from __future__ import annotations

import gzip
from collections import Counter
from typing import Any, Final

from playwright.sync_api import Page

from browser.tables import NOVICE, Laid
from server.serving import Server, create, new_token, person

SENT: Final = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .map(entry => ({ name: entry.name, bytes: entry.transferSize }))"""
TRACED: Final = ["toplevel", "devtools.timeline"]
PAN: Final = """async node => {
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


def weight_of(page: Page) -> tuple[int, int]:
    """Bytes that came for it: without fonts, and of these."""
    sent: list[dict[str, Any]] = page.evaluate(SENT)
    fonts = sum(each["bytes"] for each in sent if ".woff" in each["name"])
    return sum(each["bytes"] for each in sent) - fonts, fonts


def panning(table: Page, empty: Page, rounds: int = 3) -> tuple[float, float]:
    """Frames a second of a map that is moved and of a page with nothing on it, by turns: the best of some rounds."""
    board, body = table.locator(".board svg[role=application]"), empty.locator("body")
    found = []
    for _ in range(rounds):
        table.bring_to_front()
        moved = board.evaluate(PAN)
        empty.bring_to_front()
        found.append((moved, body.evaluate(PAN)))
    return max(moved for moved, _ in found), max(still for _, still in found)


def among_five(server: Server, board: str) -> Laid:
    token = new_token()
    made = create(server, board, [person("Ada", token), *[NOVICE] * 4])
    return Laid(made["table"], token, made["host"])


# --- tasks ------------------------------------------------------------------------------------------------
def unpacked(trace: bytes) -> bytes:
    return gzip.decompress(trace) if trace[:2] == b"\x1f\x8b" else trace


def tasks_of(trace: dict[str, Any], url: str) -> list[dict[str, Any]]:
    """What the page's main thread did, in milliseconds: the thread that ran a script of this address."""
    events = trace["traceEvents"]
    origin = url.split("/t/", maxsplit=1)[0]
    homes = Counter(
        (event["pid"], event["tid"])
        for event in events
        if origin in str(event.get("args", {}).get("data", {}).get("url", ""))
    )
    if not homes:
        return []
    home = homes.most_common(1)[0][0]
    return [
        {"clock": round(event["dur"] / 1000, 1), "computed": round(event.get("tdur", event["dur"]) / 1000, 1)}
        for event in events
        if event.get("ph") == "X"
        and (event["pid"], event["tid"]) == home
        and event["name"] in ("RunTask", "ThreadControllerImpl::RunTask")
    ]
