"""How fluid editing is: tasks of the page while a place is dragged over a board the size of USA.

`make studio-bench ARGS="--board usa --json"` (it uses what the tests have). Tasks are told by the clock and by what
they computed; on a busy machine only the second says something of the page.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, FLAGS  # noqa: E402
from browser.smoothness import TRACED, tasks_of, unpacked  # noqa: E402
from server.serving import Server, serving  # noqa: E402
from server.studio import Maker  # noqa: E402

WINDOW: Final[ViewportSize] = {"width": 1440, "height": 900}
PATIENCE: Final = 180_000
"""Milliseconds: a busy machine may take its time."""
LONG: Final = 50.0
DRAG: Final = """async (svg) => {
    const place = svg.querySelectorAll(".place")[7].getBoundingClientRect();
    const send = (type, x, y) => svg.dispatchEvent(new PointerEvent(type,
        { pointerId: 1, pointerType: "mouse", buttons: 1, clientX: x, clientY: y, bubbles: true }));
    svg.setPointerCapture = () => undefined;
    const x = place.x + place.width / 2, y = place.y + place.height / 2;
    send("pointerdown", x, y);
    for (let frame = 0; frame < 120; frame++) {
        send("pointermove", x + 60 * Math.sin(frame / 15), y + 40 * Math.sin(frame / 11));
        await new Promise(requestAnimationFrame);
    }
    send("pointerup", x, y);
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    before = os.getloadavg()[0]
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", "--studio", "open") as server,
        sync_playwright() as tools,
    ):
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found = dragging(browser, server, given.board)
        browser.close()
    found["load"] = [round(before, 1), round(os.getloadavg()[0], 1)]
    print(json.dumps(found, indent=1) if given.json else told(found))


def dragging(browser: Browser, server: Server, board: str) -> dict[str, Any]:
    page = opened(browser, server, board)
    map = page.get_by_role("application")
    browser.start_tracing(page=page, categories=TRACED)
    map.evaluate(DRAG)
    tasks = tasks_of(json.loads(unpacked(browser.stop_tracing())), server.url)
    return {
        "board": board,
        "tasks": len(tasks),
        "over_by_clock": sum(task["clock"] > LONG for task in tasks),
        "over_computed": sum(task["computed"] > LONG for task in tasks),
        "longest": sorted(tasks, key=lambda task: -task["computed"])[:5],
    }


def opened(browser: Browser, server: Server, board: str) -> Page:
    maker = Maker(server)
    maker.make("Wide", start=board)
    page = browser.new_context(viewport=WINDOW, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.url}/studio/{maker.board}#{maker.token}")
    page.get_by_role("application").locator(".place").nth(7).wait_for()
    page.wait_for_timeout(3000)  # the first check of the board has been answered
    return page


def told(found: dict[str, Any]) -> str:
    longest = ", ".join(f"{task['clock']:.0f} ({task['computed']:.0f})" for task in found["longest"])
    return (
        f"load {found['load'][0]} before, {found['load'][1]} after\n"
        f"dragging a place of {found['board']} for 120 frames: {found['tasks']} tasks, over {LONG:.0f} ms "
        f"{found['over_by_clock']} by the clock, {found['over_computed']} by what they computed\n"
        f"the longest by the clock (computed), ms: {longest}"
    )


if __name__ == "__main__":
    main()
