"""From counts to figures: what a maker asks of a board, each answer with its interval."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ferrovia.balance.counting.layout import CLASSES, SHARE
from ferrovia.balance.counts import Counts
from ferrovia.balance.intervals import Figure, jackknife, rate
from ferrovia.balance.measurement import Measurement
from ferrovia.balance.plan import PLANNER, RANDOM
from ferrovia.balance.playing import offer_bounds
from ferrovia.balance.ratios import each, per_game, scarcity, short, used, wild_share
from ferrovia.balance.rows import (
    ColourRow,
    Figures,
    LaneRow,
    LengthRow,
    OfferRow,
    SeatRow,
    StyleRow,
    TicketRow,
)
from ferrovia.balance.ticket_worth import worths
from ferrovia.boards.hints import balance_of

THOUSAND: Final = 1000
TENTHS: Final = 10


def figures_of(measurement: Measurement) -> Figures:
    found = Figures([], [], [], [], [], [], list(style_rows(measurement)))
    for players in measurement.plan.tables:
        for by in (RANDOM, PLANNER):
            counts = measurement.counts(players, by)
            if counts is None:
                continue
            found.seats.extend(seat_rows(counts, by))
            found.offers.extend(offer_rows(counts, by))
            found.tickets.extend(ticket_rows(counts, by))
            found.lanes.extend(lane_rows(counts, by))
            found.colours.extend(colour_rows(counts, by))
            found.length.append(length_row(counts, by))
    return found


def sure(figure: Figure | None) -> Figure:
    assert figure is not None
    return figure


def count_of(figure: Figure | None) -> Figure | None:
    """Nothing happens less often than never."""
    return None if figure is None else Figure(figure.value, max(0.0, figure.low), figure.high)


def seat_rows(counts: Counts, by: str) -> Iterator[SeatRow]:
    players, whole = int(counts.game.seats), counts.whole
    games = whole.game("games")
    for block in ("order", "chair"):
        for place in range(players if games else 0):
            win = sure(rate(whole.of(block, place, "win") / SHARE, games))
            score = jackknife(counts, per_game(block, place, "score"))
            turn, chair = (place + 1, None) if block == "order" else (None, place + 1)
            yield SeatRow(players, by, turn, chair, win, 1 / players, score)


def offer_rows(counts: Counts, by: str) -> Iterator[OfferRow]:
    game, whole = counts.game, counts.whole
    players, board = int(game.seats), game.board
    fair = 1 / players
    edges = [None, *offer_bounds(game), None]
    for kind in range(CLASSES):
        count = whole.of("classes", kind, "offers")
        least, most = edges[kind], edges[kind + 1]
        if count:
            win = sure(rate(whole.of("classes", kind, "win") / SHARE, count))
            yield OfferRow(players, by, None, None, None, None if least is None else least + 1, most, count, win, fair)
    for ticket, printed in enumerate(board.tickets):
        count = whole.of("tickets", ticket, "opening")
        if count:
            win = sure(rate(whole.of("tickets", ticket, "opening_win") / SHARE, count))
            ends = board.places[printed.a].name, board.places[printed.b].name
            yield OfferRow(players, by, ticket, *ends, None, None, count, win, fair)


def ticket_rows(counts: Counts, by: str) -> Iterator[TicketRow]:
    board, whole = counts.game.board, counts.whole
    ways, worth = balance_of(board).ways, worths(counts)
    for ticket, printed in enumerate(board.tickets):
        yield TicketRow(
            int(counts.game.seats),
            by,
            ticket,
            board.places[printed.a].name,
            board.places[printed.b].name,
            printed.points,
            ways[ticket],
            kept=rate(whole.of("tickets", ticket, "kept"), whole.of("tickets", ticket, "seen")),
            completed=rate(whole.of("tickets", ticket, "completed"), whole.of("tickets", ticket, "held")),
            gain=worth[ticket].points,
            win=worth[ticket].win,
            worth=worth[ticket].value if by == PLANNER else None,
        )


def lane_rows(counts: Counts, by: str) -> Iterator[LaneRow]:
    game, whole = counts.game, counts.whole
    games = whole.game("games")
    for number, lane in enumerate(game.lanes if games else ()):
        yield LaneRow(
            int(game.seats),
            by,
            number,
            game.board.places[lane.a].name,
            game.board.places[lane.b].name,
            lane.colour,
            lane.cards,
            claimed=sure(rate(whole.of("lanes", number, "claimed"), games)),
            when=jackknife(counts, each("lanes", number, "when", "claimed", THOUSAND)),
            lacked=count_of(jackknife(counts, per_game("lanes", number, "lacked"))),
            lost=count_of(jackknife(counts, per_game("lanes", number, "lost"))),
            cost=jackknife(counts, each("lanes", number, "lacked_points", "lacked")),
            snatched=count_of(jackknife(counts, per_game("lanes", number, "snatched"))) if by == PLANNER else None,
            detour=jackknife(counts, each("lanes", number, "snatched_cost", "snatched", TENTHS)),
        )


def colour_rows(counts: Counts, by: str) -> Iterator[ColourRow]:
    game = counts.game
    spaces = balance_of(game.board).spaces
    for number, colour in enumerate(game.board.colours):
        cards = game.board.deck[colour]
        yield ColourRow(
            int(game.seats),
            by,
            colour,
            cards,
            spaces[colour],
            wilds=jackknife(counts, wild_share(number)),
            idle=jackknife(counts, per_game("colours", number, "idle", int(game.seats))),
            used=jackknife(counts, used(number, cards)) if cards else None,
            short=jackknife(counts, short(number)) if by == PLANNER else None,
            scarce=jackknife(counts, scarcity(counts.game, number)),
        )


def length_row(counts: Counts, by: str) -> LengthRow:
    whole = counts.whole
    games, seats = whole.game("games"), int(counts.game.seats)
    return LengthRow(
        seats,
        by,
        games,
        whole.game("unfinished"),
        turns=jackknife(counts, per_game("game", 0, "turns", seats)),
        lead_changes=jackknife(counts, per_game("game", 0, "lead_changes")),
        margin=jackknife(counts, per_game("game", 0, "margin")),
        surprises=rate(whole.game("surprises"), games),
        resets=rate(whole.game("resets"), games),
        empty_decks=rate(whole.game("empty_decks"), games),
        bare=rate(whole.game("bare"), games),
        passes=rate(whole.game("passes"), games),
    )


def style_rows(measurement: Measurement) -> Iterator[StyleRow]:
    """Both ways round."""
    for (one, other), (games, wins, losses) in measurement.styles().items():
        yield StyleRow(one, other, games, sure(rate(wins / SHARE, games)))
        yield StyleRow(other, one, games, sure(rate(losses / SHARE, games)))
