import { describe, expect, it } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import { laneAt } from "../../src/lib/drawing/pointing";

/** Two lanes of one space each, 40 apart. */
const lanes = [0, 40].map((x) => ({
  path: "",
  round: false,
  spaces: [{ x, y: 0, width: 20, height: 10, turn: 0 }],
})) satisfies BoardPlan["lanes"];
const mouse = { pixel: 1, isFinger: false };
const finger = { pixel: 1, isFinger: true };
const none = new Set<number>();

describe("pointing at a lane", () => {
  it("means the nearest one", () => {
    expect([laneAt(lanes, { x: 19, y: 0 }, mouse, none), laneAt(lanes, { x: 21, y: 0 }, mouse, none)]).toEqual([0, 1]);
  });

  it("means none if it is too far away", () => {
    expect(laneAt(lanes, { x: 0, y: 34 }, mouse, none)).toBe(0);
    expect(laneAt(lanes, { x: 0, y: 36 }, mouse, none)).toBeNull();
  });

  it("reaches as far on the screen, however near the map is", () => {
    expect(laneAt(lanes, { x: 0, y: 34 }, { pixel: 0.5, isFinger: false }, none)).toBeNull();
  });

  it("with a finger rather means what can be claimed", () => {
    const at = { x: 15, y: 0 };
    expect(laneAt(lanes, at, finger, new Set([1]))).toBe(1);
    expect(laneAt(lanes, at, mouse, new Set([1]))).toBe(0);
    expect(laneAt(lanes, at, finger, none)).toBe(0);
  });
});
