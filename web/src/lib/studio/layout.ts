/**
 * The map of a draft, worked out here so that it follows the pointer: curves, lanes side by side, spaces along them, as
 * `ferrovia.draw` draws them. How routes bend that nobody has bent is for the server to say; here they run straight.
 */
import type { BoardPlan, LanePlan } from "../../generated/types";
import { plateSize, roomy, type Plate } from "../drawing/plates";
import type { Point } from "../drawing/shapes";
import type { Draft, Row, Tables } from "./draft";

export const PITCH = 51; // units of the picture from one space to the next
const ENDS = 15 / 25.5;
const MARGIN = 60;
const LARGEST = 2400;
const STEPS = 18;
const TIGHT = 0.92;
/** Where a name may stand that nobody has placed, the best first. */
const ANGLES = [90, 270, 0, 180, 45, 135, 225, 315, 20, 160, 200, 340, 65, 115, 245, 295];

/** Where the sheet lies, in units of the draft, and its scale. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
}

export interface DrawnLane {
  id: string;
  lane: LanePlan;
  colour: string;
  cards: number;
}

export interface DrawnPlace extends Point {
  id: string;
  name: string;
}

export interface DraftPlan {
  frame: Frame;
  width: number;
  height: number;
  pitch: number;
  radius: number;
  places: DrawnPlace[];
  lanes: DrawnLane[];
  /** The middle of each route, by the ids of its ends. */
  middles: Map<string, Point>;
}

type Bend = readonly [start: number, end: number];

export const numberOf = (text: string | undefined): number => {
  const found = Number(text);
  return Number.isFinite(found) ? found : 0;
};
export const at = (row: Row): Point => ({ x: numberOf(row.cells["x"]), y: numberOf(row.cells["y"]) });
export const pairOf = (row: Row): string => [row.from, row.to].sort().join(" ");

/** The units of the board that the median route has for each of its spaces; 0 without any route. */
export function usualPitch(tables: Tables): number {
  const places = new Map(tables.places.map((row) => [row.id, at(row)]));
  const pitches = new Map<string, number>();
  for (const route of tables.routes) {
    const [a, b] = [places.get(route.from), places.get(route.to)];
    const cards = numberOf(route.cells["length"]);
    if (a && b && cards > 0) pitches.set(pairOf(route), Math.hypot(a.x - b.x, a.y - b.y) / (cards + ENDS));
  }
  const sorted = [...pitches.values()].sort((one, other) => one - other);
  if (!sorted.length) return 0;
  const half = sorted.length / 2;
  const median = ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
  const crowded = sorted[Math.max(1, Math.floor(sorted.length / 10))];
  return crowded === undefined ? median : Math.min(median, crowded / TIGHT);
}

export function frameOf(draft: Draft, tables: Tables): Frame {
  const natural = usualPitch(tables) || 25.5;
  const sheet = ["left", "top", "width", "height"].map((side) => draft[`l/sheet/${side}`]);
  if (sheet.every((side) => typeof side === "number")) {
    const [left = 0, top = 0, width = 0, height = 0] = sheet;
    return { left, top, width, height, scale: Math.min(PITCH / natural, LARGEST / Math.max(width, height)) };
  }
  const points = tables.places.map(at);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs, Infinity), Math.max(...xs, -Infinity)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  if (!points.length) return { left: 0, top: 0, width: 790, height: 525, scale: 2 };
  const longest = Math.max(right - left, bottom - top, 1);
  const scale = Math.min(PITCH / natural, (LARGEST - 2 * MARGIN) / longest);
  const margin = MARGIN / scale;
  return {
    left: left - margin,
    top: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
    scale,
  };
}

export const toPicture = (frame: Frame, { x, y }: Point): Point => ({
  x: (x - frame.left) * frame.scale,
  y: (y - frame.top) * frame.scale,
});
export const toBoard = (frame: Frame, { x, y }: Point): Point => ({
  x: frame.left + x / frame.scale,
  y: frame.top + y / frame.scale,
});

/** How many spaces fit between two points. */
export function suggestedLength(a: Point, b: Point, pitch: number): number {
  return Math.min(6, Math.max(1, Math.round(Math.hypot(a.x - b.x, a.y - b.y) / (pitch || 25.5) - ENDS)));
}

/** How far a point lies beside the line from a to b, to the right of who walks it, as a share of its length. */
export function aside(a: Point, b: Point, point: Point): number {
  const squared = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
  const off = ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) / squared;
  return Math.min(0.6, Math.max(-0.6, Math.round(off * 1000) / 1000));
}

/** The bend that a draft gives a route, seen from one of its ends. */
export function bendOf(draft: Draft, from: string, to: string): Bend {
  const given = draft[`l/bends/${from}/${to}`];
  if (Array.isArray(given)) return [Number(given[0]) || 0, Number(given[1]) || 0];
  const turned = draft[`l/bends/${to}/${from}`];
  return Array.isArray(turned) ? [-Number(turned[1]) || 0, -Number(turned[0]) || 0] : [0, 0];
}

function bow(a: Point, b: Point, [start, end]: Bend): Point[] {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const handle = (share: number, off: number): Point => ({
    x: a.x + share * dx - (4 / 3) * off * dy,
    y: a.y + share * dy + (4 / 3) * off * dx,
  });
  const [first, second] = [handle(1 / 3, start), handle(2 / 3, end)];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = step / STEPS;
    const u = 1 - t;
    const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    return {
      x: p * a.x + q * first.x + r * second.x + s * b.x,
      y: p * a.y + q * first.y + r * second.y + s * b.y,
    };
  });
}

function reached(points: readonly Point[]): number[] {
  const walked = [0];
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1] as Point, points[index] as Point];
    walked.push((walked[index - 1] ?? 0) + Math.hypot(b.x - a.x, b.y - a.y));
  }
  return walked;
}

function beside(points: readonly Point[], off: number, taper: number): Point[] {
  if (off === 0) return [...points];
  const walked = reached(points);
  const length = walked.at(-1) ?? 0;
  return points.map((point, index) => {
    const before = points[Math.max(index - 1, 0)] as Point;
    const after = points[Math.min(index + 1, points.length - 1)] as Point;
    const span = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const gone = Math.min(walked[index] ?? 0, length - (walked[index] ?? 0));
    const share = Math.min(1, gone / taper);
    const moved = (off * share * share * (3 - 2 * share)) / span;
    return { x: point.x - moved * (after.y - before.y), y: point.y + moved * (after.x - before.x) };
  });
}

const short = (number: number): number => Math.round(number * 10) / 10;

function spacesOn(points: readonly Point[], cards: number, pitch: number): LanePlan["spaces"] {
  const walked = reached(points);
  const length = walked.at(-1) ?? 0;
  const end = (0.225 + 0.06) * pitch;
  const gapLeast = 0.045 * pitch;
  const room = length - 2 * end;
  const tile = Math.max(Math.min(0.85 * pitch, (room - gapLeast * (cards - 1)) / cards), 4);
  const spare = Math.max(room - cards * tile - gapLeast * (cards - 1), 0);
  const gap = gapLeast + Math.min(spare / cards, 0.45 * pitch);
  const begin = (length - cards * tile - gap * (cards - 1)) / 2;
  return Array.from({ length: cards }, (_, index) => {
    const stop = begin + index * (tile + gap) + tile / 2;
    let piece = 0;
    while (piece < points.length - 2 && (walked[piece + 1] ?? 0) < stop) piece++;
    const [a, b] = [points[piece] as Point, points[piece + 1] as Point];
    const share = (stop - (walked[piece] ?? 0)) / ((walked[piece + 1] ?? 0) - (walked[piece] ?? 0) || 1);
    return {
      x: short(a.x + share * (b.x - a.x)),
      y: short(a.y + share * (b.y - a.y)),
      width: short(tile),
      height: short(0.35 * pitch),
      turn: short((Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI),
    };
  });
}

/** Draws routes, and remembers each for as long as nothing about it changes: a drag draws few anew. */
export class Drafter {
  private kept = new Map<string, { lanes: DrawnLane[]; middle: Point }>();

  plan(draft: Draft, tables: Tables, frame: Frame, pitch: number, single: ReadonlySet<string>): DraftPlan {
    const places = tables.places.map((row): DrawnPlace => {
      return { id: row.id, name: row.cells["name"] ?? "", ...toPicture(frame, at(row)) };
    });
    const where = new Map(places.map((place) => [place.id, place]));
    const routes = new Map<string, Row[]>();
    for (const row of tables.routes) routes.set(pairOf(row), [...(routes.get(pairOf(row)) ?? []), row]);
    const fresh = new Map<string, { lanes: DrawnLane[]; middle: Point }>();
    const drawn = new Map<string, DrawnLane>();
    const middles = new Map<string, Point>();
    for (const [pair, rows] of routes) {
      const [first] = rows as [Row];
      const [a, b] = [where.get(first.from), where.get(first.to)];
      if (!a || !b) continue;
      const bend = bendOf(draft, first.from, first.to);
      const told = rows.map(({ id, cells }) => [id, cells["length"], cells["colour"], cells["piece"]].join());
      const key = [pair, a.x, a.y, b.x, b.y, bend, pitch, ...told].join("|");
      const route = this.kept.get(key) ?? drawRoute(a, b, bend, rows, pitch, single);
      fresh.set(key, route);
      middles.set(pair, route.middle);
      for (const lane of route.lanes) drawn.set(lane.id, lane);
    }
    this.kept = fresh;
    return {
      frame,
      width: frame.width * frame.scale,
      height: frame.height * frame.scale,
      pitch,
      radius: 0.225 * pitch,
      places,
      lanes: tables.routes.flatMap((row) => drawn.get(row.id) ?? []),
      middles,
    };
  }
}

function drawRoute(
  a: Point,
  b: Point,
  bend: Bend,
  rows: readonly Row[],
  pitch: number,
  single: ReadonlySet<string>,
): { lanes: DrawnLane[]; middle: Point } {
  const middle = bow(a, b, bend);
  const [width, apart] = [0.35 * pitch, 0.055 * pitch];
  const total = rows.length * width + (rows.length - 1) * apart;
  const lanes = rows.map(({ id, cells }, index): DrawnLane => {
    const off = -total / 2 + width / 2 + index * (width + apart);
    const points = beside(middle, off, 2 * 0.285 * pitch);
    const cards = Math.min(20, Math.max(1, Math.round(numberOf(cells["length"]))));
    const round = single.has(cells["piece"] ?? "");
    const [centre = { x: 0, y: 0, width: 0, height: 0, turn: 0 }] = spacesOn(points, 1, pitch);
    const size = 0.7 * pitch;
    const path = `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}`;
    const spaces = round ? [{ ...centre, width: size, height: size }] : spacesOn(points, cards, pitch);
    const lane = { path, spaces, round, broken: false, glyph: "", signed: [] }; // marks are drawn by the server
    return { id, lane, colour: cells["colour"] ?? "grey", cards };
  });
  return { lanes, middle: middle[STEPS / 2] as Point };
}

/** A plate beside each place: where the draft wants it, or where it covers the fewest spaces. */
export function platesOf(plan: DraftPlan, draft: Draft): Plate[] {
  const text = 0.29 * plan.pitch * Math.min(Math.max(Math.max(plan.width, plan.height) / 1200, 0.74), 1);
  const spaces = plan.lanes.flatMap(({ lane }) => lane.spaces);
  const taken: Plate[] = [];
  for (const [number, place] of plan.places.entries()) {
    const size = plateSize([place.name || "…"], text, roomy);
    const given = draft[`l/labels/${place.id}`];
    const angles = Array.isArray(given) ? [Number(given[0])] : ANGLES;
    const away = (Array.isArray(given) ? Number(given[1]) * plan.frame.scale : 0) + plan.radius + 2.5;
    const options = angles.map((angle): Plate => {
      const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      return {
        place: number,
        lines: [place.name || "…"],
        text,
        line: size.line,
        leader: null,
        x: place.x + x * (away + size.width / 2),
        y: place.y + y * (away + size.height / 2),
        width: size.width,
        height: size.height,
      };
    });
    const cost = (plate: Plate): number => {
      const covers = (x: number, y: number, reach: number): boolean =>
        Math.abs(x - plate.x) < plate.width / 2 + reach && Math.abs(y - plate.y) < plate.height / 2 + reach;
      const outside = plate.x - plate.width / 2 < 0 || plate.x + plate.width / 2 > plan.width;
      return (
        spaces.filter(({ x, y }) => covers(x, y, plan.pitch * 0.36)).length +
        3 * taken.filter((other) => covers(other.x, other.y, other.height)).length +
        2 * plan.places.filter(({ id, x, y }) => id !== place.id && covers(x, y, plan.radius)).length +
        (outside ? 5 : 0)
      );
    };
    const [best] = options
      .map((plate) => ({ plate, cost: cost(plate) }))
      .reduce(
        ([least], option) => [option.cost < least.cost ? option : least],
        [{ plate: options[0] as Plate, cost: 1e9 }],
      );
    taken.push(best.plate);
  }
  return taken;
}

/** What components of the map want to know of a plan. */
export function asBoardPlan(plan: DraftPlan, paper: string): BoardPlan {
  return {
    width: plan.width,
    height: plan.height,
    scale: plan.frame.scale,
    origin: { x: plan.frame.left, y: plan.frame.top },
    paper,
    radius: plan.radius,
    across: 0.35 * plan.pitch,
    places: plan.places,
    plates: [],
    lanes: plan.lanes.map(({ lane }) => lane),
    marks: [],
  };
}
