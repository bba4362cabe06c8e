/** The names of a draft's places, on plates beside their dots. */
import { plateSize, roomy, type Plate } from "../drawing/plates";
import type { Draft } from "./draft";
import type { DraftPlan } from "./layout";

/** Where a name may stand that nobody has placed, the best first. */
const ANGLES = [90, 270, 0, 180, 45, 135, 225, 315, 20, 160, 200, 340, 65, 115, 245, 295];
/** How far from its dot, in pitches; farther only where it covers less there. */
const AWAY = [0, 0.3, 0.6];
const FARTHER = 0.35; // of a covered space
const EDGE = 10; // what a plate keeps clear of the sheet's frame

const LARGEST = 1.7; // times the usual letters: larger ones would cover the map
/** A plate beside each place: where the draft wants it, or where it covers the fewest spaces. `readable` is the size from
 * which letters can be read while the whole map is seen. */
export function platesOf(plan: DraftPlan, draft: Draft, readable = 0): Plate[] {
  const usual = 0.29 * plan.pitch * Math.min(Math.max(Math.max(plan.width, plan.height) / 1200, 0.74), 1);
  const text = Math.min(Math.max(usual, readable), LARGEST * usual);
  const spaces = plan.lanes.flatMap(({ lane }) => lane.spaces);
  const taken: Plate[] = [];
  for (const [number, place] of plan.places.entries()) {
    const size = plateSize([place.name || "…"], text, roomy);
    const given = draft[`l/labels/${place.id}`];
    const angles = Array.isArray(given) ? [Number(given[0])] : ANGLES;
    const near = (Array.isArray(given) ? Number(given[1]) * plan.frame.scale : 0) + plan.radius + 2.5;
    const spots = (Array.isArray(given) ? [0] : AWAY).flatMap((far) => angles.map((angle) => ({ angle, far })));
    const options = spots.map(({ angle, far }): Plate & { far: number } => {
      const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const away = near + far * plan.pitch;
      return {
        far,
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
    const cost = (plate: Plate & { far: number }): number => {
      const covers = (x: number, y: number, reach: number): boolean =>
        Math.abs(x - plate.x) < plate.width / 2 + reach && Math.abs(y - plate.y) < plate.height / 2 + reach;
      const outside =
        plate.x - plate.width / 2 < EDGE ||
        plate.x + plate.width / 2 > plan.width - EDGE ||
        plate.y - plate.height / 2 < EDGE ||
        plate.y + plate.height / 2 > plan.height - EDGE;
      return (
        FARTHER * (plate.far / 0.3) +
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
        [{ plate: options[0] as Plate & { far: number }, cost: 1e9 }],
      );
    taken.push(best.plate);
  }
  return taken;
}
