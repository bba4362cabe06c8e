"""A report as a browser reads it."""

from __future__ import annotations

import re
from html.parser import HTMLParser


class Page(HTMLParser):
    """Whether every element is closed, what a browser would fetch, and where links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.links: set[str] = set()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.add(value or "")
            elif name == "href" and tag in ("a", "use") and (value or "").startswith("#"):
                self.links.add((value or "")[1:])
            elif name in ("src", "href", "srcset", "data", "poster"):
                self.fetched.append(f"{tag} {name}")
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(text: str, language: str) -> Page:
    """A page in a language that is whole, fetches nothing, and has no gap left in a sentence."""
    page = Page()
    page.feed(text)
    assert (page.open, page.fetched) == ([], [])
    assert page.links <= page.ids
    for outside in ("://", "url(", "@import", "<script"):
        assert outside not in text
    assert f'<html lang="{language}">' in text
    assert re.findall(r"\{[a-z_]+\}", text.partition("</style>")[2]) == []
    return page
