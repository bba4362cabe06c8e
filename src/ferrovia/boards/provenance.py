"""How sure the facts of a board are: for each part of it, how many rows come from where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ferrovia.boards.csv_table import Row
from ferrovia.boards.problems import LOCATIONS, ROUTES, SETTINGS, TICKETS, meant, quote
from ferrovia.boards.toml_section import Section
from ferrovia.engine.board import RuleUse
from ferrovia.rules import FACTORIES

PROVENANCE: Final = ("published", "printed", "one source", "reconstructed", "fitted", "own")
REQUIRED: Final = ("places", "routes", "tickets")
POSITIONS: Final = "positions"


class Claim(NamedTuple):
    """What board.toml says of one part: a word for all its rows, or one for each value of a column."""

    word: str
    column: str
    words: Mapping[str, str]


class Provenance:
    """`positions` and the columns that rules read may be left out: the word for their table holds for them too."""

    def __init__(self, sections: Section, rules: Sequence[RuleUse]) -> None:
        self.sections = sections
        part = sections.section("provenance")
        marks = [column for use in rules if use.rule in FACTORIES for column in FACTORIES[use.rule].LANE_COLUMNS]
        self.files = {"places": LOCATIONS, POSITIONS: LOCATIONS, "routes": ROUTES}
        self.files |= {column: ROUTES for column in marks} | {"tickets": TICKETS}
        told = [key for key in self.files if part.has(key) or key in REQUIRED]
        self.claims = {key: read_claim(part, key) for key in told}
        self.texts = part.names("texts")
        part.close()

    def count(self, tables: Mapping[str, Sequence[Row]]) -> dict[str, dict[str, int]]:
        """part → word → rows. What the tables say is counted, never typed twice."""
        counts: dict[str, dict[str, int]] = {}
        for part, claim in self.claims.items():
            rows = tables[self.files[part]]
            if part not in (*REQUIRED, POSITIONS):  # a mark: only some lanes have it
                rows = [row for row in rows if row.text(part)]
            if claim.column:
                self.check_values(part, claim, rows)
            words = Counter(claim.words.get(row.text(claim.column)) if claim.column else claim.word for row in rows)
            counts[part] = {word: words[word] for word in PROVENANCE if words[word]}
        return counts

    def check_values(self, part: str, claim: Claim, rows: Sequence[Row]) -> None:
        """Every value in the column has its word, and every word its value."""
        key = f"provenance.{part}"
        if rows and claim.column not in rows[0].cells:
            reason = f"{quote(claim.column)} is no column of {self.files[part]}{meant(claim.column, rows[0].cells)}"
            self.sections.wrong(f"{key}.by", reason)
            return
        for row in rows:
            value = row.text(claim.column)
            if value not in claim.words:
                reason = f"{key}.words in {SETTINGS} has no word for {quote(value)}{meant(value, claim.words)}"
                row.wrong(claim.column, reason)
        found = {row.text(claim.column) for row in rows}
        for value in claim.words:
            if value not in found and rows:
                self.sections.wrong(
                    f"{key}.words", f"no row of {self.files[part]} has {quote(value)} as {claim.column}"
                )


def read_claim(part: Section, key: str) -> Claim:
    if not isinstance(part.values.get(key), dict):
        return Claim(part.choice(key, PROVENANCE), "", {})
    split = part.section(key)
    words = split.section("words")
    claim = Claim("", split.text("by"), {value: words.choice(value, PROVENANCE) for value in words.own_keys()})
    split.close()
    return claim
