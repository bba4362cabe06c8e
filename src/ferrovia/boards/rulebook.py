"""The rules of a board as text: sections of sentences from the rules that all boards share and from its own.

Each rule says its part itself (`Rule.telling`), so a rule of another package is told like any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ferrovia.boards import base_rules
from ferrovia.engine.board import Board, RuleUse
from ferrovia.engine.telling import Condition, Sentence
from ferrovia.rules import FACTORIES

OPTIONS: Final = "options"
"""The section of what a table may choose."""


@dataclass(frozen=True)
class RulebookSection:
    """Its heading is `rulebook.<id>.title`. `when` and `players` hold for all of it."""

    id: str
    sentences: tuple[Sentence, ...]
    picture: str = ""
    when: tuple[Condition, ...] = ()
    players: tuple[int, int] | None = None


def rulebook(board: Board) -> list[RulebookSection]:
    """Everything that holds at some table of this board. What is usual comes before what a table may choose."""
    sections = [*before_the_rules(board), *(rule_section(board, use) for use in board.rules), *after_them(board)]
    return [section for section in sections if section.sentences]


def before_the_rules(board: Board) -> Iterator[RulebookSection]:
    yield section("goal", base_rules.goal(), "ticket")
    yield section("setup", base_rules.setup(board))
    yield section("turn", base_rules.turn(board))
    yield section("draw", base_rules.draw(), "row")
    yield section("claim", base_rules.claim(), "grey")
    yield section("kinds", base_rules.kinds(board), "metro")
    yield doubles(board)
    yield section("points", base_rules.points(board))
    yield section("tickets", base_rules.tickets(board), "tickets")


def after_them(board: Board) -> Iterator[RulebookSection]:
    yield section("end", base_rules.end(board), "end")
    yield section(OPTIONS, base_rules.options(board))


def section(id: str, sentences: Iterable[Sentence], picture: str = "") -> RulebookSection:
    return RulebookSection(id, tuple(sentences), picture)


def doubles(board: Board) -> RulebookSection:
    """Drawn as it usually is."""
    sentences = tuple(base_rules.doubles(board))
    usually_open = any(each.key == "doubles.open" for each in sentences[:2])
    return section("doubles", sentences, "double_open" if usually_open else "double")


def rule_section(board: Board, use: RuleUse) -> RulebookSection:
    rule = FACTORIES[use.rule](use.params)
    option = board.option(use.when) if use.when else None
    when = () if option is None else ((option.id, True),)
    players = None if option is None or option.players == board.players else option.players
    return RulebookSection(use.rule, tuple(rule.telling(board)), rule.PICTURE, when, players)


def at_table(sections: Iterable[RulebookSection], seats: int, options: Mapping[str, bool]) -> list[RulebookSection]:
    """What holds at a table with so many seats and these options, all of it without conditions."""

    def holds(part: RulebookSection | Sentence) -> bool:
        least, most = part.players or (seats, seats)
        return least <= seats <= most and all(options[id] == on for id, on in part.when)

    return [
        RulebookSection(part.id, tuple(replace(each, when=()) for each in part.sentences if holds(each)), part.picture)
        for part in sections
        if holds(part) and part.id != OPTIONS
    ]


def words_of(board: Board) -> dict[str, dict[str, str]]:
    """Language → key → text: the words that the board's rules bring along."""
    words: dict[str, dict[str, str]] = {}
    played = [use.rule for use in board.rules]
    for id in (*played, *(breaker for breaker in board.tie_breakers if breaker in FACTORIES)):
        for language, texts in FACTORIES[id].WORDS.items():
            words.setdefault(language, {}).update(texts)
    return words


# --- as data --------------------------------------------------------------------------------------------
def facts(section: RulebookSection) -> dict[str, object]:
    """A section in the form of JSON."""
    return {
        "id": section.id,
        "picture": section.picture,
        "when": conditions(section.when),
        "players": section.players,
        "sentences": [sentence_facts(each) for each in section.sentences],
    }


def sentence_facts(sentence: Sentence) -> dict[str, object]:
    return {
        "key": sentence.key,
        "params": plain(sentence.params),
        "rulings": list(sentence.rulings),
        "when": conditions(sentence.when),
        "players": sentence.players,
        "figures": list(sentence.figures),
    }


def conditions(when: Iterable[Condition]) -> list[dict[str, object]]:
    return [{"option": id, "on": on} for id, on in when]


def plain(value: object) -> object:
    """JSON knows no other mappings than dicts."""
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list) else value
