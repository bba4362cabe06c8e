import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import { Letterer } from "../../src/lib/drawing/lettering";
import { freeToolSpot } from "../../src/lib/drawing/tool_spot";
import { Zoom } from "../../src/lib/drawing/zoom.svelte";

const plan = JSON.parse(readFileSync("public/maps/nederland.fr.json", "utf8")) as BoardPlan;

function spotIn(width: number, height: number): string {
  const zoom = new Zoom(() => plan);
  zoom.resize({ width, height });
  const { plates } = new Letterer(plan, [], 11, zoom.whole).at(0);
  return freeToolSpot(plan, plates, zoom.panel, (at) => zoom.onSheet(at));
}

test("the button stands where it usually does beside a map that leaves it room", () => {
  expect(spotIn(900, 820)).toBe("right");
});

test("it hides neither Liège nor Middelbourg where the map fills its panel", () => {
  expect(spotIn(544, 820)).toBe("top");
});
