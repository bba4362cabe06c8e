/** The names of a draft's places, on plates beside their dots. */
import { leaderTo, lineBreaks, plateSize, roomy, type Plate } from "../drawing/plates";
import type { Draft } from "./draft";
import type { DraftPlan, DrawnPlace } from "./layout";

/** Where a name may stand that nobody has placed, the best first. */
const ANGLES = [90, 270, 0, 180, 45, 135, 225, 315, 20, 160, 200, 340, 65, 115, 245, 295];
/** How far from its dot, in pitches; farther only where it covers less there. */
const AWAY = [0, 0.3, 0.6, 1];
const EDGE = 10; // what a plate keeps clear of the sheet's frame
const ROUNDS = 4; // in which each looks for a better spot beside the others
const LARGEST = 1.7; // times the usual letters: larger ones would cover the map

// --- what a spot costs, in covered spaces
const FARTHER = 1.2; // for each pitch
const TWO_LINES = 0.3;
const COVERS_PLACE = 2;
const COVERS_NAME = 4;
const OUTSIDE = 5;

interface Option {
  plate: Plate;
  cost: number;
}

/** A plate beside each place: where the draft wants it, or where it covers the fewest spaces and names. `readable` is the
 * size from which letters can be read while the whole map is seen. */
export function platesOf(plan: DraftPlan, draft: Draft, readable = 0): Plate[] {
  const usual = 0.29 * plan.pitch * Math.min(Math.max(Math.max(plan.width, plan.height) / 1200, 0.74), 1);
  const text = Math.min(Math.max(usual, readable), LARGEST * usual);
  const options = plan.places.map((_, number) => optionsOf(plan, draft, number, text));
  const chosen: Plate[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = [...chosen];
    options.forEach((some, number) => {
      chosen[number] = best(some, chosen);
    });
    if (chosen.every((plate, number) => plate === before[number])) break;
  }
  return chosen;
}

/** Those that cost least come first, so that few have to be looked at. */
function best(options: readonly Option[], chosen: readonly Plate[]): Plate {
  const [first] = options as [Option];
  let [found, least] = [first.plate, Infinity];
  for (const { plate, cost } of options) {
    if (cost >= least) break;
    const covered = chosen.filter((other) => other.place !== plate.place && overlap(plate, other)).length;
    if (cost + COVERS_NAME * covered < least) [found, least] = [plate, cost + COVERS_NAME * covered];
  }
  return found;
}

function overlap(one: Plate, other: Plate): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2
  );
}

function optionsOf(plan: DraftPlan, draft: Draft, number: number, text: number): Option[] {
  const place = plan.places[number] as DrawnPlace;
  const given = draft[`l/labels/${place.id}`];
  const [angles, rings] = Array.isArray(given)
    ? [[Number(given[0])], [(Number(given[1]) * plan.frame.scale) / plan.pitch]]
    : [ANGLES, AWAY];
  const shapes = lineBreaks(place.name || "…").map((lines) => ({ lines, ...plateSize(lines, text, roomy) }));
  const reach =
    Math.max(...shapes.map(({ width, height }) => Math.max(width, height))) + (1 + Math.max(...rings)) * plan.pitch;
  const isNear = ({ x, y }: { x: number; y: number }): boolean =>
    Math.abs(x - place.x) < reach && Math.abs(y - place.y) < reach;
  const spaces = plan.lanes.flatMap(({ lane }) => lane.spaces).filter(isNear);
  const dots = plan.places.filter((other) => other !== place && isNear(other));
  const found: Option[] = [];
  for (const { lines, width, height, line } of shapes)
    for (const ring of rings)
      for (const angle of angles) {
        const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
        const away = plan.radius + 2.5 + ring * plan.pitch;
        const x = place.x + cos * (away + width / 2);
        const y = place.y + sin * (away + height / 2);
        const leader = ring > 0 ? leaderTo(place, { x, y, width, height }) : null;
        const plate = { place: number, lines, text, line, x, y, width, height, leader };
        const covers = (at: { x: number; y: number }, size: number): boolean =>
          Math.abs(at.x - x) < width / 2 + size && Math.abs(at.y - y) < height / 2 + size;
        const isOutside =
          Math.min(x - width / 2, y - height / 2, plan.width - x - width / 2, plan.height - y - height / 2) < EDGE;
        const cost =
          FARTHER * ring +
          TWO_LINES * (lines.length - 1) +
          spaces.filter((space) => covers(space, plan.pitch * 0.36)).length +
          COVERS_PLACE * dots.filter((dot) => covers(dot, plan.radius)).length +
          (isOutside ? OUTSIDE : 0);
        found.push({ plate, cost });
      }
  return found.sort((a, b) => a.cost - b.cost);
}
