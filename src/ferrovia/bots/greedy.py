"""Goes for its cheapest ticket by the shortest way left; without one, for the most points a claim gives now."""

from __future__ import annotations

from ferrovia.bots.outlook import Outlook
from ferrovia.bots.scripted import Scripted


class Greedy(Scripted):
    def wanted(self, outlook: Outlook) -> list[int]:
        """The lanes still missing to the open ticket that needs the fewest cards, the longest first."""
        ways = [way for ticket in outlook.open_tickets() if (way := outlook.way(ticket))]
        best = min(ways, key=outlook.cost, default=[])
        return sorted(best, key=lambda lane: -outlook.game.lane_points[lane])
