import { describe, expect, it } from "vitest";
import { tablesOf, type Draft } from "../../src/lib/studio/draft";
import { aside, frameOf, suggestedLength, toBoard, toPicture, usualPitch } from "../../src/lib/studio/frame";
import { Drafter } from "../../src/lib/studio/layout";
import { platesOf } from "../../src/lib/studio/plates";

const draft: Draft = {
  "p/a/name": "Alder", "p/a/x": "0", "p/a/y": "0", "p/b/name": "Beech", "p/b/x": "91.5", "p/b/y": "0",
  "p/c/name": "Cedar", "p/c/x": "0", "p/c/y": "66",
  "r/1/from": ["a"], "r/1/to": ["b"], "r/1/length": "3", "r/1/colour": "red",
  "r/2/from": ["b"], "r/2/to": ["a"], "r/2/length": "3", "r/2/colour": "blue",
  "r/3/from": ["a"], "r/3/to": ["c"], "r/3/length": "2", "r/3/colour": "grey",
}; // prettier-ignore

describe("the map of a draft", () => {
  const tables = tablesOf(draft);
  const frame = frameOf(draft, tables);
  const drafter = new Drafter();
  const plan = drafter.plan(draft, tables, frame, 51, new Set());

  it("has a printed board's pitch where places lie as far apart as there", () => {
    expect(usualPitch(tables)).toBeCloseTo(25.5, 1);
  });

  it("draws every space, and twins side by side", () => {
    expect(plan.lanes.map(({ lane }) => lane.spaces.length)).toEqual([3, 3, 2]);
    const [one, two] = [plan.lanes[0]?.lane.spaces[1], plan.lanes[1]?.lane.spaces[1]];
    expect(Math.abs((one?.y ?? 0) - (two?.y ?? 0))).toBeGreaterThan(15);
    expect(one?.x).toBeCloseTo(two?.x ?? 0, 0);
  });

  it("draws anew only what has changed", () => {
    const moved = { ...draft, "p/c/x": "5" };
    const again = drafter.plan(moved, tablesOf(moved), frame, 51, new Set());
    expect(again.lanes[0]).toBe(plan.lanes[0]);
    expect(again.lanes[2]).not.toBe(plan.lanes[2]);
  });

  it("goes from the board to the picture and back", () => {
    const point = toBoard(frame, toPicture(frame, { x: 12, y: 34 }));
    expect(point.x).toBeCloseTo(12);
    expect(point.y).toBeCloseTo(34);
  });

  it("suggests a length from the distance, and a bend from a point", () => {
    expect(suggestedLength({ x: 0, y: 0 }, { x: 91.5, y: 0 }, 25.5)).toBe(3);
    expect(aside({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 5, y: 2 })).toBe(0.2);
    expect(aside({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 5, y: -90 })).toBe(-0.6);
  });

  it("has a plate for every place", () => {
    expect(platesOf(plan, draft).map(({ lines }) => lines[0])).toEqual(["Alder", "Beech", "Cedar"]);
  });
});
