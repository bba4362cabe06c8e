/** A board as a few strokes for a tiny map: each lane straight from end to end, kept per plan. */
import type { BoardPlan } from "../generated/types";

const kept = new WeakMap<BoardPlan, string>();

export function strokes(plan: BoardPlan): string {
  let found = kept.get(plan);
  if (found === undefined) {
    const seen = new Set<string>();
    for (const lane of plan.lanes) {
      const numbers = lane.path.match(/-?[\d.]+/g) ?? [];
      const ends = [numbers.slice(0, 2), numbers.slice(-2)].map((end) => end.map((value) => Math.round(Number(value))).join(" "));
      seen.add(`M${ends.join("L")}`);
    }
    found = [...seen].join("");
    kept.set(plan, found);
  }
  return found;
}
