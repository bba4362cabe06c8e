"""How French joins a small word to the name that follows it: d'Ada, qu'Inès, au joueur neutre."""

from __future__ import annotations

import re
from typing import Final

MARK: Final = "\N{START OF TEXT}"
"""Stands before a parameter that was filled in. Parameters are sanitized, so none brings one along."""

ELIDED: Final = re.compile(rf"\b(d|D|qu|Qu)e {MARK}(?=[aeiouâàäéèêëîïôöùûüœæ]|y[^aeiou]|h[éèy])", re.IGNORECASE)
CONTRACTED: Final = re.compile(rf"\b([DdÀà]e?) {MARK}(les?) ")
CONTRACTIONS: Final = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}


def join(text: str) -> str:
    """A text with marked parameters, as it is written. Only what was filled in is joined: the text itself is right."""
    if MARK not in text:
        return text
    return CONTRACTED.sub(contract, ELIDED.sub(r"\1'", text)).replace(MARK, "")


def contract(found: re.Match[str]) -> str:
    said = CONTRACTIONS[" ".join(found.groups()).lower()]
    return (said.capitalize() if found[1][0].isupper() else said) + " "
