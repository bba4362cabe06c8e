/** The lanes of one route of a draft: a curve, lanes side by side along it, spaces along each, as `ferrovia.draw` has them. */
import type { LanePlan } from "../../generated/types";
import type { Point } from "../drawing/shapes";
import type { Draft, Row } from "./draft";
import { numberOf } from "./frame";

const STEPS = 18;

export interface DrawnLane {
  id: string;
  lane: LanePlan;
  colour: string;
  cards: number;
}

export type Bend = readonly [start: number, end: number];

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

export function drawRoute(
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
