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

/** From the rim of a disc to a rectangle; less than nothing where they overlap. */
export function discGap(disc: Disc, block: Block): number {
  const [dx, dy] = [disc.x - block.x, disc.y - block.y];
  const along = Math.max(0, Math.abs(dx * block.cos + dy * block.sin) - block.w);
  const across = Math.max(0, Math.abs(dy * block.cos - dx * block.sin) - block.h);
  return Math.hypot(along, across) - disc.r;
}

/** How much of a straight line lies within a rectangle. */
export function shadedBy(block: Block, from: Point, to: Point): number {
  const turn = ({ x, y }: Point): [number, number] => {
    const [dx, dy] = [x - block.x, y - block.y];
    return [dx * block.cos + dy * block.sin, dy * block.cos - dx * block.sin];
  };
  const [[ax, ay], [bx, by]] = [turn(from), turn(to)];
  const [fromX, toX] = crossing(ax, bx, block.w);
  const [fromY, toY] = crossing(ay, by, block.h);
  const share = Math.min(1, toX, toY) - Math.max(0, fromX, fromY);
  return Math.max(0, share) * Math.hypot(bx - ax, by - ay);
}

/** Between which shares of its way something moving along an axis is less than `half` from the middle. */
function crossing(from: number, to: number, half: number): [number, number] {
  if (Math.abs(to - from) < 1e-9) return Math.abs(from) < half ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const ends = [(-half - from) / (to - from), (half - from) / (to - from)];
  return [Math.min(...ends), Math.max(...ends)];
}

export function discsTouch(a: Disc, b: Disc, clearance = 0): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.r + b.r + clearance) ** 2;
}
