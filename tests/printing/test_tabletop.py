"""Decks for a virtual table: grids as it takes them, and the last place for the face of a hidden card."""

from __future__ import annotations

import pytest

from ferrovia.printing import tabletop
from ferrovia.printing.tabletop import COLUMNS, LEAST, ROWS, deck


@pytest.mark.parametrize(
    ("cards", "grids"),
    [
        (1, [(2, 2, 1)]),
        (3, [(3, 2, 3)]),
        (10, [(10, 2, 10)]),
        (30, [(10, 4, 30)]),
        (69, [(10, 7, 69)]),
        (70, [(10, 7, 69), (2, 2, 1)]),
        (110, [(10, 7, 69), (10, 5, 41)]),
    ],
)
def test_a_deck_is_laid_out_in_as_few_sheets_as_can_be(
    cards: int, grids: list[tuple[int, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def png(_shared: object, markup: str, *_sides: object) -> bytes:
        drawn.append(markup)
        return b""

    monkeypatch.setattr(tabletop, "png", png)
    faces = [f"<g>face {number}</g>" for number in range(cards)]
    pictures = list(deck("cards", [], faces, "<g>hidden</g>", (44, 68)))
    assert [(each.columns, each.rows, each.cards) for each in pictures[1:]] == grids
    assert pictures[0].name == pictures[1].back == "cards-back.png"
    for (columns, rows, count), markup in zip(grids, drawn[1:], strict=True):
        assert LEAST <= columns <= COLUMNS
        assert LEAST <= rows <= ROWS
        assert count < columns * rows
        assert markup.count("face") == count
        place = f"translate({44 * (columns - 1)} {68 * (rows - 1)})"
        assert markup.endswith(f'<g transform="{place}"><g>hidden</g></g>'), "the last place is the hidden card's"
