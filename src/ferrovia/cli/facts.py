"""What there is to know about a board, as data for JSON and as lines of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ferrovia.cli.clean import clean
from ferrovia.cli.words import Words
from ferrovia.engine.board import Board, Option, PieceKind

POSITIONS: Final = "positions"
"""The part of a board's provenance that is about its map, not about the game."""


def connections(board: Board) -> int:
    return len({frozenset((lane.a, lane.b)) for lane in board.lanes})


# --- data -----------------------------------------------------------------------------------------------
def summary(board: Board) -> dict[str, object]:
    """The form that `boards --json` promises for every board."""
    return {
        "id": board.id,
        "names": dict(board.names),
        "players": list(board.players),
        "locations": len(board.places),
        "lanes": len(board.lanes),
        "tickets": len(board.tickets),
        "provenance": {"parts": provenance(board), "texts": provenance_texts(board)},
        "options": [option_data(option) for option in board.options],
    }


def option_data(option: Option) -> dict[str, object]:
    return {
        "id": option.id,
        "names": dict(option.names),
        "texts": dict(option.texts),
        "default": option.default,
        "players": list(option.players),
        "requires": option.requires,
    }


def details(board: Board) -> dict[str, object]:
    """The same and more, for one board."""
    deal = board.ticket_deal
    return {
        **summary(board),
        "texts": dict(board.texts),
        "connections": connections(board),
        "deck": dict(board.deck),
        "hand": board.hand,
        "pieces": [piece_data(kind) for kind in board.kinds],
        "first_tickets": {"deal": deal.first_deal, "keep": deal.first_keep},
        "later_tickets": {"deal": deal.later_deal, "keep": deal.later_keep},
        "doubles_close_up_to": board.doubles_close_up_to,
        "end_at_pieces": board.end_at_pieces,
        "start_scores": list(board.start_scores),
        "tie_breakers": list(board.tie_breakers),
        "rules": [use.rule for use in board.rules],
        "digest": board.digest,
    }


def piece_data(kind: PieceKind) -> dict[str, object]:
    points = {str(cards): points for cards, points in kind.points.items()}
    return {
        "id": kind.id,
        "names": dict(kind.names),
        "supply": kind.supply,
        "points": points,
        "one_per_route": kind.one_per_route,
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
    """part → word → how many rows, as the loader counted them."""
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
    deal = board.ticket_deal
    other = [f"{name} ({language})" for language, name in board.names.items() if language != words.language]
    yield words.say("boards.name"), clean(" · ".join([words.of(board.names), *other]))
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
    yield words.say("boards.first_tickets"), words.say("boards.deal", deal=deal.first_deal, keep=deal.first_keep)
    yield words.say("boards.later_tickets"), words.say("boards.deal", deal=deal.later_deal, keep=deal.later_keep)
    yield words.say("boards.doubles"), doubles(words, board)
    yield words.say("boards.end"), words.say("boards.end_at", count=board.end_at_pieces)
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


def doubles(words: Words, board: Board) -> str:
    """When second lanes close, and which options change that."""

    def said(up_to: int) -> str:
        if up_to < board.players[0]:
            return words.say("boards.doubles_open")
        return words.say("boards.doubles_close", count=up_to)

    line = said(board.doubles_close_up_to)
    for option in board.options:
        if "doubles_close_up_to" in option.knobs:
            changed = said(option.knobs["doubles_close_up_to"])
            line = words.say("boards.doubles_option", doubles=line, option=option.id, changed=changed)
    return line


def option_lines(words: Words, board: Board) -> Iterable[tuple[str, str]]:
    """(id, what it is and when it can be set)."""
    for option in board.options:
        facts = [words.say("boards.default_on" if option.default else "boards.default_off")]
        if option.players != board.players:
            least, most = option.players
            facts.append(words.say("boards.option_players", range=str(least) if least == most else f"{least}–{most}"))
        if option.requires is not None:
            facts.append(words.say("boards.option_requires", option=option.requires))
        name, text = words.of(option.names), words.of(option.texts)
        yield option.id, words.say("boards.option_line", name=name, facts=", ".join(facts), text=text)
