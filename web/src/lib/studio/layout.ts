/**
 * The map of a draft, worked out here so that it follows the pointer: curves, lanes side by side, spaces along them, as
 * `ferrovia.draw` draws them. How routes bend that nobody has bent is for the server to say; here they run straight.
 */
import type { BoardPlan } from "../../generated/types";
import type { Point } from "../drawing/shapes";
import type { Draft, Row, Tables } from "./draft";
import { at, pairOf, toPicture, type Frame } from "./frame";
import { bendOf, drawRoute, type DrawnLane, type DrawnMark, type DrawnRoute } from "./lanes";
import type { Printed } from "./rules";

export interface DrawnPlace extends Point {
  id: string;
  name: string;
}

export interface DraftPlan {
  frame: Frame;
  width: number;
  height: number;
  pitch: number;
  radius: number;
  places: DrawnPlace[];
  lanes: DrawnLane[];
  marks: DrawnMark[];
  /** The middle of each route, by the ids of its ends. */
  middles: Map<string, Point>;
}

/** Draws routes, and remembers each for as long as nothing about it changes: a drag draws few anew. */
export class Drafter {
  private kept = new Map<string, DrawnRoute>();

  plan(
    draft: Draft,
    tables: Tables,
    frame: Frame,
    pitch: number,
    single: ReadonlySet<string>,
    printed: Printed,
  ): DraftPlan {
    const places = tables.places.map((row): DrawnPlace => {
      return { id: row.id, name: row.cells["name"] ?? "", ...toPicture(frame, at(row)) };
    });
    const where = new Map(places.map((place) => [place.id, place]));
    const routes = new Map<string, Row[]>();
    for (const row of tables.routes) routes.set(pairOf(row), [...(routes.get(pairOf(row)) ?? []), row]);
    const fresh = new Map<string, DrawnRoute>();
    const drawn = new Map<string, DrawnLane>();
    const middles = new Map<string, Point>();
    for (const [pair, rows] of routes) {
      const [first] = rows as [Row];
      const [a, b] = [where.get(first.from), where.get(first.to)];
      if (!a || !b) continue;
      const bend = bendOf(draft, first.from, first.to);
      const told = rows.map(({ id, cells }) =>
        [id, cells["length"], cells["colour"], cells["piece"], JSON.stringify(printed(cells))].join(),
      );
      const key = [pair, a.x, a.y, b.x, b.y, bend, pitch, ...told].join("|");
      const route = this.kept.get(key) ?? drawRoute(a, b, bend, rows, pitch, single, printed);
      fresh.set(key, route);
      middles.set(pair, route.middle);
      for (const lane of route.lanes) drawn.set(lane.id, lane);
    }
    this.kept = fresh;
    return {
      frame,
      width: frame.width * frame.scale,
      height: frame.height * frame.scale,
      pitch,
      radius: 0.225 * pitch,
      places,
      lanes: tables.routes.flatMap((row) => drawn.get(row.id) ?? []),
      marks: [...fresh.values()].flatMap(({ marks }) => marks),
      middles,
    };
  }
}

/** What components of the map want to know of a plan. */
export function asBoardPlan(plan: DraftPlan, paper: string): BoardPlan {
  return {
    width: plan.width,
    height: plan.height,
    scale: plan.frame.scale,
    origin: { x: plan.frame.left, y: plan.frame.top },
    paper,
    radius: plan.radius,
    across: 0.35 * plan.pitch,
    places: plan.places,
    plates: [],
    lanes: plan.lanes.map(({ lane }) => lane),
    marks: plan.marks.map(({ mark, spot, lanes }) => ({
      kind: mark.column,
      number: mark.number,
      glyph: mark.glyph,
      spot,
      lanes: plan.lanes.flatMap(({ id }, number) => (lanes.includes(id) ? [number] : [])),
    })),
  };
}
