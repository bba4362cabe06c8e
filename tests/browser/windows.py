"""What stands where on a table, measured in the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

Size = tuple[int, int]

REACH: Final = """() => [...document.querySelectorAll(".table, [role=dialog]")].flatMap((part) =>
    [...part.querySelectorAll("button:enabled, a[href], input:enabled, [role=checkbox]")].flatMap((node) => {
        if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".unseen, [inert]")) return [];
        // what lies under an open sheet is within reach once that is closed
        const sheet = document.querySelector("[role=dialog]") ?? document.querySelector(".decide");
        if (sheet && !sheet.contains(node)) return [];
        node.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, width, height } = (node.closest("label") ?? node).getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const label = node.closest("label") ?? node;
        return hit && (label.contains(hit) || hit.contains(label))
            ? [] : [`${(node.innerText || node.getAttribute("aria-label") || node.className).slice(0, 40)}`];
    }))"""
"""Controls of the table, or of what is open on it, that no finger could come to even by scrolling."""

OPEN: Final = """(selector) => {
    const sheet = document.querySelector(selector), box = sheet.getBoundingClientRect();
    const map = document.querySelector(".table .board").getBoundingClientRect();
    const across = Math.max(0, Math.min(box.right, map.right) - Math.max(box.left, map.left));
    const down = Math.max(0, Math.min(box.bottom, map.bottom) - Math.max(box.top, map.top));
    const middle = (node) => { const { left, top, width, height } = node.getBoundingClientRect();
        return [left + width / 2, top + height / 2]; };
    const pointed = [...document.querySelectorAll(".board .lane.selected .space")].map(middle);
    return {
        box: { left: box.left, top: box.top, right: box.right, bottom: box.bottom },
        isScrolledSideways: sheet.scrollWidth > sheet.clientWidth + 1,
        map: (map.width * map.height - across * down) / (innerWidth * innerHeight),
        hidden: pointed.filter(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom
            || x < map.left || x > map.right || y < map.top || y > map.bottom).length,
        main: [...sheet.querySelectorAll("button.main")].every((node) => {
            const [x, y] = middle(node);
            const hit = document.elementFromPoint(x, y);
            return hit !== null && node.contains(hit);
        }),
    };
}"""
"""What a sheet leaves to see: of the map, of what it speaks of, of its own main button."""

MEASURE: Final = """() => {
    const table = document.querySelector(".table");
    const seen = (node) => {
        const style = getComputedStyle(node), box = node.getBoundingClientRect();
        return style.visibility !== "hidden" && style.clipPath === "none" && box.width > 1 && box.height > 1
            && !node.closest(".unseen");
    };
    const told = (node) => `${node.localName}.${node.getAttribute("class") ?? ""}`.replace(/ ?svelte-\\w+/g, "");
    const box = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const sticksOut = (inner, outer, across) => across
        ? inner.left < outer.left - 1 || inner.right > outer.right + 1
        : inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    // Whoever scrolls holds all its content; whoever hides what sticks out, or is the window, has to have the room.
    const cutBy = (node) => {
        for (const across of [true, false]) {
            let inner = box(node);
            for (let outer = node.parentElement; outer; outer = outer.parentElement) {
                const style = getComputedStyle(outer);
                const flow = across ? style.overflowX : style.overflowY;
                const isHere = sticksOut(inner, box(outer), across);
                if (flow === "auto" || flow === "scroll") inner = box(outer);
                else if (flow !== "visible" && isHere && style.textOverflow !== "ellipsis") return told(outer);
                if (outer.parentElement === table && isHere && flow === "visible") return told(outer);
            }
            const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
            if (sticksOut(inner, page, across)) return "the window";
        }
        return null;
    };
    const parts = [...table.children].filter(seen).filter((node) => !node.matches(".rail"))
        .concat([...table.querySelectorAll(".rail > *")].filter(seen));
    const content = [...table.querySelectorAll("*")].filter((node) => !node.parentElement.closest("svg"))
        .filter((node) => !node.closest(".board")).filter(seen);
    const cut = [...content, ...[...table.querySelectorAll(".board button")].filter(seen)]
        .flatMap((node) => { const by = cutBy(node); return by ? [`${told(node)} by ${by}`] : []; });
    const broken = [];
    for (const node of table.querySelectorAll(".place, .name, .status, dt")) {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        while (seen(node) && walker.nextNode()) {
            const text = walker.currentNode;
            for (const { index, 0: word } of text.data.matchAll(/[^\\s-]+/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
                if (lines.size > 1) broken.push(word);
            }
        }
    }
    const log = table.querySelector(".recent");
    const line = log?.querySelector("li");
    return {
        layout: table.dataset.layout,
        parts: parts.map((node) => ({ name: told(node), ...box(node) })),
        cut: [...new Set(cut)],
        broken,
        scrolled: [...table.querySelectorAll(".everybody, section.hand ul")].filter(seen)
            .filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
            .map(told),
        log: log && line ? log.clientHeight / parseFloat(getComputedStyle(line).lineHeight) : null,
        map: box(table.querySelector(".board")),
        page: { across: document.documentElement.scrollWidth, down: document.documentElement.scrollHeight },
    };
}"""


@dataclass
class Laid:
    """One table in one window."""

    size: Size
    found: dict[str, Any]

    @property
    def map(self) -> dict[str, float]:
        box: dict[str, float] = self.found["map"]
        return box

    @property
    def share(self) -> float:
        """What the map has of the window."""
        width, height = self.size
        return (self.map["right"] - self.map["left"]) * (self.map["bottom"] - self.map["top"]) / (width * height)

    @property
    def overlaps(self) -> list[str]:
        """Parts that lie over each other; what is to be decided may, and is laid over others on purpose."""
        parts = [part for part in self.found["parts"] if "decide" not in part["name"]]
        return [
            f"{one['name']} and {other['name']}"
            for number, one in enumerate(parts)
            for other in parts[number + 1 :]
            if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
            and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
        ]

    def complaints(self, least_map: float, least_lines: int) -> list[str]:
        width, height = self.size
        found = [f"overlap: {pair}" for pair in self.overlaps]
        found += [f"cut off: {what}" for what in self.found["cut"]]
        found += [f"broken word: {word}" for word in self.found["broken"]]
        found += [f"has to be scrolled: {what}" for what in self.found["scrolled"]]
        if self.found["page"]["across"] > width or self.found["page"]["down"] > height:
            found.append(f"the page scrolls: {self.found['page']}")
        if self.share < least_map:
            found.append(f"the map has {self.share:.2f} of the window")
        if least_lines and (self.found["log"] or 0) < least_lines:
            found.append(f"the log has {self.found['log']} lines")
        return found


def lay(page: Page, size: Size) -> Laid:
    """The page's table in a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return Laid(size, page.evaluate(MEASURE))


ANOTHER: Final = """() => {
    for (const list of document.querySelectorAll(".table .players, .table button.scores")) {
        const all = list.querySelectorAll(":scope > li, :scope > .one");
        all[0].parentElement.insertBefore(all[0].cloneNode(true), all[all.length - 1].nextSibling).dataset.sixth = "";
    }
}"""


def lay_with_another_player(page: Page, size: Size) -> Laid:
    """With one more row or badge, as the first player has it."""
    lay(page, size)
    page.evaluate(ANOTHER)
    laid = lay(page, size)
    page.evaluate("() => document.querySelectorAll('[data-sixth]').forEach((node) => node.remove())")
    return laid


def out_of_reach(page: Page) -> list[str]:
    found: list[str] = page.evaluate(REACH)
    return found


SETTLING: Final = 20
"""Tenths of a second that the map may take on a busy machine."""


def open_complaints(page: Page, selector: str, size: Size, least_map: float) -> list[str]:
    """What is wrong with a sheet that is open over the table, once the map has moved out of its way."""
    for _ in range(SETTLING):
        found = open_complaints_now(page, selector, size, least_map)
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def open_complaints_now(page: Page, selector: str, size: Size, least_map: float) -> list[str]:
    width, height = size
    laid = lay(page, size)
    found: dict[str, Any] = page.evaluate(OPEN, selector)
    box = found["box"]
    said = [f"cut off: {what}" for what in laid.found["cut"]]
    said += [f"broken word: {word}" for word in laid.found["broken"]]
    said += [f"out of reach: {what}" for what in out_of_reach(page)]
    if box["left"] < -1 or box["top"] < -1 or box["right"] > width + 1 or box["bottom"] > height + 1:
        said.append(f"the sheet sticks out: {box}")
    if found["isScrolledSideways"]:
        said.append("the sheet scrolls sideways")
    if found["hidden"]:
        said.append(f"{found['hidden']} spaces of what it speaks of are hidden")
    if not found["main"]:
        said.append("its main button is out of sight")
    if found["map"] < least_map:
        said.append(f"it leaves {found['map']:.2f} of the window to the map")
    return [f"{width}x{height} {laid.found['layout']} {selector}: {text}" for text in said]
