"""What stands where on a table, measured in the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

Size = tuple[int, int]

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
    const cut = [...content, ...table.querySelectorAll(".board button")]
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
