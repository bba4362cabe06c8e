"""The rulebook of a board on the screen, for people and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ferrovia.boards.rulebook import RulebookSection, facts, sentence_facts
from ferrovia.engine.board import Board
from ferrovia.engine.telling import Sentence
from ferrovia.text.rulebook_text import condition, said
from ferrovia.text.words import LANGUAGES, Words


# --- for people -----------------------------------------------------------------------------------------
def pages(words: Words, board: Board, sections: Iterable[RulebookSection]) -> Iterable[RenderableType]:
    """Every section with its heading. One whose rule has brought no words is left out."""
    for section in sections:
        sentences = [each for each in section.sentences if words.knows(f"rulebook.{each.key}")]
        if words.knows(f"rulebook.{section.id}.title") and sentences:
            yield ""
            yield Text(words.say(f"rulebook.{section.id}.title"), style="bold")
            yield from body(words, board, section, sentences)


def body(
    words: Words, board: Board, section: RulebookSection, sentences: Sequence[Sentence]
) -> Iterable[RenderableType]:
    holds = condition(words, board, section.when, section.players)
    if holds:
        yield Text(f"  {holds}", style="italic")
    for when, part in groupby(sentences, key=lambda each: each.when):
        if when:
            yield Text(f"  {condition(words, board, when, None)}", style="italic")
        for is_table, group in groupby(part, key=lambda each: bool(each.figures)):
            if is_table:
                yield figures(words, list(group))
            else:
                yield from (line(said(words, each)) for each in group)


def line(text: str) -> Grid:
    """Folded lines are aligned with the first."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_row("  –", text)
    return grid


def figures(words: Words, rows: Sequence[Sentence]) -> Grid:
    """The first row is the head; it names no column that is empty below it."""
    width = max(len(row.figures) for row in rows[1:] or rows)
    grid = Grid(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column()
    for _ in range(width):
        grid.add_column(justify="right")
    for row in rows:
        grid.add_row(f"    {said(words, row)}", *(str(figure) for figure in row.figures[:width]))
    return grid


# --- as data --------------------------------------------------------------------------------------------
def data(sections: Sequence[RulebookSection]) -> list[dict[str, object]]:
    """Keys and numbers, and the texts in every language."""
    return [
        {**facts(section), "titles": texts(Sentence(f"{section.id}.title")), "sentences": sentences_data(section)}
        for section in sections
    ]


def sentences_data(section: RulebookSection) -> list[dict[str, object]]:
    return [{**sentence_facts(each), "texts": texts(each)} for each in section.sentences]


def texts(sentence: Sentence) -> dict[str, str]:
    known = [words for words in map(Words, LANGUAGES) if words.knows(f"rulebook.{sentence.key}")]
    return {words.language: said(words, sentence) for words in known}
