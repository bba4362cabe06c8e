/** The names of a draft's places, set by the program that sets them in play; here every place has its name. */
import type { PlatePlan } from "../../generated/types";
import { Labels } from "../drawing/labels";
import { blockOf, leaderTo, plateSize, resized, roomy, type Plate } from "../drawing/plates";
import { turned, type Disc } from "../drawing/shapes";
import type { Ground } from "../drawing/ground";
import { farthestPlate } from "../drawing/spots";
import type { Draft } from "./draft";
import { asBoardPlan, type DraftPlan } from "./layout";

const READABLE = 11; // pixels
const LARGEST = 1.7; // times the usual letters: larger ones would cover the map
const SMALLER = 0.8;
const GAP = 2.5; // units between a dot and the plate beside it
const BELOW = 90; // degrees
const LED = 0.3; // pitches from which a hairline leads to the place

/** A plate beside each place: where the draft wants it, where it covers nothing, or at worst some spaces, which play would
 * not allow. `pixel`: how long one is while the whole map is seen. */
export function platesOf(plan: DraftPlan, draft: Draft, pixel = 0): Plate[] {
  const usual = 0.29 * plan.pitch * Math.min(Math.max(Math.max(plan.width, plan.height) / 1200, 0.74), 1);
  const text = Math.min(Math.max(usual, READABLE * pixel), LARGEST * usual);
  const texts = [...new Set([text, Math.max(SMALLER * text, Math.min(READABLE * pixel, text))])];
  const plates = plan.places.map(({ id, name }, place) => {
    const given = draft[`l/labels/${id}`];
    const printed = printedAt(plan, place, name || "…", usual, Array.isArray(given) ? given.map(Number) : []);
    return {
      isGiven: Array.isArray(given),
      printed,
      plate: resized(printed, plan.places[place] ?? printed.spot, text),
    };
  });
  const given = plates.filter(({ isGiven }) => isGiven).map(({ plate }) => plate);
  const free = plates.filter(({ isGiven }) => !isGiven).map(({ printed }) => printed);
  const ground = groundOf(plan, free, given, pixel || 1);
  const clear = Labels.usual(ground, texts, () => 0).plates;
  const known = new Set(clear.map(({ place }) => place));
  const left = free.filter(({ place }) => !known.has(place));
  const names = [...given, ...clear];
  const above = { ...ground, plan: { ...ground.plan, plates: left }, spaces: names.map(blockOf), marks: [] };
  const laid = new Map([...names, ...Labels.usual(above, texts, () => 0).plates].map((plate) => [plate.place, plate]));
  return plates.map(({ plate }, place) => laid.get(place) ?? plate);
}

/** As the makers of a look say it: at an angle, so far from the place beyond touching it. */
function printedAt(
  plan: DraftPlan,
  place: number,
  name: string,
  text: number,
  [angle = BELOW, away = 0]: readonly number[],
): PlatePlan {
  const at = plan.places[place] ?? { x: 0, y: 0 };
  const { width, height } = plateSize([name], text, roomy);
  const beyond = away * plan.frame.scale;
  const reach = plan.radius + GAP + beyond;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const spot = { x: at.x + cos * (reach + width / 2), y: at.y + sin * (reach + height / 2), width, height };
  const line = beyond > LED * plan.pitch ? leaderTo(at, spot) : null;
  return {
    place,
    lines: [name],
    text,
    spot: { ...spot, turn: 0 },
    leader: line && [line.from.x, line.from.y, line.to.x, line.to.y],
  };
}

/** Names that the draft wants somewhere lie there whatever comes: the others keep off them. */
function groundOf(plan: DraftPlan, free: PlatePlan[], given: readonly Plate[], pixel: number): Ground {
  return {
    plan: { ...asBoardPlan(plan, ""), plates: free },
    pixel,
    spaces: [...plan.lanes.flatMap(({ lane }) => lane.spaces.map(turned)), ...given.map(blockOf)],
    marks: plan.marks.map(({ spot }): Disc => ({ x: spot.x, y: spot.y, r: spot.width / 2 })),
    symbols: [],
    dots: plan.places.map(({ x, y }): Disc => ({ x, y, r: plan.radius })),
    farthest: farthestPlate(Math.min(plan.width, plan.height) / pixel),
  };
}
