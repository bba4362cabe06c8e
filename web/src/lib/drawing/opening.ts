import type { BoardPlan } from "../../generated/types";
import { marginsFor, toolsOn } from "./corner_tools";
import type { Plate } from "./plates";
import type { Point, Size } from "./shapes";
import { symbolScale } from "./signs";
import { leastScale, stepOf } from "./steps";
import type { Margins } from "./zoom.svelte";

/** Pixels: a panel with shorter sides is a phone's, and shows a part of the map that can be read. */
const SMALL = 480;
const LONG = 800;
/** The whole map is too small to be shown first if it is less than this share of what can be read. */
const TINY = 0.5;
const FOREMOST = 6;
/** Steps that a map may begin nearer for a name. */
const NEARER = 5;
/** Pixels below which nothing can be read: on a desk or a tablet, and on a phone. */
const ON_DESK = 11;
const ON_PHONE = 12;

export function isSmall({ width, height }: Size): boolean {
  return Math.min(width, height) < SMALL && Math.max(width, height) < LONG;
}

export function smallestReadable(panel: Size): number {
  return isSmall(panel) ? ON_PHONE : ON_DESK;
}

/** How near a map begins: whole if there is room for it, else so that every space shows its symbol. */
export function openingScale(plan: BoardPlan, panel: Size, whole: number, minimum: number): number {
  const readable = symbolScale(plan, minimum);
  if (!isSmall(panel) && whole > readable * TINY) return whole;
  return leastScale(Math.max(0, stepOf(readable - 1e-9, whole) + 1), whole);
}

/** Nearer by as many steps as the foremost names that matter ask for, if that is not too near; `at` says which stand. */
export function scaleForNames(
  scale: number,
  whole: number,
  matters: readonly number[],
  at: (step: number) => readonly Plate[],
): number {
  const first = stepOf(scale, whole);
  const wanted = matters.slice(0, FOREMOST);
  for (let step = first; step <= first + NEARER; step++) {
    const named = new Set(at(step).map(({ place }) => place));
    if (wanted.every((place) => named.has(place))) return step === first ? scale : leastScale(step, whole);
  }
  return scale;
}

/** Where a map begins: the middle of a view that has most of what matters in it, and its names, clear of what lies on
 * the panel. The foremost count: three tickets' ends. */
export function openingPoint(
  plan: BoardPlan,
  matters: readonly number[],
  panel: Size,
  scale: number,
  plates: readonly Plate[] = [],
): Point {
  const wanted = new Set(matters.length > 0 ? matters.slice(0, FOREMOST) : plan.places.keys());
  const dots = plan.places.map(({ x, y }): Spread => ({ x, y, across: plan.radius, down: plan.radius }));
  const names = plates
    .filter(({ place }) => wanted.has(place))
    .map(({ x, y, width, height }): Spread => ({ x, y, across: width / 2, down: height / 2 }));
  const tools = toolsOn(panel, plan);
  /** What a thing counts if it is seen, or less than nothing if a tool lies on it. */
  const counted = (thing: Spread, middle: Point, seen: number, covered = 0): number => {
    const left = (thing.x - thing.across - middle.x) * scale + panel.width / 2;
    const top = (thing.y - thing.down - middle.y) * scale + panel.height / 2;
    const [right, bottom] = [left + 2 * thing.across * scale, top + 2 * thing.down * scale];
    if (tools.some((tool) => left < tool.right && right > tool.left && top < tool.bottom && bottom > tool.top))
      return covered;
    const isWithin = Math.min(left, top) >= RIM && right <= panel.width - RIM && bottom <= panel.height - RIM;
    return isWithin ? seen : 0;
  };
  const worth = (middle: Point): number =>
    EMPTY * emptyIn(plan, panel, scale, middle) +
    dots.reduce(
      (sum, dot, place) => sum + (wanted.has(place) ? counted(dot, middle, END, COVERED) : counted(dot, middle, OTHER)),
      0,
    ) +
    names.reduce((sum, name) => sum + counted(name, middle, NAME, COVERED), 0);
  return best(middles(plan, panel, scale, marginsFor(panel, plan)), worth);
}

/** What counts of a view: an end of one's own tickets, the name of one, any other place. */
const END = 2;
const NAME = 1;
const OTHER = 0.01;
const COVERED = -1;
/** … and a pixel of its height that shows nothing. */
const EMPTY = -0.001;
const RIM = 3; // pixels
const STRIDE = 16; // pixels from one view that is tried to the next

interface Spread extends Point {
  across: number;
  down: number;
}

/** How many pixels of a view's height lie above the sheet or below it, though that is higher. */
function emptyIn(plan: Size, panel: Size, scale: number, middle: Point): number {
  const top = panel.height / 2 - middle.y * scale;
  const bottom = panel.height - top - plan.height * scale;
  return Math.max(0, top, bottom) - Math.max(0, (top + bottom) / 2);
}

/** The middles of views that show no more beyond the sheet than its tools may cover. */
function middles(plan: Size, panel: Size, scale: number, margins: Margins): Point[] {
  const along = (length: number, room: number, before: number, after: number): number[] => {
    const half = Math.min(length, room / scale) / 2;
    const [first, last] = [half - before / scale, length - half + after / scale];
    const steps = Math.max(1, Math.ceil(((last - first) * scale) / STRIDE));
    return Array.from({ length: steps + 1 }, (_, step) => first + ((last - first) * step) / steps);
  };
  const ys = along(plan.height, panel.height, margins.top, margins.bottom);
  return along(plan.width, panel.width, 0, 0).flatMap((x) => ys.map((y) => ({ x, y })));
}

/** The one in the middle of those that are worth most: what is seen is then farthest from the rims. */
function best(points: readonly Point[], worth: (point: Point) => number): Point {
  const worths = points.map(worth);
  const most = Math.max(...worths);
  const found = points.filter((_, index) => (worths[index] ?? 0) > most - OTHER / 2);
  const middle = centreOfGravity(found);
  const away = ({ x, y }: Point): number => Math.hypot(x - middle.x, y - middle.y);
  return found.reduce((nearest, point) => (away(point) < away(nearest) ? point : nearest), found[0] ?? middle);
}

function centreOfGravity(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
