"""Ratings: one number per bot that explains all its games, whatever the number of seats (openskill, Plackett–Luce)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import NamedTuple

from ferrovia._extras import need
from ferrovia.arena.results import GameResult


class Rating(NamedTuple):
    """Everybody begins at 25 ± 8.33."""

    mu: float
    sigma: float


def check_ratings() -> None:
    """Says that the package is missing before anything is played."""
    need("openskill")


def rate(results: Iterable[GameResult], known: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """Games count in the order of their rounds, so that no bot meets all of one opponent first. Ratings that are known
    already are gone on with."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0)  # bots do not change while they play
    ratings: dict[str, Rating] = dict(known or {})
    for result in sorted(results, key=lambda result: (result.round, result.number)):
        bots = [seat.bot for seat in result.seats]
        teams = [[model.rating(*ratings.get(bot, Rating(model.mu, model.sigma)))] for bot in bots]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in result.seats])
        for bot in dict.fromkeys(bots):
            copies = [team[0] for team, name in zip(rated, bots, strict=True) if name == bot]
            ratings[bot] = Rating(fmean(copy.mu for copy in copies), fmean(copy.sigma for copy in copies))
    return ratings
