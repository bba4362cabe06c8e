import type { Area } from "./covering.svelte";
import type { Size } from "./shapes";
import type { Margins } from "./zoom.svelte";

/** What lies in the corners of a map that is not seen whole. All in pixels. */
const BUTTON = 44;
const GAP = 6;
const EDGE = 8;
/** The longer side of the overview, and the most it takes of the panel. */
const OVERVIEW = 104;
const OVERVIEW_SHARE = 0.28;

/** The longer side of the overview. */
export function overviewSide(panel: Size): number {
  return Math.min(OVERVIEW, OVERVIEW_SHARE * Math.min(panel.width, panel.height));
}

/** How far a map has to be moved for all of it to come out from under its tools. */
export function marginsFor(panel: Size, sheet: Size): Margins {
  const [overview, buttons, again] = toolsOn(panel, sheet);
  if (!overview || !buttons || !again) return { top: 0, bottom: 0 };
  return { top: again.bottom, bottom: panel.height - Math.min(overview.top, buttons.top) };
}

/** The overview, the buttons of the map, and the one that shows the last round again. */
export function toolsOn(panel: Size, sheet: Size): Area[] {
  const scale = overviewSide(panel) / Math.max(sheet.width, sheet.height);
  const buttons = panel.width > panel.height ? 3 : 2; // upright there is none to go farther away
  const [right, bottom] = [panel.width, panel.height];
  return [
    { left: 0, right: EDGE + scale * sheet.width, top: bottom - EDGE - scale * sheet.height, bottom },
    { left: right - EDGE - buttons * BUTTON - (buttons - 1) * GAP, right, top: bottom - EDGE - BUTTON, bottom },
    { left: right - EDGE - BUTTON, right, top: 0, bottom: EDGE + BUTTON },
  ];
}
