"""Finds how the routes of a board are best bent, and writes it into its look.toml.

    python tools/bend_routes.py BOARD_FOLDER [--seconds 60] [--seed 1] [--on] [--heat 4] [--known KNOWN.json]

`ferrovia.draw` bends routes that the look says nothing about by a quick search of its own. This one takes its time:
it starts from there (or from the bends in the look, with --on) and lets every route wander, in smaller and smaller
steps, as long as the map as a whole gets no worse. Little heat only polishes. Bends written by hand can be kept with
--keep "Denver–Omaha".
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot, log
from pathlib import Path as File
from random import Random

from look_file import heading, read, write

from ferrovia.boards import load, look
from ferrovia.draw.bends import Candidate, crowding, neighbours, settle, weigh
from ferrovia.draw.courses import Curve, Ease
from ferrovia.draw.crossings import Crossings, Piece, Waters, crossed, on_board, route_name, scale_of
from ferrovia.draw.geometry import Bend, Path, Point, distance
from ferrovia.draw.layout import Connection, Ground, survey

COLD = 0.02
OTHER_WATER = 20.0
WIDEST = 0.4


class Shores:
    """What a route costs for crossing other water than it is known to; nothing if nobody knows."""

    def __init__(self, ground: Ground, known: Mapping[str, Sequence[int]]) -> None:
        self.ground = ground
        self.matter = len(known) > 0
        self.scale = scale_of(ground.board, ground.look)
        self.waters = Waters(ground.look)
        at = [Point(place.x, place.y) for place in ground.board.places]
        self.depths = [self.waters.depth(place) for place in at]
        self.shores = [self.around(self.waters.shores, route) for route in ground.connections]
        self.rivers = [self.around(self.waters.rivers, route) for route in ground.connections]
        self.wanted = [
            Crossings(*known[route_name(ground.board, route.a, route.b)])
            for route in (ground.connections if known else ())
        ]

    def around(self, pieces: Sequence[Piece], route: Connection) -> list[Piece]:
        places = self.ground.board.places
        a, b = places[route.a], places[route.b]
        middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        reach = 0.8 * hypot(a.x - b.x, a.y - b.y) + 20
        return [(c, d) for c, d in pieces if min(distance(c, middle), distance(d, middle)) < reach + distance(c, d)]

    def met(self, index: int, path: Path) -> Crossings:
        line = Path([on_board(self.ground, at) for at in path.points])
        depth = self.depths[self.ground.connections[index].a]
        return crossed(line, self.shores[index], self.rivers[index], depth, self.scale)

    def cost(self, index: int, option: Candidate) -> float:
        if not self.matter:
            return 0.0
        wanted = self.wanted[index]
        found = [self.met(index, lane.path) for lane in option.course.lanes]
        return OTHER_WATER * sum(off(lane, wanted) for lane in found)


def off(found: Crossings, wanted: Crossings) -> int:
    """By how many waters two crossings differ; 0 if they agree."""
    waters = max(0, found.wide - wanted.waters) + max(0, wanted.wide - found.waters)
    return waters + max(0, found.seen - wanted.rivers) + max(0, wanted.seen - found.rivers)


def wander(
    shores: Shores, chosen: list[Candidate], free: Sequence[int], seconds: float, warm: float, random: Random
) -> None:
    """Simulated annealing over bends and how tiles lie on them."""
    ground = shores.ground
    near = everybody_near(ground)
    wet = [shores.cost(index, option) for index, option in enumerate(chosen)]
    began = time.monotonic()
    while (share := (time.monotonic() - began) / seconds) < 1:
        heat = warm * (COLD / warm) ** share
        index = random.choice(free)
        option = weigh(
            *moved(ground, ground.connections[index], chosen[index], random, 0.03 * warm * (1 - share) + 0.008)
        )
        others = [chosen[other] for other in near[index]]
        before = chosen[index].cost + crowding(chosen[index], others) + wet[index]
        most = before - heat * log(random.random() or 1.0)  # what may be accepted, as Metropolis has it
        after = option.cost + crowding(option, others)
        if after <= most and after + (water := shores.cost(index, option)) <= most:
            chosen[index], wet[index] = option, water


def moved(ground: Ground, connection: Connection, now: Candidate, random: Random, far: float) -> tuple[Curve, Ease]:
    start, end = now.bend
    if random.random() < 0.1:
        start, end = (random.uniform(-0.25, 0.25) for _ in range(2))
    elif random.random() < 0.5:
        both = random.gauss(0, far)
        start, end = start + both, end + both
    else:
        start, end = start + random.gauss(0, far), end + random.gauss(0, far)
    spread, move = now.ease.spread, now.ease.move
    if random.random() < 0.4:
        spread = random.choice((1.0, 1.0, 0.5, 0.0, random.random()))
        move = random.choice((0.0, 0.0, random.uniform(-1, 1)))
    bend = Bend(*(round(min(max(value, -WIDEST), WIDEST), 3) for value in (start, end)))
    return Curve(ground, connection, bend), Ease(round(spread, 2), round(move, 2), 1.0)


def everybody_near(ground: Ground) -> list[list[int]]:
    extremes = [Bend(start, end) for start in (-WIDEST, 0.0, WIDEST) for end in (-WIDEST, 0.0, WIDEST)]
    options = [
        [weigh(Curve(ground, connection, bend), Ease(1.0, 0.0, 1.0)) for bend in extremes]
        for connection in ground.connections
    ]
    return neighbours(options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=File)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--heat", type=float, default=4.0, help="what a step may cost at first")
    parser.add_argument("--on", action="store_true", help="start from the bends that are there")
    parser.add_argument("--keep", action="append", default=[], metavar="ROUTE")
    parser.add_argument("--known", type=File, help="what routes should cross, as tools/crossings.py prints it")
    wanted = parser.parse_args()
    board, given = load(wanted.folder), look(wanted.folder)
    names = [place.name for place in board.places]
    fixed = {key: bend for key, bend in given.bends.items() if f"{names[key[0]]}–{names[key[1]]}" in wanted.keep}
    ground = survey(board, given if wanted.on else replace(given, bends=fixed))
    chosen = settle(ground)
    free = [index for index, route in enumerate(ground.connections) if (route.a, route.b) not in fixed]
    known = json.loads(wanted.known.read_text(encoding="utf-8"))[board.id] if wanted.known else {}
    wander(Shores(ground, known), chosen, free, wanted.seconds, wanted.heat, Random(wanted.seed))
    file = wanted.folder / "look.toml"
    found = read(file) if file.exists() else {}
    found["bends"] = {
        f"{names[route.a]}–{names[route.b]}": [*option.bend, option.ease.spread, option.ease.move]
        for route, option in zip(ground.connections, chosen, strict=True)
    }
    write(file, found, heading(file))


if __name__ == "__main__":
    main()
