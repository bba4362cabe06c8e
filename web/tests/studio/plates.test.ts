import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import { blockOf, nameOn } from "../../src/lib/drawing/plates";
import { blocksTouch, turned } from "../../src/lib/drawing/shapes";
import type { DraftPlan } from "../../src/lib/studio/layout";
import { platesOf } from "../../src/lib/studio/plates";

const drafted = (board: string): DraftPlan => {
  const drawn = JSON.parse(readFileSync(`public/maps/${board}.fr.json`, "utf8")) as BoardPlan;
  const names = new Map(drawn.plates.map((plate) => [plate.place, nameOn(plate)]));
  return {
    frame: { left: 0, top: 0, width: drawn.width, height: drawn.height, scale: 1 },
    width: drawn.width,
    height: drawn.height,
    pitch: drawn.across / 0.35,
    radius: drawn.radius,
    places: drawn.places.map(({ x, y }, number) => ({ id: String(number), name: names.get(number) ?? "", x, y })),
    lanes: drawn.lanes.map((lane, number) => ({ id: String(number), lane })) as DraftPlan["lanes"],
    marks: [],
    middles: new Map(),
  };
};

it.each(["lyon", "usa", "berlin"])("covers no space of a crowded board with names: %s", (board) => {
  const plan = drafted(board);
  const spaces = plan.lanes.flatMap(({ lane }) => lane.spaces.map(turned));
  const plates = platesOf(plan, {}, 1.2);
  expect(plates.length).toBe(plan.places.length);
  const covering = plates.filter((plate) => spaces.some((space) => blocksTouch(blockOf(plate), space)));
  expect(covering.map(({ lines }) => lines.join(" "))).toEqual([]);
});

it("leaves a name where its maker wants it, and keeps the others off it", () => {
  const plan = drafted("usa");
  const [wanted, ...others] = platesOf(plan, { "l/labels/0": [0, 40] }, 1.2);
  const place = plan.places[0];
  expect(wanted?.y).toBeCloseTo(place?.y ?? 0);
  expect((wanted?.x ?? 0) - (wanted?.width ?? 0) / 2).toBeCloseTo((place?.x ?? 0) + plan.radius + 42.5);
  expect(others.filter((other) => wanted && blocksTouch(blockOf(other), blockOf(wanted)))).toEqual([]);
});
