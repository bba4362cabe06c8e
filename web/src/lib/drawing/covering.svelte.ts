import type { Size } from "./shapes";

/** Where something lies on the screen. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

class Covering {
  /** The sheet that lies over the page, if one does. */
  sheet = $state.raw<Area | null>(null);
}

export const covering = new Covering();

/** How much of a panel a sheet lies on: at its bottom if it goes all across, else at its right. */
export function coveredBy(panel: Area, sheet: Area | null): Size {
  const none = { width: 0, height: 0 };
  if (!sheet || sheet.left >= panel.right || sheet.top >= panel.bottom || sheet.bottom <= panel.top) return none;
  return sheet.left <= panel.left
    ? { width: 0, height: panel.bottom - sheet.top }
    : { width: panel.right - sheet.left, height: 0 };
}
