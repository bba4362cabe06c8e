import type { BoardInfo, TicketInfo, ViewFacts } from "../../generated/types";

/** A way as far as a place: what it costs in cards, and how many pieces of each kind it takes. */
interface Trip {
  place: number;
  cards: number;
  pieces: number[];
  before: Trip | null;
  lane: number;
}

/** A cheapest way between two places for a seat: its own lanes cost nothing, those still open their cards, and there have
 * to be pieces for all of them. A hint for the eye only; null if there is none left. */
export function possiblePath(
  board: BoardInfo,
  view: ViewFacts,
  seat: number | null,
  a: number,
  b: number,
): number[] | null {
  const shut = new Set(seat === null ? [] : (view.closed[seat] ?? []));
  const supply = seat === null ? board.kinds.map(() => Infinity) : (view.pieces[seat] ?? []);
  const around = new Map<number, { lane: number; to: number }[]>();
  board.routes.forEach((route, lane) => {
    const owner = view.owner[lane] ?? -1;
    if (owner >= 0 ? owner !== seat : shut.has(lane)) return;
    for (const [from, to] of [
      [route.a, route.b],
      [route.b, route.a],
    ] as const) {
      around.set(from, [...(around.get(from) ?? []), { lane, to }]);
    }
  });
  const best = new Map<number, Trip[]>();
  const isWorse = (trip: Trip, other: Trip): boolean =>
    other.cards <= trip.cards && other.pieces.every((count, kind) => count <= (trip.pieces[kind] ?? 0));
  const open: Trip[] = [{ place: a, cards: 0, pieces: board.kinds.map(() => 0), before: null, lane: -1 }];
  while (open.length > 0) {
    const least = open.reduce((one, other, index) => (other.cards < (open[one]?.cards ?? 0) ? index : one), 0);
    const [here] = open.splice(least, 1) as [Trip];
    if (here.place === b) return lanesOf(here);
    for (const { lane, to } of around.get(here.place) ?? []) {
      const route = board.routes[lane];
      if (!route) continue;
      const mine = (view.owner[lane] ?? -1) >= 0;
      const trip: Trip = {
        place: to,
        cards: here.cards + (mine ? 0 : route.cards),
        pieces: here.pieces.map((count, kind) => count + (mine || kind !== route.kind ? 0 : route.pieces)),
        before: here,
        lane,
      };
      const others = best.get(to) ?? [];
      if (
        trip.pieces.some((count, kind) => count > (supply[kind] ?? 0)) ||
        others.some((other) => isWorse(trip, other))
      )
        continue;
      best.set(to, [...others, trip]);
      open.push(trip);
    }
  }
  return null;
}

function lanesOf(trip: Trip): number[] {
  return trip.before ? [...lanesOf(trip.before), trip.lane] : [];
}

/** The lanes of an owner by which two places are joined, fewest first; none if they are not. */
export function wayOf(board: BoardInfo, owners: number[], owner: number, from: number, to: number): number[] {
  const came = new Map<number, { lane: number; place: number } | null>([[from, null]]);
  const open = [from];
  for (let place = open.shift(); place !== undefined; place = open.shift()) {
    const here = place;
    board.routes.forEach((route, lane) => {
      if (owners[lane] !== owner || (route.a !== here && route.b !== here)) return;
      const next = route.a === here ? route.b : route.a;
      if (came.has(next)) return;
      came.set(next, { lane, place: here });
      open.push(next);
    });
  }
  const lanes: number[] = [];
  for (let step = came.get(to); step; step = came.get(step.place)) lanes.push(step.lane);
  return lanes;
}

/** The way by which a seat has joined a ticket to one of its goals; none if it has not. */
export function ticketWay(board: BoardInfo, owners: number[], seat: number, ticket: TicketInfo): number[] {
  const ways = ticket.goals.map((goal) => wayOf(board, owners, seat, ticket.a, goal));
  return ways.find((way) => way.length > 0) ?? [];
}

/** The cheapest way that may still join a ticket to one of its goals; null if there is none. */
export function possibleWay(
  board: BoardInfo,
  view: ViewFacts,
  seat: number | null,
  ticket: TicketInfo,
): number[] | null {
  const cost = (way: number[]): number =>
    way.reduce((sum, lane) => sum + (view.owner[lane] === seat ? 0 : (board.routes[lane]?.cards ?? 0)), 0);
  const ways = ticket.goals.map((goal) => possiblePath(board, view, seat, ticket.a, goal));
  const found = ways.filter((way) => way !== null);
  return found.sort((one, other) => cost(one) - cost(other))[0] ?? null;
}

/** The tickets in hand that are not joined yet, each with a way that may still work. */
export function openTickets(
  board: BoardInfo,
  view: ViewFacts,
  seat: number | null,
): { ticket: number; way: number[] | null }[] {
  return view.tickets.flatMap((ticket, index) => {
    const printed = board.ticket_list[ticket];
    if (!printed || view.completed[index]) return [];
    return [{ ticket, way: possibleWay(board, view, seat, printed) }];
  });
}

/** For every lane, the open tickets in hand that have it on a possible way. */
export function ticketsHelped(board: BoardInfo, view: ViewFacts, seat: number | null): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { ticket, way } of openTickets(board, view, seat)) {
    for (const lane of way ?? []) found.set(lane, [...(found.get(lane) ?? []), ticket]);
  }
  return found;
}

export function piecesLeft(view: ViewFacts, seat: number): number {
  return (view.pieces[seat] ?? []).reduce((sum, count) => sum + count, 0);
}

/** The tickets in hand that a lane joins: its owner's network does it with the lane and not without. */
export function joinedBy(board: BoardInfo, view: ViewFacts, seat: number, lane: number): number[] {
  const owners = (owner: number): number[] => view.owner.map((before, each) => (each === lane ? owner : before));
  const [without, having] = [owners(-1), owners(seat)];
  return view.tickets.filter((ticket) => {
    const printed = board.ticket_list[ticket];
    if (!printed) return false;
    const joined = (held: number[]): boolean => ticketWay(board, held, seat, printed).length > 0;
    return joined(having) && !joined(without);
  });
}
