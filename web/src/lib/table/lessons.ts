import type { BoardInfo, EventInfo, Position } from "../../generated/types";
import { nothing, type Highlight } from "./final_score";
import type { Names } from "../text/names";
import { joinedBy, openTickets, piecesLeft } from "./path";
import { of, type KeyIn, type Params } from "../text/words.svelte";

type CoachKey = KeyIn<"coach">;
/** Those that have a title, too. */
type LessonKey<Key = CoachKey> = Key extends `${infer Name}.title` ? Name & CoachKey : never;
/** With nothing to join; `_draw` where no route can be paid either. */
type PointsKey<Key = LessonKey> = Key extends `${infer Name}_draw` ? Name & LessonKey : never;

export interface Remark {
  key: CoachKey;
  params: Params;
}

/** What the coach says: `coach.LESSON` and `coach.LESSON.title`, and what is marked on the map meanwhile. */
export interface Lesson extends Remark {
  key: LessonKey;
  shows: Highlight;
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

/** An open ticket, and a way for it that may still work. */
interface Aim {
  ticket: number;
  /** All of the way, one's own lanes included. */
  way: number[];
  /** What is missing of it, and how many pieces that takes. */
  missing: number[];
  pieces: number;
}

function aims(board: BoardInfo, position: Position): Aim[] {
  const { view, seat } = position;
  if (!view || seat === null) return [];
  return openTickets(board, view, seat)
    .flatMap(({ ticket, way }) => {
      if (!way) return [];
      const missing = way.filter((lane) => view.owner[lane] !== seat);
      const pieces = missing.reduce((sum, lane) => sum + (board.routes[lane]?.pieces ?? 0), 0);
      return [{ ticket, way, missing, pieces }];
    })
    .sort((one, other) => one.pieces - other.pieces);
}

/** Of what is missing, the lane that can be paid now with the fewest wilds; of those, the longest. */
function payable(board: BoardInfo, position: Position, aim: Aim): number | null {
  const ways = (position.choices?.claims ?? [])
    .filter((claim) => aim.missing.includes(claim.lane))
    .map(({ lane, payments, default: proposed }) => ({
      lane,
      wilds: payments.find((payment) => payment.action === proposed)?.wilds ?? 0,
      cards: board.routes[lane]?.cards ?? 0,
    }));
  ways.sort((one, other) => one.wilds - other.wilds || other.cards - one.cards);
  return ways[0]?.lane ?? null;
}

const worth = (board: BoardInfo, lane: number): number => board.routes[lane]?.points ?? 0;

/** The one thing worth saying now. The table decides what is possible; this only chooses the words. */
export function lesson(position: Position, events: EventInfo[], board: BoardInfo, names: Names): Lesson {
  const { view, choices, seat } = position;
  if (!view || seat === null) return { key: "hello", params: {}, shows: nothing };
  const done = reached(position, events);
  const open = view.tickets.filter((_, index) => !view.completed[index]);
  const possible = aims(board, position);
  const aim = possible.find((each) => payable(board, position, each) !== null) ?? possible[0];
  const route = aim ? payable(board, position, aim) : null;
  const next = aim?.missing[0];
  const printed = aim && board.ticket_list[aim.ticket];
  const params: Params = {
    least: choices?.keep_least ?? 0,
    hand: names.cards(view.hand),
    routes: choices?.claims.length ?? 0,
    ticket: aim ? names.ticket(aim.ticket) : "",
    lost: names.tickets(open),
    route: route === null ? "" : names.lane(route),
    next: next === undefined ? "" : `${names.lane(next)} (${names.cost(next)})`,
    other: names.seat(seat === 0 ? 1 : 0),
    pieces: piecesLeft(view, seat),
    things: board.kinds.map((kind) => of(kind.names)).join(" + "),
    limit: board.end_at_pieces,
  };
  const dearest = [...(choices?.claims ?? [])].sort(
    (one, other) => worth(board, other.lane) - worth(board, one.lane),
  )[0]?.lane;
  const best = dearest === undefined ? "" : names.lane(dearest);
  const shows = aim && printed ? { places: [printed.a, printed.b], lanes: aim.way, next: route } : nothing;
  const say = (key: LessonKey): Lesson => ({ key, params, shows });
  /** With nothing to join, points alone. */
  const sayBest = (key: PointsKey): Lesson => ({
    key: dearest === undefined ? `${key}_draw` : key,
    params: { ...params, route: best, points: dearest === undefined ? 0 : worth(board, dearest) },
    shows: { places: [], lanes: [], next: dearest ?? null },
  });
  if (done.has("over")) return { key: "over", params, shows: nothing };
  if (choices?.kind === "first_tickets") return say("tickets");
  if (choices?.kind === "keep_tickets") return say("keep");
  if (!choices) return say(done.has("cards") ? "wait" : "wait_first");
  if (choices.kind === "second_card") return say("second");
  if (done.has("last")) return route === null ? sayBest("last") : say("last_ticket");
  if (!done.has("cards")) return say("cards");
  if (open.length === 0) return sayBest("free");
  if (!aim) return sayBest("lost");
  if (route !== null && joinedBy(board, view, seat, route).length > 0) return say("finish");
  if (!done.has("route")) return say(route === null ? "collect" : "route");
  return say(route === null ? "save" : "go_on");
}

/** How many points a route brings, by its price. */
function scale(board: BoardInfo): string {
  const points = new Map(board.routes.map((route) => [route.cards, route.points]));
  return [...points]
    .sort(([one], [other]) => one - other)
    .map(([cards, worth]) => `${cards} → ${worth}`)
    .join(", ");
}

/** Remarks that are made only once. */
export const ONCE = new Set<CoachKey>(["scale", "close", "goods", "reset", "near"]);

/** So many pieces before the end, the coach says that it is near. */
const NEAR = 3;

/** What just happened that is worth a word of its own: of one's own move, and of what others did to the way one was shown. */
export function remarks(
  news: EventInfo[],
  way: number[],
  position: Position,
  board: BoardInfo,
  names: Names,
): { mine: Remark[]; others: Remark[] } {
  const { view, seat } = position;
  const mine: Remark[] = [];
  const others: Remark[] = [];
  if (!view || seat === null) return { mine, others };
  const fewest = Math.min(...view.pieces.map((_, each) => piecesLeft(view, each)));
  if (fewest <= board.end_at_pieces + NEAR && view.turns_left === 0) {
    others.push({ key: "near", params: { count: fewest, limit: board.end_at_pieces } });
  }
  let claimer = seat;
  for (const event of news) {
    const lane = event.facts["lane"] as number;
    const isMine = event.seat === seat;
    if (event.code === "route.claimed") claimer = event.seat;
    if (event.code === "route.claimed" && isMine) {
      const finished = joinedBy(board, view, seat, lane);
      if (finished.length > 0) mine.push({ key: "did_ticket", params: { ticket: names.tickets(finished) } });
      else {
        mine.push({ key: "did_claim", params: { lane: names.lane(lane), points: event.facts["points"] as number } });
        mine.push({ key: "scale", params: { scale: scale(board) } });
      }
    } else if (event.code === "merchandise.taken" && isMine) mine.push({ key: "goods", params: {} });
    else if (event.code === "route.closed" && claimer === seat) mine.push({ key: "close", params: {} });
    else if (["route.claimed", "route.closed"].includes(event.code) && way.includes(lane)) {
      others.push({ key: "cut", params: { seat: names.seat(claimer), lane: names.lane(lane) } });
    } else if (event.code === "row.reset") others.push({ key: "reset", params: {} });
  }
  return { mine, others };
}
