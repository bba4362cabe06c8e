"""board.toml and look.toml: their sections, and reading one key as what it has to be."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeGuard

from ferrovia.boards.limits import LONGEST_TEXT
from ferrovia.boards.problems import SETTINGS, Problems, meant, quote

ID: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
HEADING: Final = re.compile(r"\s*\[([\w.\s\"'-]+)\]\s*(#.*)?$")
BREAKS: Final = "\n\r\t"
ITEM: Final = re.compile(r"\s*\[\[([\w.\s\"'-]+)\]\]\s*(#.*)?$")
ASSIGNMENT: Final = re.compile(r"\s*((?:\"[^\"]*\"|'[^']*'|[\w.-])+)\s*=")
QUOTED: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'|\s")
EXTRA: Final = "x"
"""A section for other programs: whatever is in it is kept, and nobody reads it here."""
ERROR_LINE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


def key_lines(text: str) -> dict[str, int]:
    """The line on which each key and heading stands, for those that stand at the beginning of one.

    Headings in double brackets are numbered: the keys of the second [[layers]] are layers.2.…"""
    lines: dict[str, int] = {}
    items: Counter[str] = Counter()
    heading = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if match := ITEM.match(line):
            items[plain_key(match[1])] += 1
            heading = f"{plain_key(match[1])}.{items[plain_key(match[1])]}"
            lines.setdefault(heading, number)
        elif match := HEADING.match(line):
            heading = plain_key(match[1])
            lines.setdefault(heading, number)
        elif match := ASSIGNMENT.match(line):
            lines.setdefault(f"{heading}.{plain_key(match[1])}".lstrip("."), number)
    return lines


def plain_key(key: str) -> str:
    return QUOTED.sub(lambda match: match[1] or match[2] or "", key)


def read_sections(text: str, problems: Problems, file: str = SETTINGS) -> Section:
    """The whole file; empty if it is no TOML."""
    try:
        values = tomllib.loads(text)
    except RecursionError:
        problems.spoil_file(file, 0, "this is no TOML: it is nested too deeply")
        values = {}
    except ValueError as error:
        match = ERROR_LINE.search(str(error))
        row = int(match[1]) if match and match[1] else text.count("\n") + 1 if match else 0
        problems.spoil_file(file, row, f"this is no TOML: {ERROR_LINE.sub('', str(error))}")
        values = {}
    return Section("", values, key_lines(text), problems, file)


class Section:
    """One table of the file. A reader that finds a key wrong says so and returns a stand-in."""

    def __init__(
        self, path: str, values: Mapping[str, object], lines: Mapping[str, int], problems: Problems, file: str
    ) -> None:
        self.path = path
        self.values = values
        self.lines = lines
        self.problems = problems
        self.file = file
        self.asked: list[str] = []

    def column(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def row(self, key: str) -> int:
        """The line of a key, or of what it stands in."""
        column = self.column(key)
        while column and column not in self.lines:
            column = column.rpartition(".")[0]
        return self.lines.get(column, 0)

    def wrong(self, key: str, reason: str) -> None:
        self.problems.add(self.file, self.row(key), self.column(key), reason)

    def spoil(self, key: str, reason: str) -> None:
        self.problems.spoil_column(self.file, self.row(key), self.column(key), reason)

    def has(self, key: str) -> bool:
        self.asked.append(key)
        return key in self.values

    def get(self, key: str) -> object:
        if not self.has(key):
            self.spoil(key, "this key is missing")
        return self.values.get(key)

    def own_keys(self) -> list[str]:
        """All keys, for a section whose keys are the board's own words."""
        self.asked.extend(self.values)
        return list(self.values)

    # --- values -----------------------------------------------------------------------------------------
    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_TEXT:
            self.spoil(key, f"{quote(value)} is not a text")
            return ""
        if any(unicodedata.category(letter) == "Cc" and letter not in BREAKS for letter in value):
            self.spoil(key, f"{quote(value)} has a control character in it")
        return value.strip()

    def title(self, key: str) -> str:
        """A text that fits on one line."""
        text = self.text(key)
        if any(unicodedata.category(letter)[0] == "C" for letter in text):
            self.spoil(key, f"{quote(text)} has a control character or an invisible one in it")
        return text

    def id(self, key: str) -> str:
        return self.check_id(key, self.text(key))

    def check_id(self, key: str, id: str) -> str:
        if id and not ID.fullmatch(id):
            self.wrong(key, f"{quote(id)} is no id: small letters, digits, - and _")
        return id

    def flag(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            self.spoil(key, f"{quote(value)} is neither true nor false")
        return value is True

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.get(key)
        if is_whole(value, least, most):
            return value
        self.spoil(key, f"{quote(value)} is not a whole number from {least} to {most}")
        return least

    def wholes(self, key: str, least: int, most: int) -> list[int]:
        value = self.get(key)
        if isinstance(value, list) and all(is_whole(number, least, most) for number in value):
            return value
        self.spoil(key, f"{quote(value)} is not a list of whole numbers from {least} to {most}")
        return []

    def decimal(self, key: str, least: float, most: float) -> float:
        value = self.get(key)
        if is_number(value, least, most):
            return float(value)
        self.spoil(key, f"{quote(value)} is not a number from {least:g} to {most:g}")
        return least

    def decimals(self, key: str, ranges: Sequence[tuple[float, float]]) -> list[float]:
        """A list of numbers, each within a range of its own."""
        value = self.get(key)
        numbers = value if isinstance(value, list) else []
        if len(numbers) == len(ranges) and all(
            is_number(number, *bounds) for number, bounds in zip(numbers, ranges, strict=True)
        ):
            return [float(number) for number in numbers]
        wanted = ", ".join(f"{least:g} to {most:g}" for least, most in ranges)
        self.spoil(key, f"{quote(value)} is not a list of {len(ranges)} numbers: {wanted}")
        return [least for least, _ in ranges]

    def range(self, key: str, widest: tuple[int, int]) -> tuple[int, int]:
        """[least, most], inside the widest range."""
        numbers = self.wholes(key, *widest)
        if len(numbers) == 2 and numbers[0] <= numbers[1]:
            return numbers[0], numbers[1]
        self.spoil(key, f"{quote(numbers)} is not [least, most]")
        return widest

    def words(self, key: str) -> list[str]:
        value = self.get(key)
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return value
        self.spoil(key, f"{quote(value)} is not a list of words")
        return []

    def choice(self, key: str, words: tuple[str, ...]) -> str:
        text = self.text(key)
        if text not in words:
            self.wrong(key, f"{quote(text)} is none of {', '.join(words)}{meant(text, words)}")
        return text

    def names(self, key: str) -> dict[str, str]:
        """A text per language; English has to be there. Names stand on one line, texts may have more."""
        section = self.section(key)
        read = section.title if key == "names" else section.text
        names = {language: read(language) for language in section.own_keys()}
        if "en" not in names:
            section.get("en")
        return names

    # --- sections ---------------------------------------------------------------------------------------
    def section(self, key: str) -> Section:
        value = self.get(key)
        if isinstance(value, dict):
            return Section(self.column(key), value, self.lines, self.problems, self.file)
        self.spoil(key, f"{quote(value)} is not a section")
        # Spoils nothing but itself: its keys are not missing, they are unknown.
        return Section(self.column(key), {}, self.lines, Problems(), self.file)

    def sections(self, key: str) -> Iterator[tuple[str, Section]]:
        """The sections inside a section, each named by an id."""
        if not self.has(key):
            return
        parent = self.section(key)
        for id in parent.own_keys():
            yield parent.check_id(id, id), parent.section(id)

    def items(self, key: str) -> Iterator[Section]:
        """The sections of a list of them, each under a heading in double brackets."""
        value = self.get(key) if self.has(key) else []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.spoil(key, f"{quote(value)} is not a list of sections")
            return
        for number, item in enumerate(value, start=1):
            yield Section(f"{self.column(key)}.{number}", item, self.lines, self.problems, self.file)

    def keep_extra(self) -> None:
        """Leaves the section for other programs alone, as long as it is one."""
        if self.has(EXTRA):
            self.section(EXTRA)

    def close(self) -> None:
        """Complains about keys that nobody asked for."""
        for key in self.values:
            if key not in self.asked:
                unasked = [known for known in self.asked if known not in self.values]
                self.wrong(key, f"this key is not known{meant(key, unasked)}")


def is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_number(value: object, least: float, most: float) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
