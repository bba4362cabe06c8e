/** The names of a draft's places, on plates beside their dots. */
import { plateSize, roomy, type Plate } from "../drawing/plates";
import type { Draft } from "./draft";
import type { DraftPlan } from "./layout";

/** Where a name may stand that nobody has placed, the best first. */
const ANGLES = [90, 270, 0, 180, 45, 135, 225, 315, 20, 160, 200, 340, 65, 115, 245, 295];

/** A plate beside each place: where the draft wants it, or where it covers the fewest spaces. */
export function platesOf(plan: DraftPlan, draft: Draft): Plate[] {
  const text = 0.29 * plan.pitch * Math.min(Math.max(Math.max(plan.width, plan.height) / 1200, 0.74), 1);
  const spaces = plan.lanes.flatMap(({ lane }) => lane.spaces);
  const taken: Plate[] = [];
  for (const [number, place] of plan.places.entries()) {
    const size = plateSize([place.name || "…"], text, roomy);
    const given = draft[`l/labels/${place.id}`];
    const angles = Array.isArray(given) ? [Number(given[0])] : ANGLES;
    const away = (Array.isArray(given) ? Number(given[1]) * plan.frame.scale : 0) + plan.radius + 2.5;
    const options = angles.map((angle): Plate => {
      const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      return {
        place: number,
        lines: [place.name || "…"],
        text,
        line: size.line,
        leader: null,
        x: place.x + x * (away + size.width / 2),
        y: place.y + y * (away + size.height / 2),
        width: size.width,
        height: size.height,
      };
    });
    const cost = (plate: Plate): number => {
      const covers = (x: number, y: number, reach: number): boolean =>
        Math.abs(x - plate.x) < plate.width / 2 + reach && Math.abs(y - plate.y) < plate.height / 2 + reach;
      const outside = plate.x - plate.width / 2 < 0 || plate.x + plate.width / 2 > plan.width;
      return (
        spaces.filter(({ x, y }) => covers(x, y, plan.pitch * 0.36)).length +
        3 * taken.filter((other) => covers(other.x, other.y, other.height)).length +
        2 * plan.places.filter(({ id, x, y }) => id !== place.id && covers(x, y, plan.radius)).length +
        (outside ? 5 : 0)
      );
    };
    const [best] = options
      .map((plate) => ({ plate, cost: cost(plate) }))
      .reduce(
        ([least], option) => [option.cost < least.cost ? option : least],
        [{ plate: options[0] as Plate, cost: 1e9 }],
      );
    taken.push(best.plate);
  }
  return taken;
}
