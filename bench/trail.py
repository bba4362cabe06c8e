"""How long the longest trail takes at worst: networks made to be hard, family by family.

    python bench/trail.py [--instances 1000] [--seed 1] [--family cubic]

Every family is measured with up to 45 lanes of one piece (the most a player lays on the known boards), with as many as
a board may let a player own (MOST_LANES), of one piece and of 1 to 6, with lengths of 1 to 6 and 45 pieces in all, and
"climbed": changed lane by lane as long as that makes no less work. Last come networks far beyond that bound, where the
search gives up. Times are the least of three runs.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from time import perf_counter

from librt.vecs import vec
from mypy_extensions import i64

import ferrovia
from ferrovia.boards import load
from ferrovia.rules.longest_path.graph import Graph
from ferrovia.rules.longest_path.trail import MOST_LANES, MOST_STATES, LongestTrail

Pairs = list[tuple[int, int]]
Lanes = list[tuple[int, int, int]]
Family = Callable[[random.Random, int], Pairs]
"""Makes a network; of lanes beyond the number asked for some are left out at random."""


# --- families -------------------------------------------------------------------------------------------
def lattice(rows: int, columns: int) -> Pairs:
    across = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    return across + [(r * columns + c, r * columns + c + columns) for r in range(rows - 1) for c in range(columns)]


def grid(rng: random.Random, lanes: int) -> Pairs:
    return lattice(rng.randint(2, 7), rng.randint(3, 12))


def triangles(rng: random.Random, lanes: int) -> Pairs:
    rows, columns = rng.randint(2, 6), rng.randint(3, 10)
    slants = [(r * columns + c, (r + 1) * columns + c + 1) for r in range(rows - 1) for c in range(columns - 1)]
    return lattice(rows, columns) + slants


def hexagons(rng: random.Random, lanes: int) -> Pairs:
    """As a wall of bricks: every second upright of a grid."""
    rows, columns = rng.randint(2, 8), rng.randint(4, 13)
    return [(a, b) for a, b in lattice(rows, columns) if b == a + 1 or (a // columns + a % columns) % 2 == 0]


def complete(rng: random.Random, lanes: int) -> Pairs:
    return list(combinations(range(rng.randint(4, 13)), 2))


def sparse(rng: random.Random, lanes: int) -> Pairs:
    return list(combinations(range(rng.randint(lanes // 4, lanes)), 2))


def cubic(rng: random.Random, lanes: int) -> Pairs:
    """Three lanes at every place: everything is odd."""
    places = 2 * rng.randint(4, lanes // 3)
    while True:
        ends = [place for place in range(places) for _ in range(3)]
        rng.shuffle(ends)
        pairs = {(min(a, b), max(a, b)) for a, b in zip(ends[::2], ends[1::2], strict=True) if a != b}
        if len(pairs) == len(ends) // 2:
            return sorted(pairs)


def planar(rng: random.Random, lanes: int) -> Pairs:
    """Points at random, joined nearest first wherever no lane is crossed: like a board."""
    points = [complex(rng.random(), rng.random()) for _ in range(rng.randint(10, 40))]

    def left(p: complex, q: complex, r: complex) -> bool:
        return ((q - p).conjugate() * (r - p)).imag > 0

    def crosses(a: int, b: int, c: int, d: int) -> bool:
        p, q, r, s = points[a], points[b], points[c], points[d]
        return len({a, b, c, d}) == 4 and left(p, q, r) != left(p, q, s) and left(r, s, p) != left(r, s, q)

    laid: Pairs = []
    for a, b in sorted(combinations(range(len(points)), 2), key=lambda pair: abs(points[pair[0]] - points[pair[1]])):
        if len(laid) < lanes and not any(crosses(a, b, c, d) for c, d in laid):
            laid.append((a, b))
    return laid


def blob(rng: random.Random, places: int, lanes: int, first: int) -> Pairs:
    pairs = list(combinations(range(first, first + places), 2))
    return rng.sample(pairs, min(lanes, len(pairs)))


def blobs_on_a_hub(rng: random.Random, lanes: int) -> Pairs:
    """Dense blobs, each at the end of a path from one place."""
    count, size, stalk = rng.randint(2, 5), rng.randint(4, 8), rng.randint(1, 3)
    pairs: Pairs = []
    for i in range(count):
        first = 1 + i * (size + stalk)
        pairs += blob(rng, size, lanes // count - stalk, first)
        way = [0, *range(first + size, first + size + stalk - 1), rng.randrange(first, first + size)]
        pairs += pairwise(way)
    return pairs


def blobs_in_a_row(rng: random.Random, lanes: int) -> Pairs:
    """Dense blobs, each joined to the next by one or two lanes."""
    count, size = rng.randint(2, 5), rng.randint(4, 9)
    pairs: Pairs = []
    for i in range(count):
        pairs += blob(rng, size, lanes // count - 2, i * size)
        for _ in range(rng.randint(1, 2) if i else 0):
            pairs.append((rng.randrange((i - 1) * size, i * size), rng.randrange(i * size, (i + 1) * size)))
    return sorted(set(pairs))


def loops_hung_on(rng: random.Random, pairs: Pairs, lanes: int, on: int) -> Pairs:
    """Hangs single lanes and rings, some on a stalk, on the first `on` places until there are enough lanes."""
    free = 1 + max(max(pair) for pair in pairs)
    while len(pairs) < lanes:
        hook, size = rng.randrange(on), rng.choice([1, 3, 3, 4, 5])
        if size == 1 or rng.random() < 0.6:
            pairs.append((hook, free))
            hook, free = free, free + 1
        if size > 1:
            around = [hook, *range(free, free + size - 1)]
            pairs += [(around[i - 1], around[i]) for i in range(size)]
            free += size - 1
    return pairs


def caterpillar(rng: random.Random, lanes: int) -> Pairs:
    spine = rng.randint(2, lanes // 3)
    return loops_hung_on(rng, [(i, i + 1) for i in range(spine)], lanes - 5, spine + 1)


def star(rng: random.Random, lanes: int) -> Pairs:
    return loops_hung_on(rng, [(0, 1)], lanes - 5, 1)


def fringed(rng: random.Random, lanes: int) -> Pairs:
    """A dense blob with all sorts of loops hung on it."""
    size = rng.randint(5, 9)
    return loops_hung_on(rng, blob(rng, size, rng.randint(size, 3 * size), 0), lanes - 5, size)


FAMILIES: dict[str, Family] = {
    family.__name__.replace("_", " "): family
    for family in (
        *(grid, triangles, hexagons, complete, sparse, cubic, planar),
        *(blobs_on_a_hub, blobs_in_a_row, caterpillar, star, fringed),
    )
}


# --- instances ------------------------------------------------------------------------------------------
def cut(rng: random.Random, pairs: Pairs, lanes: int) -> Pairs:
    return pairs if len(pairs) <= lanes else rng.sample(pairs, lanes)


def unit(pairs: Pairs) -> Lanes:
    return [(a, b, 1) for a, b in pairs]


def up_to_45(rng: random.Random, family: Family) -> Lanes:
    return unit(cut(rng, family(rng, 45), 45))


def at_the_bound(rng: random.Random, family: Family) -> Lanes:
    return unit(cut(rng, family(rng, MOST_LANES), MOST_LANES))


def weighted_at_the_bound(rng: random.Random, family: Family) -> Lanes:
    return [(a, b, rng.randint(1, 6)) for a, b, _ in at_the_bound(rng, family)]


def weighted(rng: random.Random, family: Family) -> Lanes:
    left = 45
    lanes: Lanes = []
    for a, b in cut(rng, family(rng, 30), 45):
        length = min(left, rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 6)))
        if length > 0:
            lanes.append((a, b, length))
            left -= length
    return lanes


def board_networks(rng: random.Random, instances: int) -> Iterator[Lanes]:
    """Networks grown on the USA board until no piece is left: what players lay who connect."""
    routes = {(lane.a, lane.b): lane.cards for lane in load("usa").lanes}
    for _ in range(instances):
        lanes: Lanes = []
        while True:
            met = {place for a, b, _ in lanes for place in (a, b)} or {rng.choice(list(routes))[0]}
            left = 45 - sum(length for _, _, length in lanes)
            laid = {(a, b) for a, b, _ in lanes}
            open_routes = [r for r, cards in routes.items() if r not in laid and cards <= left and met & set(r)]
            if not open_routes:
                break
            route = rng.choice(open_routes)
            lanes.append((*route, routes[route]))
        yield lanes


def climb(rng: random.Random, family: Family, lanes: int, tries: int) -> Iterator[Lanes]:
    """From the hardest of some networks, lane by lane to harder ones."""
    first = max((cut(rng, family(rng, lanes), lanes) for _ in range(50)), key=lambda pairs: work(unit(pairs)))
    pairs, most = first, work(unit(first))
    yield unit(first)
    for _ in range(tries):
        changed = change(rng, pairs, lanes)
        states = work(unit(changed))
        if states >= most:
            pairs, most = changed, states
            yield unit(changed)


def change(rng: random.Random, pairs: Pairs, lanes: int) -> Pairs:
    """Leads some lanes elsewhere, and adds some if there are too few."""
    places = sorted({place for pair in pairs for place in pair})
    changed = list(pairs)
    for _ in range(rng.choice([1, 1, 2, 3])):
        a, b = changed.pop(rng.randrange(len(changed)))
        if rng.random() < 0.3:
            c, d = changed.pop(rng.randrange(len(changed)))
            changed += [(a, d), (c, b)]
        else:
            changed.append((rng.choice([a, b, rng.choice(places)]), rng.choice([*places, places[-1] + 1])))
    changed += [(rng.choice(places), rng.choice(places)) for _ in range(lanes - len(changed))]
    return sorted({(min(a, b), max(a, b)) for a, b in changed if a != b})


# --- measuring ------------------------------------------------------------------------------------------
def network(lanes: Lanes) -> Graph:
    names = {place: i for i, place in enumerate(sorted({place for a, b, _ in lanes for place in (a, b)}))}
    a = vec[i64]([names[lane[0]] for lane in lanes])
    b = vec[i64]([names[lane[1]] for lane in lanes])
    return Graph(len(names), a, b, vec[i64]([lane[2] for lane in lanes]))


def work(lanes: Lanes) -> int:
    """The states that the careful search met; 0 if trying all trails was enough."""
    trail = LongestTrail(network(lanes))
    trail.length()
    return trail.states


def beyond_the_bound(rng: random.Random) -> Iterator[Lanes]:
    """Complete networks, and half of the lanes of one: what two players would own of it."""
    for places in (16, 20, 30):
        yield unit(list(combinations(range(places), 2)))
    for places in (30, 45):
        pairs = list(combinations(range(places), 2))
        yield unit(rng.sample(pairs, len(pairs) // 2))


def seconds(lanes: Lanes) -> float:
    graph = network(lanes)
    best = float("inf")
    for _ in range(3):
        start = perf_counter()
        LongestTrail(graph).length()
        best = min(best, perf_counter() - start)
    return best


def report(name: str, instances: Iterator[Lanes]) -> float:
    measured = [(seconds(lanes), work(lanes), len(lanes)) for lanes in instances]
    times = sorted(time for time, _, _ in measured)
    median, late = times[len(times) // 2], times[len(times) * 99 // 100]
    states = max(states for _, states, _ in measured)
    most = max(lanes for _, _, lanes in measured)
    row = f"{median * 1e3:9.3f} {late * 1e3:9.3f} {times[-1] * 1e3:9.3f} {states:9,}"
    print(f"{name:36} {len(times):6,} {most:6} {row}", flush=True)
    return times[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", type=int, default=1000, help="networks per line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", choices=FAMILIES, help="only this one")
    options = parser.parse_args()
    print("compiled" if ferrovia.COMPILED else "NOT COMPILED: these times say nothing")
    print(f"{'milliseconds':36} {'number':>6} {'lanes':>6} {'median':>9} {'99 %':>9} {'slowest':>9} {'states':>9}")
    worst = 0.0
    for name in [options.family] if options.family else FAMILIES:
        family = FAMILIES[name]
        for kind in (up_to_45, at_the_bound, weighted_at_the_bound, weighted):
            rng = random.Random(f"{options.seed} {name} {kind.__name__}")
            networks = (kind(rng, family) for _ in range(options.instances))
            worst = max(worst, report(f"{name}, {kind.__name__.replace('_', ' ')}", networks))
        for lanes in (45, MOST_LANES):
            rng = random.Random(f"{options.seed} {name} {lanes}")
            worst = max(worst, report(f"{name}, climbed {lanes}", climb(rng, family, lanes, options.instances)))
    rng = random.Random(options.seed)
    report("USA board, grown", board_networks(rng, options.instances))
    print(f"slowest of all within the bound: {worst * 1e3:.1f} ms; a search gives up after {MOST_STATES:,} states")
    report("beyond the bound", beyond_the_bound(rng))


if __name__ == "__main__":
    main()
