"""Numbers as the user's language writes them."""

from __future__ import annotations

from ferrovia.text.words import Words


def number(words: Words, value: float, digits: int) -> str:
    """With the language's decimal sign and a true minus sign, which zero never has."""
    text = f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")
    return text.replace(".", words.say("arena.decimal_sign"))


def percent(words: Words, rate: float, digits: int = 1) -> str:
    return words.say("arena.percent", value=number(words, 100 * rate, digits))


def span(words: Words, low: float, high: float) -> str:
    return words.say("arena.span", low=number(words, low, 1), high=number(words, high, 1))


def give_or_take(words: Words, mean: float, by: float) -> str:
    return words.say("arena.plus_minus", mean=number(words, mean, 1), by=number(words, by, 1))
