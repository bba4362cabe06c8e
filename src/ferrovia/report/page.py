"""Pages of one HTML file: everything is in it, and nothing is fetched from anywhere."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import ferrovia
from ferrovia._extras import need
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words

if TYPE_CHECKING:
    from jinja2 import Environment


def check_report() -> None:
    """Says that the package is missing before anything is played."""
    need("jinja2")


@cache
def templates() -> Environment:
    jinja2 = need("jinja2")
    found: Environment = jinja2.Environment(
        loader=jinja2.PackageLoader("ferrovia.report"),
        autoescape=True,
        finalize=visible,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return found


def visible(value: object) -> object:
    """Names come from files: what would hide in a text is shown as a replacement character."""
    return sanitize(value) if type(value) is str else value  # not what is markup already


def render(template: str, words: Words, **context: object) -> str:
    """The page of a template in templates/, in the language of `words`."""
    page = templates().get_template(f"{template}.html.jinja")
    return page.render(say=words.say, language=words.language, version=ferrovia.__version__, **context)
