import type { BoardPlan } from "../../generated/types";
import type { Plate } from "./plates";
import type { Point, Size } from "./shapes";

/** Where the buttons of the map may stand: at its right or left below, or at its right below the topmost one. */
export const toolSpots = ["right", "left", "top"] as const;
export type ToolSpot = (typeof toolSpots)[number];

/** Pixels of a button with what is kept free around it. */
const SIDE = 56;

/** Where a button hides no place, name or space of the whole map; at the right if it would anywhere. */
export function freeToolSpot(
  plan: BoardPlan,
  plates: readonly Plate[],
  panel: Size,
  onSheet: (at: Point) => Point,
): ToolSpot {
  const corners: Record<ToolSpot, Point> = {
    right: { x: panel.width - SIDE, y: panel.height - SIDE },
    left: { x: 0, y: panel.height - SIDE },
    top: { x: panel.width - SIDE, y: SIDE },
  };
  const isFree = (spot: ToolSpot): boolean => {
    const { x, y } = corners[spot];
    const [from, to] = [onSheet({ x, y }), onSheet({ x: x + SIDE, y: y + SIDE })];
    const hides = (at: Point, across: number, down: number): boolean =>
      at.x + across > from.x && at.x - across < to.x && at.y + down > from.y && at.y - down < to.y;
    return !(
      plan.places.some((place) => hides(place, plan.radius, plan.radius)) ||
      plates.some((plate) => hides(plate, plate.width / 2, plate.height / 2)) ||
      plan.lanes.some((lane) => lane.spaces.some((space) => hides(space, space.height / 2, space.height / 2)))
    );
  };
  return toolSpots.find(isFree) ?? "right";
}
