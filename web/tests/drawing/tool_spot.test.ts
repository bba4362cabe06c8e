import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import { Letterer } from "../../src/lib/drawing/lettering";
import type { Plate } from "../../src/lib/drawing/plates";
import { freeToolSpot } from "../../src/lib/drawing/tool_spot";
import { Zoom } from "../../src/lib/drawing/zoom.svelte";

const plan = JSON.parse(readFileSync("public/maps/nederland.fr.json", "utf8")) as BoardPlan;
const panel = { width: 544, height: 820 };

test("the button stands where it usually does beside a map that leaves it room", () => {
  const zoom = new Zoom(() => plan);
  zoom.resize({ width: 900, height: 820 });
  const { plates } = new Letterer(plan, [], 11, zoom.whole).at(0);
  expect(freeToolSpot(plan, plates, zoom.panel, (at) => zoom.onSheet(at))).toBe("right");
});

/** A name whose middle is at some pixels of the panel. */
const nameAt = (x: number, y: number): Plate =>
  ({ place: 0, lines: ["Liège"], x, y, width: 60, height: 20, text: 11, leader: null }) as unknown as Plate;

test.each([
  ["right", []],
  ["left", [nameAt(500, 800)]],
  ["top", [nameAt(500, 800), nameAt(40, 800)]],
  ["right", [nameAt(500, 800), nameAt(40, 800), nameAt(500, 80)]],
])("it stands at the %s where names lie below it otherwise", (spot, names) => {
  const empty: BoardPlan = { ...plan, places: [], lanes: [] };
  expect(freeToolSpot(empty, names, panel, (at) => at)).toBe(spot);
});

test.each(["places", "lanes"] as const)("it hides none of the %s", (kind) => {
  const { x, y } = { x: panel.width - 20, y: panel.height - 20 };
  const space = { x, y, width: 30, height: 12, angle: 0 };
  const crowded = {
    ...plan,
    places: kind === "places" ? [{ ...plan.places[0], x, y }] : [],
    lanes: kind === "lanes" ? [{ ...plan.lanes[0], spaces: [space] }] : [],
  } as unknown as BoardPlan;
  expect(freeToolSpot(crowded, [], panel, (at) => at)).toBe("left");
});
