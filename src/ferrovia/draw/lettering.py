"""How large a name is on its plate, in a condensed face, without any font at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NARROW: Final = frozenset("iljtfrI.,'’-:;|! ")
WIDE: Final = frozenset("mwMWÆŒ@")
LONG: Final = 10  # letters from which a name may stand on two lines
SHORTEST: Final = 3  # letters of either line


def text_width(text: str, size: float) -> float:
    """Of a condensed face; the picture makes the letters fit whatever face there is."""
    return size * sum(letter_width(letter) for letter in text)


def letter_width(letter: str) -> float:
    if letter in NARROW:
        return 0.27
    if letter in WIDE:
        return 0.74
    return 0.6 if letter.isupper() else 0.49


def line_breaks(label: str) -> list[tuple[str, ...]]:
    """The name on one line and, where it is long and can be parted, on two lines as equal as can be."""
    breaks: list[tuple[str, ...]] = [(label,)]
    cuts = [at for at, letter in enumerate(label) if letter in " -" and SHORTEST <= at < len(label) - SHORTEST]
    if len(label) >= LONG and cuts:
        cut = min(cuts, key=lambda at: abs(2 * at - len(label)))
        breaks.append((label[: cut + 1].rstrip(" "), label[cut + 1 :]))
    return breaks


def plate_size(lines: Sequence[str], size: float) -> tuple[float, float]:
    return max(text_width(line, size) for line in lines) + 0.9 * size, len(lines) * 1.12 * size + 0.42 * size
