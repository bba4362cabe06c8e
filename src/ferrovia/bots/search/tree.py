"""The nodes of a search tree over information sets: what was tried after a sequence of moves, and how it ended."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

NOWHERE: Final = -1


@mypyc_attr(acyclic=True)
class Node:
    """A decision after a sequence of moves, whatever was dealt meanwhile. Which moves there are differs from deal to
    deal, so each counts how often it could have been chosen.

    Values are those of the seat that decides here, from 0 to 1."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.total: float = 0.0
        self.moves: vec[i64] = vec[i64]()
        self.offered: vec[i64] = vec[i64]()
        self.tries: vec[i64] = vec[i64]()
        self.totals: list[float] = []
        self.children: list[Node | None] = []

    def __reduce__(self) -> tuple[object, ...]:
        """By its fields, with all below it."""
        tables = (list(self.moves), list(self.offered), list(self.tries))
        return restore_node, (int(self.visits), self.total, tables, self.totals, self.children)

    def place_of(self, move: i64) -> i64:
        """Where a move stands, or NOWHERE."""
        place: i64
        for place in range(len(self.moves)):
            if self.moves[place] == move:
                return place
        return NOWHERE

    def place_for(self, move: i64) -> i64:
        """The same, and a new place for a new move."""
        place = self.place_of(move)
        if place != NOWHERE:
            return place
        self.moves = append(self.moves, move)
        self.offered = append(self.offered, 0)
        self.tries = append(self.tries, 0)
        self.totals.append(0.0)
        self.children.append(None)
        return len(self.moves) - 1

    def child(self, move: i64) -> Node | None:
        """What is known of the position after a move."""
        place = self.place_of(move)
        return None if place == NOWHERE else self.children[place]

    def select(self, moves: vec[i64], trust: float, curiosity: float) -> i64:
        """The move to try next (PUCT). The first of `moves` has `trust` as its prior, the others share the rest; a move
        that was never tried counts as much as the position."""
        others = len(moves) - 1
        prior = trust
        mean = 0.5
        if self.visits > 0:
            mean = self.total / float(int(self.visits))
        best: i64 = 0
        most = -1.0
        index: i64
        for index in range(len(moves)):
            place = self.place_for(moves[index])
            self.offered[place] += 1
            tries = float(int(self.tries[place]))
            worth = mean
            if tries > 0.0:
                worth = self.totals[int(place)] / tries
            worth += curiosity * prior * math.sqrt(float(int(self.offered[place]))) / (1.0 + tries)
            if worth > most:
                most = worth
                best = index
            if index == 0 and others > 0:
                prior = (1.0 - trust) / float(int(others))
        return best

    def add(self, move: i64, value: float) -> None:
        """Counts a result after a move."""
        place = self.place_for(move)
        self.visits += 1
        self.total += value
        self.tries[place] += 1
        self.totals[int(place)] += value


def restore_node(
    visits: int,
    total: float,
    tables: tuple[list[i64], list[i64], list[i64]],
    totals: list[float],
    children: list[Node | None],
) -> Node:
    """A node that was pickled or copied."""
    node = Node()
    node.visits, node.total = visits, total
    moves, offered, tries = tables
    node.moves, node.offered, node.tries = vec[i64](moves), vec[i64](offered), vec[i64](tries)
    node.totals, node.children = totals, children
    return node
