"""Every page there is, with something on it: a game in the middle, one that is over, a table that waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from server.serving import Server, new_token
from server.staged import StagedTable, playing_table, waiting_table

NAMES = (
    "home", "new", "waiting", "join", "table", "watch", "end", "replay", "rules", "rules-berlin", "tutorial", "stats",
    "settings", "about", "missing", "count", "record", "day", "puzzles", "puzzle", "balance", "studio", "editor",
    "calls",
)  # fmt: skip
OF_THE_MAKER = ("editor",)
"""What one draws with has more and smaller controls than what one plays with: tests/browser/studio_walk.py."""


@dataclass
class Places:
    server: Server
    open: StagedTable
    middle: StagedTable
    over: StagedTable
    drawn: str
    """A board of the studio: its id and, after a hash, the token of its maker."""
    puzzle: str

    def path(self, name: str) -> str:
        paths = {
            "home": "/",
            "waiting": f"/t/{self.open.table}#{self.open.tokens[0]}",
            "join": f"/t/{self.open.table}#{self.open.invites[0]}",
            "table": f"/t/{self.middle.table}#{self.middle.tokens[0]}",
            "watch": f"/t/{self.middle.table}",
            "end": f"/t/{self.over.table}#{self.over.tokens[0]}",
            "replay": f"/replay/{self.over.table}",
            "rules-berlin": "/rules/berlin",
            "missing": "/rules/nowhere",
            "puzzle": f"/puzzles/{self.puzzle}",
            "balance": "/balance/berlin",
            "editor": f"/studio/{self.drawn}",
        }
        return paths.get(name, f"/{name}")

    def go(self, page: Page, name: str) -> None:
        """As somebody who has not been there before; but the host of the table that waits is at home."""
        known: list[dict[str, object]] = []
        if name == "waiting":
            staged = self.open
            known.append({"table": staged.table, "board": "berlin", "token": staged.tokens[0], "host": staged.host})
        elif name in ("home", "stats"):
            known.extend(
                {"table": staged.table, "token": staged.tokens[0]} for staged in (self.open, self.middle, self.over)
            )
        page.goto(f"{self.server.url}/readyz")
        page.evaluate("known => localStorage.setItem('ferrovia.tables', JSON.stringify(known))", known)
        page.goto(self.server.url + self.path(name))
        self.settle(page, name)

    def settle(self, page: Page, name: str) -> None:
        """Until it stands still."""
        if name in ("table", "watch"):
            page.locator(".table").wait_for()
        elif name == "end":
            page.locator("section.end").wait_for()
        else:
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
        if name == "editor":  # it always listens for what others draw
            page.get_by_role("toolbar").wait_for()
        else:
            page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready.then(() => undefined)")


def lay_everything(server: Server, middle: str = "berlin", moves: int = 24) -> Places:
    going = playing_table(server, middle, 2, 0)
    for _ in range(moves):
        step(going)
    over = playing_table(server, "berlin", 2, 0)
    while step(over):
        pass
    puzzle = httpx.get(f"{server.url}/api/puzzles").json()["puzzles"][0]["id"]
    return Places(server, waiting_table(server), going, over, drawn_board(server), puzzle)


def drawn_board(server: Server) -> str:
    """A board of somebody's own, begun from one that is there."""
    token = new_token()
    wanted = {"token": token, "name": "Grove", "start": "amsterdam", "own_work": True}
    made = httpx.post(f"{server.url}/api/studio/boards", json=wanted, timeout=60).json()
    return f"{made['board']}#{token}"


def step(staged: StagedTable) -> bool:
    """A move of whoever has one, so that there is something to see: cards in hand, routes on the map."""
    for token in staged.tokens:
        position = staged.position(token)
        if position["choices"] is not None:
            answer = staged.move(token, chosen(position))
            assert answer.status_code == 200, answer.text
            return True
    return False


def chosen(position: dict[str, Any]) -> int | str:
    choices = position["choices"]
    can_draw = choices["blind"] or choices["slots"]
    if choices["keep_least"]:
        return f"keep {','.join(str(number + 1) for number in range(max(2, choices['keep_least'])))}"
    if choices["claims"] and (sum(position["view"]["hand"]) > 6 or not can_draw):
        some = max(choices["claims"], key=lambda claim: claim["lane"] % 7)
        return int(some["payments"][0]["action"])
    if can_draw:
        return "draw blind" if choices["blind"] else f"draw {choices['slots'][0] + 1}"
    return int(choices["actions"][0])
