import type { BoardInfo, EventInfo } from "../../generated/types";
import type { Highlight } from "./final_score";

/** What each of some events speaks of on the map. What comes with a claim, its payment or a toll, speaks of its lane. */
export function placesOf(events: readonly EventInfo[], board: BoardInfo, me: number | null): (Highlight | null)[] {
  const claimed = new Map<number, Highlight>();
  for (const event of events) {
    const found = event.code === "route.claimed" ? placeOf(event, board, me) : null;
    if (found) claimed.set(event.version, found);
  }
  return events.map(
    (event) => placeOf(event, board, me) ?? (event.seat < 0 ? null : claimed.get(event.version)) ?? null,
  );
}

/** What an event speaks of on the map: its lane with both ends, or the places of tickets. Null if it speaks of none. What
 * `me` may not know is not told: on a shared device, events still hold what was shown to somebody else. */
export function placeOf({ seat, facts }: EventInfo, board: BoardInfo, me: number | null): Highlight | null {
  const route = facts.lane === undefined ? undefined : board.routes[facts.lane];
  if (route && facts.lane !== undefined) return { places: [route.a, route.b], lanes: [facts.lane] };
  const own = seat === me ? (facts.tickets ?? []) : [];
  const places = (facts.ticket === undefined ? own : [facts.ticket]).flatMap((ticket) => {
    const printed = board.ticket_list[ticket];
    return printed ? [printed.a, ...printed.goals] : [];
  });
  return places.length > 0 ? { places: [...new Set(places)], lanes: [] } : null;
}
