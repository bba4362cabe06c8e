"""Somebody who plays through the page: reads what stands there, presses what can be pressed."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, TimeoutError, expect

from browser.touch import Mouse, Touch
from browser.words import like, texts

PATIENCE = 30_000
LONGEST_GAME = 400
ANSWERS = 2_000
"""Milliseconds within which a route that was touched shows what it costs."""

# Something to do, or nothing any more. The title says so even to somebody in another tab.
ASKED = """() => (document.title.startsWith("●") && !document.querySelector(".table[aria-busy=true]"))
    || document.querySelector("[role=dialog][aria-modal=true]") || document.querySelector("section.end")"""
CLAIMABLE = """nodes => nodes.flatMap((node, lane) => node.classList.contains("claimable")
    ? [{ lane, spaces: node.querySelectorAll(".space").length, broken: node.querySelectorAll(".broken").length }]
    : [])"""
MIDDLE = """node => [...node.querySelectorAll(".space")].map(space => {
    const box = space.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
})"""


SITES = """nodes => nodes.map(node => {
    const box = node.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
})"""
PATIENT = 12
SOMETIMES = 7
"""After so many decisions every so manieth is a rule's piece on a place, where there is such a rule."""


@dataclass
class Player:
    page: Page
    touch: Touch = field(default_factory=Mouse)
    language: str = "en"
    builds: bool = False
    decisions: int = 0
    on_map: int = 0
    """Routes that were claimed by pointing at them."""
    stations: int = 0
    """Pieces of a rule that were put on a place, by turns on the map and from the list."""
    ruled: list[str] = field(default_factory=list)
    """What was answered to decisions of rules."""
    blind: bool = False
    """Cards come from the deck and from the row by turns."""

    # --- reading
    def button(self, key: str, within: Locator | None = None) -> Locator:
        """By the text it carries."""
        return (within or self.page).get_by_role("button", name=like(key, self.language))

    @property
    def status(self) -> str:
        return self.page.locator(".status").inner_text()

    def my_turn(self) -> bool:
        return self.page.title().startswith("●")

    def over(self) -> bool:
        return self.page.locator("section.end").count() > 0

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("region", name=like("hand.title", self.language))

    @property
    def claims(self) -> Locator:
        return self.button("action.routes").and_(self.page.locator(":enabled"))

    @property
    def choice(self) -> Locator:
        return self.page.get_by_role("region", name=like("choice.title", self.language))

    @property
    def armed(self) -> Locator:
        """The button that does what was chosen."""
        return self.page.locator(".do button.main").filter(has_not_text=self.said("action.result"))

    @property
    def ruling(self) -> Locator:
        """The decision that a rule asks for, with its cards."""
        return self.page.locator("section.ruling")

    @property
    def sites(self) -> Locator:
        """The button of the places that a rule's move can be about."""
        return self.page.locator(".do button.sites:enabled")

    def wait(self) -> None:
        """Until something is to be decided, or the game is over."""
        self.page.wait_for_function(ASKED, timeout=PATIENCE)

    # --- acting
    def press(self, what: Locator) -> None:
        self.touch.press(what)

    def step(self) -> None:
        """One decision."""
        self.decisions += 1
        if self.choice.count():
            self.choose_tickets()
        elif self.ruling.count():
            self.answer()
        elif self.builds and self.is_due and self.sites.count():
            self.build()
        elif self.claims.count():
            self.claim()
        else:
            self.take()
        expect(self.page.locator(".problem")).to_have_count(0)

    @property
    def is_due(self) -> bool:
        """Whether it is time for the next piece of a rule: now and then, once the game is under way."""
        return self.decisions > PATIENT + SOMETIMES * self.stations

    def choose_tickets(self, count: int | None = None) -> None:
        """As few as allowed, the first ones offered."""
        offered = self.choice.get_by_role("checkbox")
        confirm = self.choice.locator("button.main")
        for number in range(count or offered.count()):
            if count is None and confirm.is_enabled():
                break
            self.press(offered.nth(number))
        self.press(confirm)
        expect(self.choice).to_have_count(0)

    def begin(self) -> None:
        """Keeps tickets, and waits for the first turn."""
        self.wait()
        self.choose_tickets()
        self.wait()

    def take(self) -> None:
        """One card: tapped, then confirmed. Whatever else there is where no card can be taken."""
        self.blind = not self.blind
        open_cards = self.page.locator("button[data-slot]:enabled")
        deck = self.button("market.blind").and_(self.page.locator(":enabled"))
        tickets = self.button("market.tickets").and_(self.page.locator(":enabled"))
        sources = (deck, open_cards, tickets) if self.blind else (open_cards, deck, tickets)
        for source in sources:
            if source.count():
                self.press(source.first)
                self.confirm()
                return
        own = self.page.locator(".do button:enabled")
        self.press(own.first)
        self.confirm()

    def answer(self) -> None:
        """A rule's question, with the first and the last of its answers by turns."""
        answers = self.ruling.get_by_role("radio")
        answer = answers.first if len(self.ruled) % 2 == 0 else answers.last
        if self.touch.reaches_map:
            answer.check(force=True)
        else:
            self.to_answer(answers, answer)
        confirm = self.ruling.locator("button.main")
        self.ruled.append(confirm.inner_text())
        self.press(confirm)
        expect(self.ruling).to_have_count(0)

    def to_answer(self, answers: Locator, wanted: Locator) -> None:
        """By keyboard: Tab to the group, arrows within it."""
        self.press(answers.first)
        for _ in range(answers.count()):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        expect(wanted).to_be_checked()

    def build(self) -> None:
        """A rule's piece on a place: pressed on the map, or chosen from the list."""
        standing = self.page.locator(".board .stands:not(.ghost)").count()
        if self.touch.reaches_map and self.stations % 2 == 0:
            self.point_at_site()
        else:
            self.press(self.sites)
            self.press(self.page.get_by_role("dialog").locator("li button").nth(self.stations))
        expect(self.page.locator(".board .stands.ghost")).to_have_count(1)
        self.confirm()
        self.page.locator(".board .stands:not(.ghost)").nth(standing).or_(self.ruling).first.wait_for()
        self.stations += 1
        if self.ruling.count():
            self.answer()

    def point_at_site(self) -> None:
        """A free place in sight on which a piece can stand."""
        spots: list[dict[str, float]] = self.page.locator(".board .place .station").evaluate_all(SITES)
        for spot in self.in_sight(spots):
            self.touch.press_at(self.page, spot["x"], spot["y"])
            with suppress(TimeoutError):  # something stands there already
                self.page.locator(".board .stands.ghost").wait_for(timeout=ANSWERS)
                return
        raise AssertionError("no place can be pressed")

    def confirm(self) -> None:
        confirm = self.armed
        self.press(confirm)
        expect(confirm).to_have_count(0)

    def claim(self) -> None:
        """The longest route there is: on the map by its spaces, or from the list."""
        if self.touch.reaches_map and self.decisions % 3:
            self.point_at_longest()
        else:
            self.press(self.claims)
            routes = self.page.get_by_role("dialog").get_by_role("button", name=re.compile(r"[–-]"))
            self.press(routes.first)
        panel = self.page.locator("section.claim").last
        ways = panel.get_by_role("radio")
        if ways.count() > 1 and self.decisions % 2:
            self.pay_with(ways)
        confirm = panel.locator("button.main")
        self.press(confirm)
        expect(panel).to_have_count(0)

    def pay_with(self, ways: Locator) -> None:
        """Another payment than the one proposed."""
        if self.touch.reaches_map:
            ways.nth(1).check(force=True)
        else:
            self.press(ways.first)
            self.page.keyboard.press("ArrowDown")
        expect(ways.nth(1)).to_be_checked()

    def point_at_longest(self) -> None:
        """The longest of the routes whose spaces are in sight; a tunnel first, until one asked for more.

        From the list if none is in sight."""
        lanes = self.page.locator("svg .lane")
        found: list[dict[str, int]] = lanes.evaluate_all(CLAIMABLE)
        for lane in sorted(found, key=lambda each: (not self.ruled and -each["broken"], -each["spaces"])):
            for spot in self.in_sight(lanes.nth(lane["lane"]).evaluate(MIDDLE)):
                self.touch.press_at(self.page, spot["x"], spot["y"])
                with suppress(TimeoutError):  # something else may lie there
                    self.page.locator("section.claim button.main").first.wait_for(timeout=ANSWERS)
                    self.on_map += 1
                    return
        self.press(self.claims)
        self.press(self.page.get_by_role("dialog").get_by_role("button", name=re.compile("–")).first)

    def in_sight(self, spots: list[dict[str, float]]) -> list[dict[str, float]]:
        """Those on the map and not under its buttons."""
        box = self.page.locator(".board svg[role=application]").bounding_box()
        assert box is not None
        across, down = box["x"] + 8, box["y"] + 8
        right, below = box["x"] + box["width"] - 60, box["y"] + box["height"] - 60
        return [spot for spot in spots if across < spot["x"] < right and down < spot["y"] < below]

    # --- a shared device
    @property
    def curtain(self) -> Locator:
        return self.page.locator("[role=dialog][aria-modal=true]")

    def lift_curtain(self) -> None:
        self.press(self.curtain.get_by_role("button"))
        expect(self.curtain).to_have_count(0)

    def wait_my_turn(self) -> None:
        self.wait()
        if self.curtain.count():
            self.lift_curtain()

    # --- a whole game
    def play(self) -> None:
        """To the end."""
        while True:
            self.wait_my_turn()
            if self.over():
                return
            assert self.decisions < LONGEST_GAME, self.status
            self.step()

    def play_on(self, decisions: int) -> None:
        """Some decisions more; after the last it may be anybody's turn."""
        for _ in range(decisions):
            self.wait_my_turn()
            self.step()

    def said(self, key: str) -> str:
        return texts(self.language)[key]


def play_together(*players: Player) -> None:
    """Everybody in a browser of their own, until the end is on every screen."""
    while not all(player.over() for player in players):
        for player in players:
            if player.my_turn() and not player.over():
                assert player.decisions < LONGEST_GAME, player.status
                player.step()
        players[0].page.wait_for_timeout(15)
