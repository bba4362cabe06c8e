import type { BoardPlan } from "../../generated/types";
import type { Point, Size } from "./shapes";
import { symbolScale } from "./signs";
import { leastScale, stepOf } from "./steps";

/** Pixels: a panel with a shorter side is a phone's, and shows a part of the map that can be read. */
const SMALL = 480;
/** The whole map is too small to be shown first if it is less than this share of what can be read. */
const TINY = 0.5;
const FOREMOST = 6;
/** Pixels below which nothing can be read: on a desk, and in the hand. */
const ON_DESK = 11;
const IN_HAND = 12;

export function isSmall({ width, height }: Size): boolean {
  return Math.min(width, height) < SMALL;
}

export function smallestReadable(panel: Size, isTouched: boolean): number {
  return isTouched || isSmall(panel) ? IN_HAND : ON_DESK;
}

/** How near a map begins: whole if there is room for it, else so that every space shows its symbol. */
export function openingScale(plan: BoardPlan, panel: Size, whole: number, minimum: number): number {
  const readable = symbolScale(plan, minimum);
  if (!isSmall(panel) && whole > readable * TINY) return whole;
  return leastScale(Math.max(0, stepOf(readable - 1e-9, whole) + 1), whole);
}

/** Where a map begins: the middle of a view that has most of what matters in it. The foremost count: three tickets' ends. */
export function openingPoint(plan: BoardPlan, matters: readonly number[], panel: Size, scale: number): Point {
  const wanted = matters.slice(0, FOREMOST).flatMap((place) => plan.places[place] ?? []);
  const points = wanted.length > 0 ? wanted : plan.places;
  const [width, height] = [panel.width / scale / 2, panel.height / scale / 2];
  const inView = (middle: Point): number =>
    points.filter(({ x, y }) => Math.abs(x - middle.x) < 0.85 * width && Math.abs(y - middle.y) < 0.85 * height).length;
  const pairs = points.flatMap((one) =>
    points.map((other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })),
  );
  return pairs.reduce((best, middle) => (inView(middle) > inView(best) ? middle : best), centreOfGravity(points));
}

function centreOfGravity(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
