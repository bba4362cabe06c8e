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
