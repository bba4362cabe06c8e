"""What board.toml says: every key, with the range it may have. docs/boards.md describes them for board makers."""

from __future__ import annotations

import re
from typing import Final

from ferrovia.boards.limits import (
    MOST_COPIES,
    MOST_DEALT,
    MOST_HAND,
    MOST_KINDS,
    MOST_LENGTH,
    MOST_PIECES,
    MOST_POINTS,
    SEATS,
)
from ferrovia.boards.problems import SETTINGS, meant, quote
from ferrovia.boards.toml_section import Section
from ferrovia.boards.variants import check_tie_breakers, read_options, read_rules
from ferrovia.engine.board import WILD, Board, PieceKind, TicketDeal

COLOURS: Final = ("pink", "white", "blue", "yellow", "orange", "black", "red", "green", "lilac", "mint")
CARDS: Final = re.compile(r"[1-9][0-9]?")
REJECTED: Final = ("under", "face_up")


def read_board(sections: Section) -> Board:
    """The board without its tables: no places, lanes, tickets, provenance and digest yet."""
    players = sections.range("players", SEATS)
    options = read_options(sections, players)
    board = Board(
        id=sections.id("id"),
        names=sections.names("names"),
        texts=sections.names("texts"),
        players=players,
        places=(),
        lanes=(),
        tickets=(),
        kinds=read_kinds(sections),
        deck=read_deck(sections),
        hand=sections.whole("hand", 0, MOST_HAND),
        ticket_deal=read_ticket_deal(sections),
        doubles_close_up_to=sections.whole("doubles_close_up_to", 0, SEATS[1]),
        end_at_pieces=sections.whole("end_at_pieces", 0, MOST_PIECES),
        start_scores=read_start_scores(sections, players),
        tie_breakers=tuple(sections.words("tie_breakers")),
        rules=read_rules(sections, options),
        options=options,
        provenance={},
        digest="",
        third_lanes_close_up_to=read_third_lanes(sections),
    )
    check_tie_breakers(sections, board)
    return board


def read_third_lanes(sections: Section) -> int:
    key = "third_lanes_close_up_to"
    return sections.whole(key, 0, SEATS[1]) if sections.has(key) else 0


def read_start_scores(sections: Section, players: tuple[int, int]) -> tuple[int, ...]:
    if not sections.has("start_scores"):
        return ()
    scores = sections.wholes("start_scores", -MOST_POINTS, MOST_POINTS)
    if scores and len(scores) != players[1] and not sections.problems.about(SETTINGS, "players"):
        sections.wrong("start_scores", f"{len(scores)} scores for {players[1]} players")
    return tuple(scores)


def read_deck(sections: Section) -> dict[str, int]:
    cards = sections.section("cards")
    deck: dict[str, int] = {}
    for colour in cards.own_keys():
        if colour not in (*COLOURS, WILD):
            cards.wrong(colour, f"{quote(colour)} is no colour{meant(colour, (*COLOURS, WILD))}")
            continue
        deck[colour] = cards.whole(colour, 1, MOST_COPIES)
    if WILD not in deck:
        cards.get(WILD)
    if not set(COLOURS) & set(deck):
        sections.wrong("cards", "there is no colour but wild")
    return {**{colour: deck[colour] for colour in deck if colour != WILD}, WILD: deck.get(WILD, 1)}


def read_kinds(sections: Section) -> tuple[PieceKind, ...]:
    kinds: list[PieceKind] = []
    for id, kind in sections.sections("pieces"):
        kinds.append(
            PieceKind(
                id=id,
                names=kind.names("names"),
                supply=kind.whole("supply", 1, MOST_PIECES),
                points=read_points(kind),
                one_per_route=kind.has("one_per_route") and kind.flag("one_per_route"),
            )
        )
        kind.close()
    if not kinds:
        sections.spoil("pieces", "there is no kind of piece")
    if len(kinds) > MOST_KINDS:
        sections.wrong("pieces", f"there are {len(kinds)} kinds of pieces; {MOST_KINDS} is the most")
    return tuple(kinds)


def read_points(kind: Section) -> dict[int, int]:
    """Cards paid → points."""
    table = kind.section("points")
    points: dict[int, int] = {}
    for cards in table.own_keys():
        if not CARDS.fullmatch(cards) or int(cards) > MOST_LENGTH:
            table.wrong(cards, f"{quote(cards)} is not a number of cards from 1 to {MOST_LENGTH}")
            continue
        points[int(cards)] = table.whole(cards, 0, MOST_POINTS)
    return points


def read_ticket_deal(sections: Section) -> TicketDeal:
    tickets = sections.section("tickets")
    first, later = (read_deal(tickets, key) for key in ("first", "later"))
    rejected = tickets.choice("rejected", REJECTED)
    long = read_long_deal(tickets, first[0]) if tickets.has("long") else 0
    tickets.close()
    return TicketDeal(*first, *later, face_up_discard=rejected == "face_up", long_deal=long)


def read_long_deal(tickets: Section, first: int) -> int:
    """L1: how many long tickets are dealt beside the first ones."""
    part = tickets.section("long")
    deal = part.whole("deal", 1, MOST_DEALT)
    if first + deal > MOST_DEALT:
        part.wrong("deal", f"{first + deal} tickets are too many to choose from; {MOST_DEALT} is the most")
    part.close()
    return deal


def read_deal(tickets: Section, key: str) -> tuple[int, int]:
    """How many tickets are dealt, and how many of them have to be kept."""
    part = tickets.section(key)
    deal = part.whole("deal", 1, MOST_DEALT)
    keep = part.whole("keep", 1, MOST_DEALT)
    if keep > deal:
        part.wrong("keep", f"{keep} tickets can't be kept of {deal}")
    part.close()
    return deal, keep
