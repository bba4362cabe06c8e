"""What mkdocs.yml has done to every page. Links to files outside docs/ become plain names; pages that would fetch
something from elsewhere are refused.

On a disk or a code host such a link leads to the file; the site has no such file, and knows no code host."""

from __future__ import annotations

import re
from typing import Final

FILE_OUTSIDE: Final = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")
FETCHED_OUTSIDE: Final = re.compile(r"<(?:link|script|img|iframe|source)\b[^>]*(?:src|href)=[\"']?(?:https?:)?//[^>]*>")

NEXT_FIELD: Final = re.compile(r"(?<=[^>])\n(?=\w+: )")


def on_page_markdown(markdown: str, **_: object) -> str:
    """Called by mkdocs with the text of each page."""
    return FILE_OUTSIDE.sub(lambda link: f"`{link[1].strip('`')}`", markdown)


def on_page_content(html: str, **_: object) -> str:
    """Called by mkdocs with the page's text as HTML. Docstrings list fields as `name: what it is`, each on a line."""
    return re.sub(r"<p>\w+: .*?</p>", lambda fields: NEXT_FIELD.sub("<br>\n", fields[0]), html, flags=re.DOTALL)


def on_post_page(output: str, **_: object) -> str:
    """Called by mkdocs with the HTML of each page."""
    fetched = FETCHED_OUTSIDE.search(output)
    if fetched is not None:
        raise SystemExit(f"a page would fetch something from elsewhere: {fetched[0]}")
    return output
