import { describe, expect, it } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import { laneAt, placeAt } from "../../src/lib/drawing/pointing";

/** Two lanes of one space each, 40 apart. */
const lanes = [0, 40].map((x) => ({
  path: "",
  round: false,
  broken: false,
  glyph: "",
  signed: [],
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

describe("pointing at a place", () => {
  const plan = { radius: 5, places: [0, 40, 60].map((x) => ({ x, y: 0 })) } as BoardPlan;

  it("means the nearest one that something can be done at", () => {
    expect(placeAt(plan, { x: 4, y: 0 }, mouse, new Set([0, 1]))).toBe(0);
    expect(placeAt(plan, { x: 41, y: 2 }, mouse, new Set([0, 1]))).toBe(1);
    expect(placeAt(plan, { x: 60, y: 0 }, mouse, new Set([0, 1]))).toBeNull();
  });

  it("reaches farther for a finger, and leaves lanes alone", () => {
    expect(placeAt(plan, { x: 12, y: 0 }, mouse, new Set([0]))).toBeNull();
    expect(placeAt(plan, { x: 12, y: 0 }, finger, new Set([0]))).toBe(0);
    expect(placeAt(plan, { x: 20, y: 0 }, finger, new Set([0]))).toBeNull();
  });
});
