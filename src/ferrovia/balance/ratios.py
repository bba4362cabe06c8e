"""Counts by counts: the statistics whose values and intervals figures are."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

from ferrovia.balance.counts import Table
from ferrovia.balance.intervals import Statistic
from ferrovia.engine.game import Game


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
