/** The lanes of one route of a draft: a curve, lanes side by side along it, spaces along each, as `ferrovia.draw` has them. */
import type { BoardPlan, LanePlan } from "../../generated/types";
import type { Point } from "../drawing/shapes";
import type { Draft, Row } from "./draft";
import { numberOf } from "./frame";
import type { Printed, PrintedMark } from "./rules";

const STEPS = 18;

export interface DrawnLane {
  id: string;
  lane: LanePlan;
  colour: string;
  cards: number;
}

/** The badge of a rule on a route. */
export interface DrawnMark {
  mark: PrintedMark;
  spot: BoardPlan["marks"][number]["spot"];
  /** The ids of the lanes that it is printed on. */
  lanes: string[];
}

export interface DrawnRoute {
  lanes: DrawnLane[];
  marks: DrawnMark[];
  middle: Point;
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

interface Step extends Point {
  turn: number;
}

/** The point that lies so far along a path, and where the path leads there. */
function along(points: readonly Point[], walked: readonly number[], stop: number): Step {
  let piece = 0;
  while (piece < points.length - 2 && (walked[piece + 1] ?? 0) < stop) piece++;
  const [a, b] = [points[piece] as Point, points[piece + 1] as Point];
  const share = (stop - (walked[piece] ?? 0)) / ((walked[piece + 1] ?? 0) - (walked[piece] ?? 0) || 1);
  return {
    x: short(a.x + share * (b.x - a.x)),
    y: short(a.y + share * (b.y - a.y)),
    turn: short((Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI),
  };
}

/** The point at a share of a path. */
function atShare(points: readonly Point[], share: number): Point {
  const walked = reached(points);
  return along(points, walked, share * (walked.at(-1) ?? 0));
}

/** Tiles in a row. With a mark, the two in the middle make room for it: at `joint`, a share of the path, they meet. */
function spacesOn(
  points: readonly Point[],
  cards: number,
  pitch: number,
  isMarked: boolean,
): { spaces: LanePlan["spaces"]; joint: number } {
  const walked = reached(points);
  const length = walked.at(-1) ?? 0;
  const end = (0.225 + 0.06) * pitch;
  const gapLeast = 0.045 * pitch;
  const room = length - 2 * end;
  const tile = Math.max(Math.min(0.85 * pitch, (room - gapLeast * (cards - 1)) / cards), 4);
  const spare = Math.max(room - cards * tile - gapLeast * (cards - 1), 0);
  const usual = gapLeast + Math.min(spare / cards, 0.45 * pitch);
  const wide = isMarked && cards > 1 ? Math.max(usual, Math.min(MARK * pitch, gapLeast + spare)) : usual;
  const gap = Math.max(gapLeast, usual - (wide - usual) / Math.max(cards - 1, 1));
  const before = Math.floor(cards / 2);
  let stop = (length - cards * tile - gap * Math.max(cards - 2, 0) - (cards > 1 ? wide : 0)) / 2;
  let joint = length / 2;
  const spaces = Array.from({ length: cards }, (_, index) => {
    if (index) stop += index === before ? wide : gap;
    if (index && index === before) joint = stop - wide / 2;
    const { x, y, turn } = along(points, walked, stop + tile / 2);
    stop += tile;
    return { x, y, width: short(tile), height: short(0.35 * pitch), turn };
  });
  return { spaces, joint: joint / (length || 1) };
}

/** The spaces in the middle of a row, which bear the glyph of a mark. */
function signed(mark: PrintedMark | undefined, cards: number): number[] {
  const count = Math.min(mark?.spaces ?? 0, cards);
  return Array.from({ length: count }, (_, index) => Math.floor((cards - count) / 2) + index);
}

const MARK = 0.34; // of a pitch: the diameter of a badge …
const ROUND = 0.7; // … and of a round space
const CLOSE = 0.55; // of it: how far lanes of round spaces run apart
const cardsOf = ({ cells }: Row): number => Math.min(20, Math.max(1, Math.round(numberOf(cells["length"]))));

/** How far each lane runs from the middle of its route. */
function asides(isRound: readonly boolean[], apart: number, pitch: number): number[] {
  const full = ROUND * pitch * (isRound.every(Boolean) ? CLOSE : 1);
  const widths = isRound.map((round) => (round ? full : 0.35 * pitch));
  let gone = -(widths.reduce((sum, width) => sum + width, 0) + apart * (widths.length - 1)) / 2;
  return widths.map((width) => {
    const off = gone + width / 2;
    gone += width + apart;
    return off;
  });
}

/** Round spaces side by side are set one behind the other, as their lanes run close. */
const behind = (off: number, pitch: number): number => (off === 0 ? 0 : Math.sign(off) * CLOSE * ROUND * pitch);

/** One in the middle of its lane, or so far from there. */
function roundSpace(
  points: readonly Point[],
  back: number,
  pitch: number,
): { spaces: LanePlan["spaces"]; joint: number } {
  const walked = reached(points);
  const length = walked.at(-1) ?? 0;
  const stop = Math.min(Math.max(length / 2 + back, 0), length);
  const size = short(ROUND * pitch);
  return { spaces: [{ ...along(points, walked, stop), width: size, height: size }], joint: stop / (length || 1) };
}

export function drawRoute(
  a: Point,
  b: Point,
  bend: Bend,
  rows: readonly Row[],
  pitch: number,
  single: ReadonlySet<string>,
  printed: Printed,
): DrawnRoute {
  const middle = bow(a, b, bend);
  const marks = rows.map(({ cells }) => printed(cells));
  const isRound = rows.map(({ cells }) => single.has(cells["piece"] ?? ""));
  const isShared = !isRound.includes(true) && rows.every((row) => cardsOf(row) === cardsOf(rows[0] as Row)) && new Set(marks).size === 1; // prettier-ignore
  // A mark lies where two tiles meet; two single tiles make room for it between them.
  const isParted = isShared && marks[0] && rows.length > 1 && cardsOf(rows[0] as Row) === 1;
  const apart = isParted ? 0.54 * MARK * pitch : 0.055 * pitch;
  const offs = asides(isRound, apart, pitch);
  const badges: DrawnMark[] = [];
  const lanes = rows.map((row, index): DrawnLane => {
    const off = offs[index] ?? 0;
    const points = beside(middle, off, 2 * 0.285 * pitch);
    const [cards, mark, round] = [cardsOf(row), marks[index], isRound[index] ?? false];
    const tiles = round
      ? roundSpace(points, isRound.every(Boolean) ? behind(off, pitch) : 0, pitch)
      : spacesOn(points, cards, pitch, mark !== undefined);
    const { spaces } = tiles;
    const path = `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}`;
    if (mark && !(isShared && badges.length)) {
      const at =
        isShared && rows.length > 1
          ? atShare(middle, tiles.joint)
          : badgeAt({ points, off, cards, round, joint: tiles.joint }, middle, pitch);
      const spot = { x: at.x, y: at.y, width: MARK * pitch, height: MARK * pitch, turn: 0 };
      badges.push({ mark, spot, lanes: isShared ? rows.map(({ id }) => id) : [row.id] });
    }
    const on = round ? [] : signed(mark, cards);
    const lane = { path, spaces, round, broken: mark?.broken ?? false, glyph: on.length ? (mark?.glyph ?? "") : "", signed: on }; // prettier-ignore
    return { id: row.id, lane, colour: row.cells["colour"] ?? "grey", cards };
  });
  return { lanes, marks: badges, middle: middle[STEPS / 2] as Point };
}

interface LaneCourse {
  points: readonly Point[];
  /** From the middle of the route. */
  off: number;
  cards: number;
  round: boolean;
  joint: number;
}

/** Where the badge of a lane lies: between two of its tiles, before a round space, beside a tile that stands alone. */
function badgeAt({ points, off, cards, round, joint }: LaneCourse, middle: readonly Point[], pitch: number): Point {
  if (round) return atShare(points, joint - ((0.35 + MARK / 2) * pitch) / (reached(points).at(-1) || 1));
  if (cards > 1) return atShare(points, joint);
  const away = off + (off < 0 ? -1 : 1) * (0.175 + 0.3 * MARK) * pitch;
  return atShare(beside(middle, away, 2 * 0.285 * pitch), 0.5);
}
