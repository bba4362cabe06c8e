import type { RuleInfo } from "../../generated/types";
import type { Point } from "../drawing/shapes";
import { applied, sectionsOf, type Change, type Draft, type Tables } from "./draft";
import type { Editing } from "./editing.svelte";
import { frameOf, usualPitch } from "./frame";
import { Drafter, asBoardPlan } from "./layout";
import type { Plate } from "../drawing/plates";
import { platesOf } from "./plates";
import { printedBy } from "./rules";

/** What the pointer holds, and where it was in the picture. */
export interface Grabbed {
  kind: "place" | "bend";
  id: string;
  from: Point;
}

/** The picture of a draft while something of it is dragged: what is dragged is drawn anew, all else stays as it was. */
export class Sketch {
  /** The changes that a drag would make where it is now. */
  drag = $state.raw<{ changes: Change[] } | null>(null);
  grabbed: Grabbed | null = null;
  /** How long a pixel is while the whole map is seen. */
  pixel = $state(0);
  private readonly drafter = new Drafter();

  constructor(
    private readonly editing: Editing,
    private readonly rules: () => readonly RuleInfo[],
  ) {}

  readonly settled = $derived.by(() => ({ draft: this.editing.draft, tables: this.editing.tables }));
  readonly frame = $derived.by(() => frameOf(this.settled.draft, this.settled.tables));
  readonly pitch = $derived.by(() => (usualPitch(this.settled.tables) || 25.5) * this.frame.scale);
  private readonly single = $derived.by(() => {
    const { draft } = this.settled;
    return new Set(sectionsOf(draft, "s/pieces").filter((kind) => draft[`s/pieces/${kind}/one_per_route`] === true));
  });
  private readonly printed = $derived.by(() => printedBy(this.settled.draft, this.rules()));
  readonly draft: Draft = $derived.by(() =>
    this.drag ? applied(this.settled.draft, this.drag.changes) : this.settled.draft,
  );
  readonly tables: Tables = $derived.by(() => {
    if (!this.drag) return this.settled.tables;
    const moved = new Map(this.drag.changes);
    const places = this.settled.tables.places.map((row) => {
      const [x, y] = [moved.get(`p/${row.id}/x`), moved.get(`p/${row.id}/y`)];
      return typeof x === "string" && typeof y === "string" ? { ...row, cells: { ...row.cells, x, y } } : row;
    });
    return { ...this.settled.tables, places };
  });
  readonly plan = $derived.by(() =>
    this.drafter.plan(this.draft, this.tables, this.frame, this.pitch, this.single, this.printed),
  );
  // Names are placed anew when something settles; one that is dragged takes its own along.
  private readonly settledPlates = $derived.by(() => {
    const { draft, tables } = this.settled;
    const plan = new Drafter().plan(draft, tables, this.frame, this.pitch, this.single, this.printed);
    return platesOf(plan, draft, this.pixel);
  });
  readonly plates = $derived.by(() => {
    const { grabbed } = this;
    if (!grabbed || !this.drag || grabbed.kind === "bend") return this.settledPlates;
    const number = this.plan.places.findIndex(({ id }) => id === grabbed.id);
    const place = this.plan.places[number];
    if (!place) return this.settledPlates;
    const [dx, dy] = [place.x - grabbed.from.x, place.y - grabbed.from.y];
    return this.settledPlates.map((plate) => (plate.place === number ? moved(plate, dx, dy) : plate));
  });
  readonly shown = $derived.by(() => asBoardPlan(this.plan, "var(--paper)"));

  /** Lets go; returns what was held and the changes that it made, if it moved. */
  release(): { was: Grabbed | null; changes: Change[] | undefined } {
    const [was, changes] = [this.grabbed, this.drag?.changes];
    this.grabbed = null;
    this.drag = null;
    return { was, changes };
  }
}

function moved(plate: Plate, dx: number, dy: number): Plate {
  const by = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy });
  const leader = plate.leader && { from: by(plate.leader.from), to: by(plate.leader.to) };
  return { ...plate, ...by(plate), leader };
}
