import type { BoardPlan } from "../../generated/types";

/** Pixels around a finger in which a lane is meant. */
const REACH = 30;
/** Pixels by which a finger rather means a lane that can be claimed. */
const FAVOUR = 12;

export interface Point {
  x: number;
  y: number;
}

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

/** The scale at which a map is first shown. A wide map in a tall window is enlarged; null for any other. */
export function firstScale(
  window: { width: number; height: number },
  map: { width: number; height: number },
): number | null {
  if (window.width === 0) return null;
  const fill = (0.92 * window.height * map.width) / (window.width * map.height);
  return fill > 1.1 ? Math.min(fill, 1.9) : null;
}
