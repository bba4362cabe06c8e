import type { Spot } from "../../generated/types";

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Disc extends Point {
  r: number;
}

/** A rectangle turned around its middle, ready to be compared with others. */
export interface Block extends Point {
  /** Halves of its sides. */
  w: number;
  h: number;
  cos: number;
  sin: number;
  /** From its middle to a corner. */
  reach: number;
}

export function upright(x: number, y: number, width: number, height: number): Block {
  return { x, y, w: width / 2, h: height / 2, cos: 1, sin: 0, reach: Math.hypot(width, height) / 2 };
}

export function turned({ x, y, width, height, turn }: Spot): Block {
  const angle = (turn * Math.PI) / 180;
  return { ...upright(x, y, width, height), cos: Math.cos(angle), sin: Math.sin(angle) };
}

/** A straight line drawn with a pen. */
export function stroke(from: Point, to: Point, pen: number): Block {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const block = upright((from.x + to.x) / 2, (from.y + to.y) / 2, length, pen);
  return length > 0 ? { ...block, cos: (to.x - from.x) / length, sin: (to.y - from.y) / length } : block;
}

/** Whether two rectangles are nearer to each other than a clearance; at corners it says so a little early. */
export function blocksTouch(a: Block, b: Block, clearance = 0): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const far = a.reach + b.reach + clearance;
  if (dx * dx + dy * dy >= far * far) return false;
  return !isParted(a, b, dx, dy, clearance) && !isParted(b, a, dx, dy, clearance);
}

/** Whether one of the sides of `a` has all of `b` beyond it. */
function isParted(a: Block, b: Block, dx: number, dy: number, clearance: number): boolean {
  const cos = Math.abs(a.cos * b.cos + a.sin * b.sin);
  const sin = Math.abs(a.cos * b.sin - a.sin * b.cos);
  return (
    Math.abs(dx * a.cos + dy * a.sin) >= a.w + b.w * cos + b.h * sin + clearance ||
    Math.abs(dy * a.cos - dx * a.sin) >= a.h + b.w * sin + b.h * cos + clearance
  );
}

export function discTouchesBlock(disc: Disc, block: Block, clearance = 0): boolean {
  const [dx, dy] = [disc.x - block.x, disc.y - block.y];
  const far = disc.r + block.reach + clearance;
  if (dx * dx + dy * dy >= far * far) return false;
  const along = Math.max(0, Math.abs(dx * block.cos + dy * block.sin) - block.w);
  const across = Math.max(0, Math.abs(dy * block.cos - dx * block.sin) - block.h);
  return along * along + across * across < (disc.r + clearance) ** 2;
}

export function discsTouch(a: Disc, b: Disc, clearance = 0): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.r + b.r + clearance) ** 2;
}
