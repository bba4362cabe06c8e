"""What there is to know about a board, as data for JSON and as lines of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ferrovia.boards.info import board_info, board_summary
from ferrovia.boards.rulebook import rulebook
from ferrovia.cli.output.rulebook_text import data as rulebook_data
from ferrovia.engine.board import Board, PieceKind
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words

POSITIONS: Final = "positions"
"""The part of a board's provenance that is about its map, not about the game."""


def connections(board: Board) -> int:
    return len({frozenset((lane.a, lane.b)) for lane in board.lanes})


# --- data -----------------------------------------------------------------------------------------------
def summary(board: Board) -> dict[str, object]:
    """The form that `boards --json` promises for every board."""
    found = board_summary(board)
    options = [{key: value for key, value in option.items() if key != "knobs"} for option in found["options"]]
    return {
        "id": found["id"],
        "names": found["names"],
        "players": found["players"],
        "locations": found["places"],
        "lanes": found["lanes"],
        "tickets": found["tickets"],
        "provenance": found["provenance"],
        "options": options,
    }


def details(board: Board) -> dict[str, object]:
    """The same, and everything that the API tells of a board. It calls the list of places `locations`, which is their
    number here."""
    found = board_info(board)
    deal = found["ticket_deal"]
    return {
        **found,
        **summary(board),
        "location_list": found["locations"],
        "connections": connections(board),
        "pieces": found["kinds"],
        "first_tickets": {"deal": deal["first_deal"], "keep": deal["first_keep"]},
        "later_tickets": {"deal": deal["later_deal"], "keep": deal["later_keep"]},
        "rulebook": rulebook_data(rulebook(board)),
    }


# --- words ----------------------------------------------------------------------------------------------
def players(words: Words, board: Board) -> str:
    return words.say("boards.range", least=board.players[0], most=board.players[1])


def sureness(words: Words, board: Board) -> str:
    """How sure the facts of the game are; one word if all are alike."""
    parts = {part: counts for part, counts in provenance(board).items() if part != POSITIONS}
    levels = {tuple(counts) for counts in parts.values()}
    if len(levels) == 1:
        return ", ".join(words.name("provenance", level) for level in levels.pop())
    return " · ".join(sure_line(words, part, counts) for part, counts in parts.items())


def provenance(board: Board) -> dict[str, dict[str, int]]:
    """Part → word → how many rows, as the loader counted them."""
    parts = board.provenance.get("parts")
    return parts if isinstance(parts, dict) else {}


def provenance_texts(board: Board) -> dict[str, str]:
    texts = board.provenance.get("texts")
    return texts if isinstance(texts, dict) else {}


def sure_line(words: Words, part: str, counts: dict[str, int]) -> str:
    """What is known of one part: a word, or how many there are of each."""
    names = {level: words.name("provenance", level) for level in counts}
    said = [words.say("sure.some", count=counts[level], word=name) for level, name in names.items()]
    known = ", ".join(said) if len(said) > 1 else "".join(names.values())
    return words.say("sure.part", part=words.name("provenance_part", part), word=known)


def lines(words: Words, board: Board) -> Iterable[tuple[str, str]]:
    """(what, how much) for everything that has a number or a word."""
    other = [f"{name} ({language})" for language, name in board.names.items() if language != words.language]
    yield words.say("boards.name"), sanitize(" · ".join([words.of(board.names), *other]))
    yield words.say("boards.players"), players(words, board)
    yield words.say("boards.places"), str(len(board.places))
    yield words.say("boards.lanes"), str(len(board.lanes))
    yield words.say("boards.connections"), str(connections(board))
    yield words.say("boards.tickets"), str(len(board.tickets))
    cards = ", ".join(f"{count} {words.name('colour', colour)}" for colour, count in board.deck.items())
    yield words.say("boards.deck"), words.say("boards.deck_line", total=sum(board.deck.values()), cards=cards)
    yield words.say("boards.hand"), str(board.hand)
    for kind in board.kinds:
        yield words.say("boards.pieces"), pieces(words, kind)
    yield words.say("boards.options"), switches(words, board)
    title = words.say("boards.provenance")
    for part, counts in provenance(board).items():
        yield title, sure_line(words, part, counts)
        title = ""
    yield "", words.of(provenance_texts(board))
    yield words.say("boards.digest"), board.digest


def pieces(words: Words, kind: PieceKind) -> str:
    points = ", ".join(f"{cards}→{points}" for cards, points in sorted(kind.points.items()))
    key = "boards.pieces_single" if kind.one_per_route else "boards.pieces_line"
    return words.say(key, supply=kind.supply, names=words.of(kind.names), points=points)


def switches(words: Words, board: Board) -> str:
    """As they are typed; what they mean is in the rulebook."""
    return ", ".join(f"{option.id}={'on' if option.default else 'off'}" for option in board.options) or words.say(
        "word.none"
    )
