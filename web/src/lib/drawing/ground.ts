import type { BoardPlan } from "../../generated/types";
import { belongs } from "./belonging";
import type { Area } from "./covering.svelte";
import { Occupied } from "./occupied";
import { blockOf, blockOfLine, type Plate } from "./plates";
import { blocksTouch, discTouchesBlock, type Block, type Disc, type Point } from "./shapes";

/** What plates have to keep clear of: the same for all of them. */
export interface Ground {
  plan: BoardPlan;
  spaces: readonly Block[];
  /** Badges of rules. */
  marks: readonly Disc[];
  /** Symbols of short lanes: a name that matters may take the spot of one. */
  symbols: readonly Disc[];
  dots: readonly Disc[];
  /** How long a pixel is. */
  pixel: number;
  /** Pixels from a dot to the farthest plate that still seems to belong to it. */
  farthest: number;
}

/** The same near one place. */
export interface Surroundings extends Ground {
  own: Disc;
  occupied: Occupied;
  /** Of all other places. */
  dots: readonly Disc[];
}

/** Spaces that a hairline may pass below: none, those of a twin lane, or as many as it takes. */
export const NONE = 0;
export const TWINS = 2;
export const ANY = Infinity;

const PEN = 1; // units: half of a hairline at the most
const EDGE = 9; // units: the sheet has a frame

/** A plate's own shape and that of its hairline, once both are known to be clear. */
export interface Shapes extends Area {
  block: Block;
  line: Block | null;
}

/** What is so near to a place that its plate could touch it, with the plate so far away. */
export function nearby(ground: Ground, at: Point, place: number, reach: number): Surroundings {
  const farthest = ground.plan.radius + reach;
  const away = (thing: Point): number => (thing.x - at.x) ** 2 + (thing.y - at.y) ** 2;
  const within = (thing: Point, size: number): boolean => away(thing) < (farthest + size) ** 2;
  return {
    ...ground,
    own: { ...at, r: ground.plan.radius },
    occupied: Occupied.by(ground.plan),
    // the nearest first: they are in the way most often
    spaces: ground.spaces.filter((space) => within(space, space.reach)).sort((a, b) => away(a) - away(b)),
    marks: ground.marks.filter((mark) => within(mark, mark.r)),
    symbols: ground.symbols.filter((symbol) => within(symbol, symbol.r)),
    dots: ground.dots.filter((dot, number) => number !== place && within(dot, dot.r)),
  };
}

/** Whether a plate could be clear at all: quick to say, and mostly no. */
export function mayBeClear({ plan, occupied }: Surroundings, x: number, y: number, w: number, h: number): boolean {
  const isOnSheet = x - w >= EDGE && y - h >= EDGE && x + w <= plan.width - EDGE && y + h <= plan.height - EDGE;
  return isOnSheet && !occupied.isSurely(x, y, w, h);
}

/** The shapes of a plate that touches nothing; null if it does. */
export function clearShapes(around: Surroundings, plate: Plate, apart: number, crossing: number): Shapes | null {
  const { spaces, own, dots, marks, symbols } = around;
  if (!mayBeClear(around, plate.x, plate.y, plate.width / 2, plate.height / 2)) return null;
  const block = blockOf(plate);
  const isOnDisc = (shape: Block, clearance: number): boolean =>
    marks.some((mark) => discTouchesBlock(mark, shape, clearance)) ||
    symbols.some((symbol) => discTouchesBlock(symbol, shape, clearance));
  if (discTouchesBlock(own, block) || dots.some((dot) => discTouchesBlock(dot, block, apart))) return null;
  if (isOnDisc(block, apart)) return null;
  if (spaces.some((space) => blocksTouch(block, space, apart))) return null;
  if (!plate.leader) return { block, line: null, ...areaOf(plate) };
  const line = blockOfLine(plate.leader);
  if (dots.some((dot) => discTouchesBlock(dot, line))) return null;
  if (crossing === NONE && isOnDisc(line, 0)) return null;
  if (crossing !== ANY && spaces.filter((space) => blocksTouch(line, space)).length > crossing) return null;
  return { block, line, ...areaOf(plate) };
}

/** All of a plate and its hairline: where two of these lie apart, nothing touches. */
function areaOf({ x, y, width, height, leader }: Plate): Area {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2];
  if (!leader) return { left, right, top, bottom };
  const { from } = leader;
  return {
    left: Math.min(left, from.x - PEN),
    right: Math.max(right, from.x + PEN),
    top: Math.min(top, from.y - PEN),
    bottom: Math.max(bottom, from.y + PEN),
  };
}

/** Whether a plate is read as its own place's. */
export function isRead({ own, dots, spaces, pixel }: Surroundings, plate: Plate): boolean {
  return belongs(plate, own, dots, spaces, pixel);
}
