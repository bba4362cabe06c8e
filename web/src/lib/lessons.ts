import type { BoardInfo, EventInfo, Position } from "../generated/types";
import { wayOf } from "./ending";
import type { Names } from "./names";
import type { Params } from "./words.svelte";

/** What the coach says: `coach.LESSON` and `coach.LESSON.title`. */
export interface Lesson {
  key: string;
  params: Params;
}

/** The stations of a first game, in order. */
export const stations = ["tickets", "cards", "route", "ticket", "last", "over"] as const;
export type Station = (typeof stations)[number];

const DRAWN = new Set(["card.face_up", "card.blind"]);

const own = (events: EventInfo[], seat: number | null, codes: Set<string>): boolean =>
  events.some((event) => event.seat === seat && codes.has(event.code));

/** Which stations have been reached, as far as the table tells. */
export function reached(position: Position, events: EventInfo[]): Set<Station> {
  const done = new Set<Station>();
  const { view, seat } = position;
  if (!view || seat === null) return done;
  if (view.tickets.length > 0) done.add("tickets");
  const claimed = view.owner.includes(seat);
  if (claimed || own(events, seat, DRAWN)) done.add("cards");
  if (claimed) done.add("route");
  if (view.completed.some(Boolean)) done.add("ticket");
  if (events.some((event) => event.code === "round.last") || position.status === "over") done.add("last");
  if (position.status === "over") done.add("over");
  return done;
}

/** A route that can be claimed now and touches a ticket that is still open, or one's own network; else the longest. */
function proposal(board: BoardInfo, position: Position): number | null {
  const { view, choices, seat } = position;
  if (!view || !choices || seat === null) return null;
  const wanted = new Set<number>();
  view.tickets.forEach((ticket, index) => {
    const printed = board.ticket_list[ticket];
    if (printed && !view.completed[index]) wanted.add(printed.a).add(printed.b);
  });
  const lanes = choices.claims.map((claim) => claim.lane);
  const touches = (lane: number): boolean => {
    const route = board.routes[lane];
    return route !== undefined && (wanted.has(route.a) || wanted.has(route.b));
  };
  const longest = [...lanes].sort((one, other) => (board.routes[other]?.points ?? 0) - (board.routes[one]?.points ?? 0));
  return lanes.find(touches) ?? longest[0] ?? null;
}

/** The one thing worth saying now. The table decides what is possible; this only chooses the words. */
export function lesson(position: Position, events: EventInfo[], board: BoardInfo, names: Names): Lesson {
  const { view, choices, seat } = position;
  if (!view || seat === null) return { key: "hello", params: {} };
  const done = reached(position, events);
  const open = view.tickets.filter((_, index) => !view.completed[index]);
  const first = open[0];
  const params: Params = {
    least: choices?.keep_least ?? 0,
    hand: names.cards(view.hand),
    routes: choices?.claims.length ?? 0,
    ticket: first === undefined ? "" : names.ticket(first),
    other: names.seat(seat === 0 ? 1 : 0),
    pieces: (view.pieces[seat] ?? []).reduce((sum, count) => sum + count, 0),
    limit: board.end_at_pieces,
  };
  const suggested = proposal(board, position);
  params["route"] = suggested === null ? "" : names.lane(suggested);
  if (done.has("over")) return { key: "over", params };
  if (choices?.kind === "first_tickets") return { key: "tickets", params };
  if (choices?.kind === "keep_tickets") return { key: "keep", params };
  if (!choices) return { key: done.has("cards") ? "wait" : "wait_first", params };
  if (choices.kind === "second_card") return { key: "second", params };
  if (done.has("last")) return { key: "last", params };
  if (!done.has("cards")) return { key: "cards", params };
  if (!done.has("route")) return { key: params["routes"] ? "route" : "collect", params };
  if (open.length === 0) return { key: "free", params };
  return { key: params["routes"] ? "go_on" : "save", params };
}

/** What just happened that is worth a word of its own. */
export function remark(news: EventInfo[], position: Position, board: BoardInfo, names: Names): Lesson | null {
  const { view, seat } = position;
  if (!view || seat === null) return null;
  const claim = news.find((event) => event.code === "route.claimed");
  const lane = claim?.facts["lane"] as number | undefined;
  if (claim && lane !== undefined && claim.seat === seat) {
    const finished = view.tickets.find((ticket, index) => {
      const printed = board.ticket_list[ticket];
      return view.completed[index] && printed && wayOf(board, view.owner, seat, printed.a, printed.b).includes(lane);
    });
    if (finished !== undefined) return { key: "did_ticket", params: { ticket: names.ticket(finished) } };
    return { key: "did_claim", params: { lane: names.lane(lane), points: claim.facts["points"] as number } };
  }
  if (news.some((event) => event.code === "row.reset")) return { key: "did_reset", params: {} };
  if (claim && lane !== undefined) return { key: "other_claim", params: { seat: names.seat(claim.seat), lane: names.lane(lane) } };
  return null;
}
