import type { BoardPlan } from "../../generated/types";
import type { Point, Size } from "./shapes";

/** Where notes lie on the map: at its left, above or below. */
export type NoteCorner = "top" | "bottom";

/** Pixels of a question with its answers, and what stays free of it for the buttons beside it. */
const NOTE: Size = { width: 400, height: 130 };
const BESIDE = 80;
const EDGE = 13; // pixels

/** The corner in which a note hides fewer places of the whole map; above where that makes no difference. */
export function noteCorner(
  plan: BoardPlan,
  panel: Size,
  onSheet: (at: Point) => Point,
  noted: Size | null = null,
): NoteCorner {
  const size = noted ? { width: noted.width + EDGE, height: noted.height + EDGE } : NOTE;
  const width = Math.min(size.width, panel.width - BESIDE);
  const hidden = (top: number): number => {
    const [from, to] = [onSheet({ x: 0, y: top }), onSheet({ x: width, y: top + size.height })];
    const { radius } = plan;
    return plan.places.filter(
      ({ x, y }) => x + radius > from.x && x - radius < to.x && y + radius > from.y && y - radius < to.y,
    ).length;
  };
  return hidden(panel.height - size.height) < hidden(0) ? "bottom" : "top";
}
