"""Pages of one HTML file: everything is in it, and nothing is fetched from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words


def text(value: str) -> str:
    return escape(sanitize(value))


def tag(name: str, value: str, kind: str = "") -> str:
    return f"<{name}{f' class={kind!r}' if kind else ''}>{text(value)}</{name}>"


def opening(kicker: str, title: str, facts: Sequence[str]) -> str:
    """The head of a page as people see it."""
    told = tag("p", kicker, "kicker") + tag("h1", title) + tag("p", " · ".join(facts), "facts")
    return f"<header>{told}</header>"


def document(words: Words, title: str, styles: Sequence[str], body: Sequence[str]) -> str:
    """`styles` are the names of style sheets beside this file."""
    style = "".join(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in styles)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{tag('title', title)}<style>{style}</style>"
    )
    inside = "\n".join(body)
    return f'<!doctype html>\n<html lang="{words.language}"><head>{head}</head>\n<body>{inside}</body></html>\n'
