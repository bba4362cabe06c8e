"""The cheapest path between two places."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.board_tables import BoardTables

FAR: Final = 1 << 40


@mypyc_attr(acyclic=True)
class PathFinder:
    """Finds cheapest paths for a seat. The caller sets the `cost` of each lane: 0 for own ones, FAR for closed ones."""

    def __init__(self, tables: BoardTables) -> None:
        game = tables.game
        self.tables = tables
        self.cost: vec[i64] = vec[i64]([0] * len(game.lane_a))
        self.far: vec[i64] = vec[i64]([0] * game.places)
        self.came: vec[i64] = vec[i64]([0] * game.places)
        self.back: vec[i64] = vec[i64]([0] * game.places)
        self.frontier: vec[i64] = vec[i64]([0] * game.places)
        self.goal: i64 = 0

    def find_ticket(self, ticket: i64) -> i64:
        """The cost of a ticket's cheapest path, or FAR; it leads to `goal`, the nearest of its goals (R30)."""
        game = self.tables.game
        start = game.ticket_a[ticket]
        self.goal = game.ticket_b[ticket]
        if game.several_goals:
            least = self.find(start, self.goal)
            for place in game.goals(ticket):
                price = self.find(start, place)
                if price < least:
                    least = price
                    self.goal = place
        return self.find(start, self.goal)

    def find(self, start: i64, goal: i64) -> i64:
        """The cost of the cheapest path, or FAR if there is none (Dijkstra).

        For every place on the path, `came` is the lane that leads there and `back` the place before."""
        far = self.far
        came = self.came
        back = self.back
        cost = self.cost
        frontier = self.frontier
        first = self.tables.first
        lanes = self.tables.lanes
        others = self.tables.others
        place: i64
        for place in range(len(far)):
            far[place] = FAR
        far[start] = 0
        frontier[0] = start
        reached: i64 = 1  # places on the frontier, unsorted: they are few, so looking through them is quickest
        while reached > 0:
            at: i64 = 0
            index: i64
            for index in range(1, reached):
                if far[frontier[index]] < far[frontier[at]]:
                    at = index
            here = frontier[at]
            least = far[here]
            if here == goal:
                return least
            reached -= 1
            frontier[at] = frontier[reached]
            for index in range(first[here], first[here + 1]):
                lane = lanes[index]
                price = least + cost[lane]
                there = others[index]
                before = far[there]
                if price < before:  # never for a settled place, nor over a closed lane
                    if before == FAR:
                        frontier[reached] = there
                        reached += 1
                    far[there] = price
                    came[there] = lane
                    back[there] = here
        return FAR
