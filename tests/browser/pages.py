"""Every page there is, with something on it: a game in the middle, one that is over, a table that waits."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from server.rooms import Room, finished_room, playing_room, waiting_room
from server.serving import Server

NAMES = (
    "home", "new", "waiting", "join", "table", "watch", "end", "replay", "rules", "rules-berlin", "tutorial", "stats",
    "settings", "about", "missing",
)  # fmt: skip


@dataclass
class Places:
    server: Server
    open: Room
    middle: Room
    over: Room

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
        }
        return paths.get(name, f"/{name}")

    def go(self, page: Page, name: str) -> None:
        """As somebody who has not been there before."""
        if page.url.startswith("http"):
            page.evaluate("localStorage.removeItem('ferrovia.tables')")
        page.goto("about:blank")
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
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready.then(() => undefined)")


def lay_everything(server: Server) -> Places:
    return Places(server, waiting_room(server), playing_room(server, "berlin", 2, 12), finished_room(server))
