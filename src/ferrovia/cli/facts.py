"""What there is to know about a board, as data for JSON and as lines of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ferrovia.boards.info import board_info, board_summary
from ferrovia.cli.clean import clean
from ferrovia.cli.words import Words
from ferrovia.engine.board import Board, PieceKind

SURE_OF: Final = ("places", "routes", "tickets")
"""The parts of a board whose provenance is told."""


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
    }


# --- words ----------------------------------------------------------------------------------------------
def players(words: Words, board: Board) -> str:
    return words.say("boards.range", least=board.players[0], most=board.players[1])


def sureness(words: Words, board: Board) -> str:
    """How sure each part is; one word if all are alike."""
    levels = [str(board.provenance[part]) for part in SURE_OF]
    if len(set(levels)) == 1:
        return words.name("provenance", levels[0])
    said = zip(SURE_OF, levels, strict=True)
    return ", ".join(words.say(f"boards.on_{part}", word=words.name("provenance", level)) for part, level in said)


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
    yield words.say("boards.provenance"), sureness(words, board)
    texts = board.provenance.get("texts")
    if isinstance(texts, dict):
        yield "", words.of(texts)
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
