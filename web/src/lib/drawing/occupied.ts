import type { BoardPlan } from "../../generated/types";
import { turned, type Block } from "./shapes";

const CELL = 4; // units

/** What spaces and dots of a plan lie on, cell by cell: most spots for names are ruled out by it at a glance. */
export class Occupied {
  private static readonly known = new WeakMap<BoardPlan, Occupied>();

  private readonly across: number;
  private readonly down: number;
  /** How many cells above and to the left are taken. */
  private readonly sums: Int32Array;

  private constructor(plan: BoardPlan) {
    this.across = Math.ceil(plan.width / CELL);
    this.down = Math.ceil(plan.height / CELL);
    const taken = new Uint8Array(this.across * this.down);
    const take = (x: number, y: number, reach: number, isWithin: (dx: number, dy: number) => boolean): void => {
      const [left, right] = this.cells(x - reach, x + reach, this.across);
      const [top, bottom] = this.cells(y - reach, y + reach, this.down);
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++)
          if (isWithin((column + 0.5) * CELL - x, (row + 0.5) * CELL - y)) taken[row * this.across + column] = 1;
    };
    for (const space of plan.lanes.flatMap((lane) => lane.spaces.map(turned)))
      take(space.x, space.y, space.reach, (dx, dy) => isIn(space, dx, dy));
    for (const { x, y } of plan.places)
      take(x, y, plan.radius, (dx, dy) => dx * dx + dy * dy < plan.radius * plan.radius);
    this.sums = this.summed(taken);
  }

  static by(plan: BoardPlan): Occupied {
    const known = Occupied.known.get(plan) ?? new Occupied(plan);
    Occupied.known.set(plan, known);
    return known;
  }

  /** Whether an upright rectangle surely lies on something; where it says no, there may still be something at its rim. */
  isSurely(x: number, y: number, w: number, h: number): boolean {
    const [left, right] = this.cells(x - w, x + w, this.across);
    const [top, bottom] = this.cells(y - h, y + h, this.down);
    if (left > right || top > bottom) return false;
    const row = this.across + 1;
    const at = (column: number, line: number): number => this.sums[line * row + column] ?? 0;
    return at(right + 1, bottom + 1) - at(left, bottom + 1) - at(right + 1, top) + at(left, top) > 0;
  }

  /** The first and the last cell whose middle is between two lines. */
  private cells(from: number, to: number, count: number): [number, number] {
    return [Math.max(0, Math.ceil(from / CELL - 0.5)), Math.min(count - 1, Math.floor(to / CELL - 0.5))];
  }

  private summed(taken: Uint8Array): Int32Array {
    const row = this.across + 1;
    const sums = new Int32Array(row * (this.down + 1));
    for (let line = 0; line < this.down; line++) {
      let sum = 0;
      for (let column = 0; column < this.across; column++) {
        sum += taken[line * this.across + column] ?? 0;
        sums[(line + 1) * row + column + 1] = (sums[line * row + column + 1] ?? 0) + sum;
      }
    }
    return sums;
  }
}

function isIn(space: Block, dx: number, dy: number): boolean {
  return Math.abs(dx * space.cos + dy * space.sin) < space.w && Math.abs(dy * space.cos - dx * space.sin) < space.h;
}
