import type { Point } from "../drawing/shapes";
import { studio } from "./api";
import { applied, type Change } from "./draft";
import type { Editing } from "./editing.svelte";

const MARGIN = 20; // units of the board between a place and the edge of the sheet

interface Found {
  changes: Change[];
  land: Change[];
  before: number;
  after: number;
  moved: number;
}

/** Places moved until routes have the room that their spaces need: asked for, looked at, and accepted or not. */
export class Fitting {
  found = $state.raw<Found | null>(null);
  isBusy = $state(false);

  constructor(private readonly editing: Editing) {}

  /** Where places would lie, by id. */
  readonly goals = $derived.by(() => {
    const goals = new Map<string, Point>();
    if (!this.found) return goals;
    const after = applied({}, this.found.changes);
    for (const { id } of this.editing.tables.places) {
      const [x, y] = [Number(after[`p/${id}/x`]), Number(after[`p/${id}/y`])];
      if (Number.isFinite(x) && Number.isFinite(y)) goals.set(id, { x, y });
    }
    return goals;
  });

  async ask(): Promise<void> {
    this.isBusy = true;
    try {
      await this.editing.saved();
      const found = await studio.fit(this.editing.board, this.editing.token, []);
      const changes = found.changes as unknown as Change[];
      const land = found.land as unknown as Change[];
      this.found = { ...found, changes, land };
    } catch (error) {
      this.editing.failure = error;
    } finally {
      this.isBusy = false;
    }
  }

  accept(): void {
    if (this.found) this.editing.change([...this.found.changes, ...this.found.land, ...this.sheet(this.found.changes)]);
    this.found = null;
  }

  discard(): void {
    this.found = null;
  }

  /** Places that leave the sheet take it along. */
  private sheet(changes: readonly Change[]): Change[] {
    const sides = ["left", "top", "width", "height"].map((side) => this.editing.draft[`l/sheet/${side}`]);
    if (!sides.every((side) => typeof side === "number")) return [];
    const [x, y, width, height] = sides as [number, number, number, number];
    const along = (axis: "x" | "y"): number[] =>
      changes.filter(([key]) => key.endsWith(`/${axis}`)).map(([, value]) => Number(value));
    const spread = (from: number, size: number, values: number[]): [number, number] => [
      Math.min(from, ...values.map((value) => value - MARGIN)),
      Math.max(from + size, ...values.map((value) => value + MARGIN)),
    ];
    const [left, right] = spread(x, width, along("x"));
    const [top, bottom] = spread(y, height, along("y"));
    return [["l/sheet/left", left], ["l/sheet/top", top], ["l/sheet/width", right - left], ["l/sheet/height", bottom - top]]; // prettier-ignore
  }
}
