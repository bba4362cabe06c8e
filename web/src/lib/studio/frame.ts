/** Where the sheet of a draft lies, how large its spaces are, and the way between its units and the picture's. */
import type { Point } from "../drawing/shapes";
import type { Draft, Row, Tables } from "./draft";

const PITCH = 51; // units of the picture from one space to the next
const ENDS = 15 / 25.5;
const MARGIN = 60;
const LARGEST = 2400;
const TIGHT = 0.92;

/** Where the sheet lies, in units of the draft, and its scale. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
}

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
