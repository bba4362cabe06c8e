"""From counts to figures: what a maker asks of a board, each answer with its interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from statistics import fmean
from typing import Any, Final

from ferrovia.balance.counting.layout import CLASSES, SHARE
from ferrovia.balance.counts import Counts, Table
from ferrovia.balance.intervals import Figure, Statistic, jackknife, rate
from ferrovia.balance.measurement import Measurement
from ferrovia.balance.plan import PLANNER, RANDOM
from ferrovia.balance.playing import offer_bounds
from ferrovia.balance.ticket_worth import worths
from ferrovia.boards.hints import balance_of
from ferrovia.engine.game import Game

THOUSAND: Final = 1000
TENTHS: Final = 10


@dataclass(frozen=True)
class Row:
    """A thing and its figures, at one number of players and by one kind of play."""

    players: int
    by: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it: figures with their intervals, places by their names."""
        plain = {}
        for field in fields(self):
            value = getattr(self, field.name)
            plain[field.name.rstrip("_")] = value.to_dict() if isinstance(value, Figure) else value
        return plain


@dataclass(frozen=True)
class SeatRow(Row):
    turn: int | None
    """The place in the order of play, from 1 on; None where the row is of a chair …"""
    chair: int | None
    """… at the table, which ought to make no difference at all."""
    win: Figure
    fair: float
    score: Figure | None


@dataclass(frozen=True)
class OfferRow(Row):
    ticket: int | None
    """Of offers with this ticket in it; None where the row is of a class by points."""
    from_: str | None
    to: str | None
    least: int | None
    most: int | None
    """Points of a class; None: no bound."""
    offers: int
    win: Figure
    fair: float


@dataclass(frozen=True)
class TicketRow(Row):
    ticket: int
    from_: str
    to: str
    points: int
    way: int
    """The cards of its shortest way."""
    kept: Figure | None
    """How often it was kept when it was offered."""
    completed: Figure | None
    """How often it was completed when it was held."""
    gain: Figure | None
    """What keeping it, rather than another, adds to the score …"""
    win: Figure | None
    """… and to the chance to win."""
    worth: Figure | None
    """The points that would make it as good as the others of its length; planners' games alone can tell."""


@dataclass(frozen=True)
class LaneRow(Row):
    lane: int
    from_: str
    to: str
    colour: str
    cards: int
    claimed: Figure
    when: Figure | None
    """From 0, the first turn, to 1, the last."""
    lacked: Figure | None
    """Tickets a game that this lane alone would have completed."""
    lost: Figure | None
    """The same, and it could not be had any more."""
    cost: Figure | None
    """Points that each of these tickets made in difference."""
    snatched: Figure | None
    """How often a game somebody took it while another planned with it …"""
    detour: Figure | None
    """… and the points that the detour then cost, by the plan of who lost it."""


@dataclass(frozen=True)
class ColourRow(Row):
    colour: str
    cards: int
    """In the deck."""
    spaces: int
    """On lanes of this colour."""
    wilds: Figure | None
    """The share of wilds in what was paid for lanes of this colour."""
    idle: Figure | None
    """Cards that every player has left at the end."""
    used: Figure | None
    """How often a game each card of the deck was paid."""
    short: Figure | None
    """The share of turns in which a planner lacked cards of this colour."""
    scarce: Figure | None
    """How much dearer its lanes are than those of other colours: paid with more wilds, and claimed less. 1 is even."""


@dataclass(frozen=True)
class LengthRow(Row):
    games: int
    unfinished: int
    turns: Figure | None
    """Of each player."""
    lead_changes: Figure | None
    margin: Figure | None
    surprises: Figure | None
    """How often somebody wins who was not ahead before tickets and bonuses were counted."""
    resets: Figure | None
    empty_decks: Figure | None
    bare: Figure | None
    """How often not a single card was left to draw."""
    passes: Figure | None


@dataclass(frozen=True)
class StyleRow:
    style: str
    against: str
    games: int
    win: Figure

    def to_dict(self) -> dict[str, Any]:
        return {"style": self.style, "against": self.against, "games": self.games, "win": self.win.to_dict()}


@dataclass(frozen=True)
class Figures:
    """All that was measured of a board. The fields are the keys of its JSON."""

    seats: list[SeatRow]
    offers: list[OfferRow]
    tickets: list[TicketRow]
    lanes: list[LaneRow]
    colours: list[ColourRow]
    length: list[LengthRow]
    styles: list[StyleRow]

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        return {field.name: [row.to_dict() for row in getattr(self, field.name)] for field in fields(self)}


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


# --- statistics -------------------------------------------------------------------------------------------
def ratio(over: Callable[[Table], float], under: Callable[[Table], float]) -> Statistic:
    def statistic(table: Table) -> float | None:
        below = under(table)
        return over(table) / below if below else None

    return statistic


def per_game(block: str, row: int, column: str, unit: float = 1.0) -> Statistic:
    return ratio(lambda table: table.of(block, row, column) / unit, lambda table: table.game("games"))


def each(block: str, row: int, over: str, under: str, unit: float = 1.0) -> Statistic:
    """One count of a thing for every one of another."""
    return ratio(lambda table: table.of(block, row, over) / unit, lambda table: table.of(block, row, under))


# --- rows -------------------------------------------------------------------------------------------------
def sure(figure: Figure | None) -> Figure:
    assert figure is not None
    return figure


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
            lacked=jackknife(counts, per_game("lanes", number, "lacked")),
            lost=jackknife(counts, per_game("lanes", number, "lost")),
            cost=jackknife(counts, each("lanes", number, "lacked_points", "lacked")),
            snatched=jackknife(counts, per_game("lanes", number, "snatched")) if by == PLANNER else None,
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


def wild_share(colour: int) -> Statistic:
    def under(table: Table) -> float:
        return table.of("colours", colour, "plain") + table.of("colours", colour, "wilds")

    return ratio(lambda table: table.of("colours", colour, "wilds"), under)


def used(colour: int, cards: int) -> Statistic:
    def over(table: Table) -> float:
        return (table.of("colours", colour, "plain") + table.of("colours", colour, "grey")) / cards

    return ratio(over, lambda table: table.game("games"))


def short(colour: int) -> Statistic:
    return ratio(lambda table: table.of("colours", colour, "short"), lambda table: table.game("plans"))


def scarcity(game: Game, colour: int) -> Statistic:
    """Wilds tell demand and supply apart only together with claims: lanes that all want are paid with many wilds, too,
    but they are claimed often."""
    lanes = [[n for n, own in enumerate(game.lane_colour) if own == one] for one in range(int(game.wild))]
    others = [one for one in range(int(game.wild)) if one != colour and lanes[one]]

    def claims(table: Table, one: int) -> float:
        return sum(table.of("lanes", lane, "claimed") for lane in lanes[one]) / len(lanes[one])

    def statistic(table: Table) -> float | None:
        wilds = [wild_share(one)(table) for one in (colour, *others)] if lanes[colour] and others else []
        known = [share for share in wilds if share is not None]
        usual = fmean(known[1:]) if len(known) == len(wilds) > 1 else 0.0
        taken = claims(table, colour) if usual else 0.0
        if not taken:
            return None
        return known[0] / usual * fmean(claims(table, one) for one in others) / taken

    return statistic


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
