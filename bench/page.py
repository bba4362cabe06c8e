"""How heavy and how smooth the page is: `make page ARGS="--board usa --json"` (it uses what the tests have).

- first load: bytes of the home page without fonts;
- a game among five, the others bots: every task of the page that held it up for more than 50 ms, by the clock and by
  what it computed. On a busy machine only the second says something of the page;
- panning: frames a second of the map that is moved, and of an empty page in the same run.

With `--profile` it also says in which functions the page computed during the game.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, FLAGS  # noqa: E402
from browser.player import Player  # noqa: E402
from browser.smoothness import TRACED, among_five, panning, tasks_of, unpacked, weight_of  # noqa: E402
from browser.tables import against_bot  # noqa: E402
from server.serving import Server, serving  # noqa: E402

WINDOW: Final[ViewportSize] = {"width": 1440, "height": 900}
LONG: Final = 50.0
LIMIT: Final = 100.0
FIRST_LOAD: Final = 150_000
FRAMES: Final = 0.9
LISTED: Final = 15
PATIENCE: Final = 180_000
"""Milliseconds: a busy machine may take its time."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--decisions", type=int, default=40, help="of the person in the game among five")
    parser.add_argument("--profile", action="store_true", help="say where the page computed")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "data") as server, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        found = measured(browser, server, given.board, given.decisions, is_profiled=given.profile)
        browser.close()
    found["load"] = [round(before, 1), round(os.getloadavg()[0], 1)]
    print(json.dumps(found, indent=1) if given.json else told(found))


def measured(browser: Browser, server: Server, board: str, decisions: int, *, is_profiled: bool) -> dict[str, Any]:
    def visit(path: str, **options: Any) -> Page:
        page = browser.new_context(viewport=WINDOW, locale="en-GB", **options).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(server.url + path)
        return page

    home = visit("/")
    home.get_by_role("button", name="Berlin").wait_for()
    home.wait_for_load_state("networkidle")  # posters come after the first button
    weight, fonts = weight_of(home)
    home.context.close()
    played = play_among_five(browser, visit(among_five(server, board).seat), decisions, is_profiled=is_profiled)
    table = visit(against_bot(server, board).seat, reduced_motion="reduce")
    table.locator(".board svg[role=application]").wait_for()
    for _ in range(3):
        table.locator(".board .tool").first.click()
    moved, empty = panning(table, visit("/healthz"))
    return {
        "board": board,
        "decisions": decisions,
        "first_load": weight,
        "fonts": fonts,
        **played,
        "panning": round(moved, 1),
        "empty": round(empty, 1),
        "ratio": round(moved / empty, 2),
    }


def play_among_five(browser: Browser, page: Page, decisions: int, *, is_profiled: bool) -> dict[str, Any]:
    """Once the table stands: what loading takes is not held against the game."""
    player = Player(page)
    player.play_on(1)
    session = page.context.new_cdp_session(page)
    if is_profiled:
        session.send("Profiler.enable")
        session.send("Profiler.start")
    browser.start_tracing(page=page, categories=TRACED)
    player.play_on(decisions)
    tasks = tasks_of(json.loads(unpacked(browser.stop_tracing())), page.url)
    long = [task for task in tasks if task["clock"] > LONG]
    played: dict[str, Any] = {
        "tasks": len(long),
        "over_by_clock": sum(task["clock"] > LIMIT for task in long),
        "over_computed": sum(task["computed"] > LIMIT for task in long),
        "longest": sorted(long, key=lambda task: -task["computed"])[:5],
    }
    if is_profiled:
        played["profile"] = busiest(session.send("Profiler.stop")["profile"])
    return played


def busiest(profile: dict[str, Any]) -> list[str]:
    """Functions by the time spent in themselves."""
    names = {node["id"]: node["callFrame"] for node in profile["nodes"]}
    spent: Counter[str] = Counter()
    for node, delta in zip(profile["samples"], profile["timeDeltas"], strict=True):
        frame = names[node]
        where = f"{frame['functionName'] or '(nameless)'} {Path(frame['url']).name}:{frame['lineNumber'] + 1}"
        spent[f"{where}:{frame['columnNumber'] + 1}"] += delta
    idle = ("(idle)", "(program)", "(root)")
    return [f"{time / 1000:.0f} ms {name}" for name, time in spent.most_common() if not name.startswith(idle)][:LISTED]


def told(found: dict[str, Any]) -> str:
    longest = ", ".join(f"{task['clock']:.0f} ({task['computed']:.0f})" for task in found["longest"])
    lines = [
        f"load {found['load'][0]} before, {found['load'][1]} after",
        f"first load {found['first_load'] / 1000:.0f} kB without fonts (limit {FIRST_LOAD / 1000:.0f}), "
        f"fonts {found['fonts'] / 1000:.0f} kB",
        f"{found['board']}, {found['decisions']} decisions among five: {found['tasks']} tasks over {LONG:.0f} ms; over "
        f"{LIMIT:.0f} ms {found['over_by_clock']} by the clock, {found['over_computed']} by what they computed",
        f"the longest by the clock (computed), ms: {longest or 'none'}",
        f"panning {found['board']} at {found['panning']} frames a second, an empty page at {found['empty']}: "
        f"{found['ratio']} (wanted {FRAMES})",
    ]
    return "\n".join([*lines, *found.get("profile", [])])


if __name__ == "__main__":
    main()
