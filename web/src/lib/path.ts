import type { BoardInfo, ViewFacts } from "../generated/types";

/** A cheapest way between two places for a seat: its own lanes cost nothing, those still open their cards. A hint for the
 * eye only; null if there is none left. */
export function possiblePath(board: BoardInfo, view: ViewFacts, seat: number | null, a: number, b: number): number[] | null {
  const shut = new Set(seat === null ? [] : (view.closed[seat] ?? []));
  const around = new Map<number, { lane: number; to: number; cost: number }[]>();
  board.routes.forEach((route, lane) => {
    const owner = view.owner[lane] ?? -1;
    if (owner >= 0 ? owner !== seat : shut.has(lane)) return;
    const cost = owner >= 0 ? 0 : route.cards;
    for (const [from, to] of [[route.a, route.b], [route.b, route.a]] as const) {
      around.set(from, [...(around.get(from) ?? []), { lane, to, cost }]);
    }
  });
  const best = new Map<number, number>([[a, 0]]);
  const by = new Map<number, { lane: number; from: number }>();
  const open = new Set([a]);
  while (open.size > 0) {
    const here = [...open].reduce((one, other) => ((best.get(other) ?? 0) < (best.get(one) ?? 0) ? other : one));
    if (here === b) break;
    open.delete(here);
    for (const { lane, to, cost } of around.get(here) ?? []) {
      const reached = (best.get(here) ?? 0) + cost;
      if (reached < (best.get(to) ?? Infinity)) {
        best.set(to, reached);
        by.set(to, { lane, from: here });
        open.add(to);
      }
    }
  }
  if (!best.has(b)) return null;
  const lanes: number[] = [];
  for (let place = b; place !== a; ) {
    const step = by.get(place);
    if (!step) return null;
    lanes.push(step.lane);
    place = step.from;
  }
  return lanes.reverse();
}

/** The lanes of an owner by which two places are joined, fewest first; none if they are not. */
export function wayOf(board: BoardInfo, owners: number[], owner: number, from: number, to: number): number[] {
  const came = new Map<number, { lane: number; place: number } | null>([[from, null]]);
  const open = [from];
  for (let place = open.shift(); place !== undefined; place = open.shift()) {
    board.routes.forEach((route, lane) => {
      if (owners[lane] !== owner || (route.a !== place && route.b !== place)) return;
      const next = route.a === place ? route.b : route.a;
      if (came.has(next)) return;
      came.set(next, { lane, place: place! });
      open.push(next);
    });
  }
  const lanes: number[] = [];
  for (let step = came.get(to); step; step = came.get(step.place)) lanes.push(step.lane);
  return lanes;
}

/** The tickets in hand that a lane joins: its owner's network does it with the lane and not without. */
export function joinedBy(board: BoardInfo, view: ViewFacts, seat: number, lane: number): number[] {
  const owners = (owner: number): number[] => view.owner.map((before, each) => (each === lane ? owner : before));
  const [without, having] = [owners(-1), owners(seat)];
  return view.tickets.filter((ticket) => {
    const printed = board.ticket_list[ticket];
    if (!printed) return false;
    const joined = (held: number[]): boolean => wayOf(board, held, seat, printed.a, printed.b).length > 0;
    return joined(having) && !joined(without);
  });
}
