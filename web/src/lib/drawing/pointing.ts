import type { BoardPlan } from "../../generated/types";
import type { Point } from "./shapes";

/** Pixels around a finger in which a lane is meant. */
const REACH = 30;
/** Pixels by which a finger rather means a lane that can be claimed. */
const FAVOUR = 12;

/** Pixels from the middle of a place in which a finger means it: lanes begin close by. */
const FINGER = 16;

/** Who points: a mouse means what is nearest, a finger rather what can be claimed. */
export interface Pointer {
  /** How long a pixel of the screen is on the map. */
  pixel: number;
  isFinger: boolean;
}

/** The lane that a point of the map means: that of the nearest space within reach, or none. */
export function laneAt(
  lanes: BoardPlan["lanes"],
  at: Point,
  { pixel, isFinger }: Pointer,
  claimable: ReadonlySet<number>,
): number | null {
  const behind = isFinger && claimable.size > 0 ? FAVOUR * pixel : 0;
  let found: number | null = null;
  let least = REACH * pixel;
  lanes.forEach((lane, number) => {
    const more = claimable.has(number) ? 0 : behind;
    for (const space of lane.spaces) {
      const away = Math.hypot(space.x - at.x, space.y - at.y) - space.height / 2 + more;
      if (away < least) {
        least = away;
        found = number;
      }
    }
  });
  return found;
}

/** The place that a point of the map means, of those that something can be done at; or none. */
export function placeAt(
  plan: BoardPlan,
  at: Point,
  { pixel, isFinger }: Pointer,
  sites: ReadonlySet<number>,
): number | null {
  let found: number | null = null;
  let least = Math.max(plan.radius * 1.1, (isFinger ? FINGER : FINGER / 2) * pixel);
  for (const site of sites) {
    const place = plan.places[site];
    const away = place ? Math.hypot(place.x - at.x, place.y - at.y) : Infinity;
    if (away < least) {
      least = away;
      found = site;
    }
  }
  return found;
}
