import { settings } from "../app/settings.svelte";

/** Whoever looks at this screen, while a table is shown at which they hold one seat. */
class OwnLook {
  seat = $state<number | null>(null);
}
export const ownLook = new OwnLook();

/** Which look a seat has on this device: one's own is the one that was chosen, and whoever would have had that has one's
 * own instead, so that no two are alike. */
export function lookNumber(seat: number): number {
  const [mine, chosen] = [ownLook.seat, settings.look];
  if (mine === null || chosen === null) return seat;
  if (seat === mine) return chosen;
  return seat === chosen ? mine : seat;
}
