import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import { noteCorner } from "../../src/lib/drawing/note_corner";
import { Zoom } from "../../src/lib/drawing/zoom.svelte";

const panel = { width: 680, height: 760 };
const lyon = JSON.parse(readFileSync("public/maps/lyon.fr.json", "utf8")) as BoardPlan;
const withPlaces = (...at: [number, number][]): BoardPlan => ({
  ...lyon,
  radius: 8,
  places: at.map(([x, y]) => ({ x, y })),
});

test.each([
  ["top", []],
  ["bottom", [[60, 40]]],
  ["top", [[60, 700]]],
  [
    "top",
    [
      [60, 40],
      [60, 700],
    ],
  ],
  [
    "bottom",
    [
      [60, 40],
      [200, 90],
      [60, 700],
    ],
  ],
  ["top", [[500, 40]]],
] as [string, [number, number][]][])("a note lies at the %s where it hides the fewest places", (corner, places) => {
  expect(noteCorner(withPlaces(...places), panel, (at) => at)).toBe(corner);
});

test("on the whole map of Lyon a note leaves the hill in sight", () => {
  const zoom = new Zoom(() => lyon);
  zoom.resize(panel);
  expect(noteCorner(lyon, zoom.panel, (at) => zoom.onSheet(at))).toBe("bottom");
});

test("a single button leaves in sight what a question would hide", () => {
  const usa = JSON.parse(readFileSync("public/maps/usa.fr.json", "utf8")) as BoardPlan;
  const laptop = { width: 1062, height: 568 };
  const zoom = new Zoom(() => usa);
  zoom.resize(laptop);
  expect(noteCorner(usa, laptop, (at) => zoom.onSheet(at), { width: 190, height: 44 })).toBe("bottom");
});
