"""Numbers and attributes of SVG as text."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr


def n(number: float) -> str:
    """A number as short as it can be without being seen."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def attributes(**values: str | float) -> str:
    pairs = ((key.replace("_", "-"), value if isinstance(value, str) else n(value)) for key, value in values.items())
    return " ".join(f"{key}={quoteattr(value)}" for key, value in pairs)
