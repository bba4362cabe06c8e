"""The board that a new draft begins with: sound numbers for a country-sized game, and not a single place yet.

Its sheet has the size of a printed board in millimetres."""

from __future__ import annotations

from typing import Final

from ferrovia.boards.document import Document
from ferrovia.boards.schema import COLOURS
from ferrovia.studio.draft import Draft, draft_of

USUAL: Final = 8
"""Colours of most printed games; the others are for those who want more."""


def blank_document(id: str, names: dict[str, str]) -> Document:
    points = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15}
    return {
        "settings": {
            "id": id,
            "players": [2, 4],
            "hand": 4,
            "doubles_close_up_to": 3,
            "end_at_pieces": 2,
            "tie_breakers": ["tickets"],
            "names": names,
            "texts": names,
            "cards": {**dict.fromkeys(COLOURS[:USUAL], 12), "wild": 14},
            "pieces": {"wagon": {"names": {"en": "wagons", "fr": "wagons"}, "supply": 40, "points": points}},
            "tickets": {"first": {"deal": 3, "keep": 2}, "later": {"deal": 3, "keep": 1}, "rejected": "under"},
            "provenance": {
                **dict.fromkeys(("places", "routes", "tickets"), "own"),
                "texts": {"en": "Made in the studio.", "fr": "Fait au studio."},
            },
        },
        "places": [],
        "routes": [],
        "tickets": [],
        "look": {"sheet": {"left": 0, "top": 0, "width": 790, "height": 525}},
        "licence": "",
    }


def blank_draft(id: str, names: dict[str, str]) -> Draft:
    return draft_of(blank_document(id, names))
