import type { EventInfo } from "../../generated/types";

/** Weightiest first. */
const MOVES = ["game.over", "route.claimed", "tickets.kept", "turn.passed", "card.face_up", "card.blind"];

/** Of everybody else, the weightiest thing they did since a seat's own last move; that move while nobody has answered it. */
export function lastMoves(events: EventInfo[], seat: number | null): EventInfo[] {
  const moves = events.filter((event) => MOVES.includes(event.code));
  const own = moves.findLastIndex((event) => event.seat === seat);
  const since = own === moves.length - 1 ? moves.slice(-1) : moves.slice(own + 1);
  const bySeat = new Map<number, EventInfo>();
  for (const event of since) {
    const before = bySeat.get(event.seat);
    if (!before || MOVES.indexOf(event.code) <= MOVES.indexOf(before.code)) bySeat.set(event.seat, event);
  }
  return [...bySeat.values()];
}

/** What happened since the last move of one's own seats; while nobody has answered that, since the one before it. */
export function lastRound(events: EventInfo[], mine: readonly number[]): EventInfo[] {
  const since = sinceOwn(events, mine);
  if (since.some((event) => event.seat >= 0)) return since;
  const others = events.findLastIndex((event) => event.seat >= 0 && !mine.includes(event.seat));
  const before = sinceOwn(events.slice(0, others + 1), mine);
  return others < 0 ? since : events.slice(others + 1 - before.length);
}

function sinceOwn(events: EventInfo[], mine: readonly number[]): EventInfo[] {
  const own = events.findLast((event) => mine.includes(event.seat))?.version ?? 0;
  return events.filter((event) => event.version > own);
}
