import { describe, expect, it } from "vitest";
import type { Balance, FigureInfo, LaneFigures, TicketFigures } from "../../src/generated/types";
import { arcsOf, byError, hotLanes, kindOf, topOf } from "../../src/lib/balance/heat";

const figure = (value: number): FigureInfo => ({ value, low: value, high: value });
const lane = (number: number, claimed: number, lacked: number | null): LaneFigures => ({
  lane: number,
  claimed: figure(claimed),
  when: null,
  lacked: lacked === null ? null : figure(lacked),
  snatched: null,
  cost: null,
});
const ticket = (number: number, points: number, worth: number | null): TicketFigures => ({
  ticket: number,
  points,
  way: points,
  kept: null,
  completed: null,
  gain: figure(0),
  worth: worth === null ? null : figure(worth),
});
const balance = {
  lanes: [lane(0, 0.5, 0.02), lane(1, 0.25, 0.04), lane(2, 0.75, null)],
  tickets: [ticket(0, 10, 9), ticket(1, 12, 6), ticket(2, 5, 9), ticket(3, 20, null)],
} as unknown as Balance;

describe("heat", () => {
  it("runs to 1 for shares, and to the hottest lane for the rest", () => {
    expect(topOf(balance, "claimed")).toBe(1);
    expect(topOf(balance, "lacked")).toBe(0.04);
    expect(hotLanes(balance, "claimed").map(({ lane, share }) => [lane, share])).toEqual([
      [2, 0.75],
      [0, 0.5],
      [1, 0.25],
    ]);
  });

  it("leaves out lanes of which nothing is known", () => {
    expect(hotLanes(balance, "lacked").map(({ lane, share }) => [lane, share])).toEqual([
      [1, 1],
      [0, 0.5],
    ]);
  });
});

describe("tickets", () => {
  it("have too many points, too few, about enough, or are too hard", () => {
    expect(balance.tickets.map(kindOf)).toEqual(["fair", "high", "low", "hard"]);
  });

  it("come with the furthest from their worth first", () => {
    expect(byError(balance.tickets).map(({ ticket }) => ticket)).toEqual([1, 2, 0, 3]);
  });

  it("are arcs between their places, the thickest on top; the way back is the same arc", () => {
    const plan = { places: [{ x: 0, y: 0 }, { x: 100, y: 0 }] }; // prettier-ignore
    const ends = [{ a: 0, b: 1 }, { a: 1, b: 0 }, { a: 0, b: 7 }, { a: 0, b: 1 }]; // prettier-ignore
    const arcs = arcsOf(balance, plan, ends);
    expect(arcs.map(({ ticket }) => ticket)).toEqual([0, 3, 1]);
    expect(arcs[0]?.path).toBe("M0 0Q50.0 16.0 100 0");
    expect(arcs[2]?.path).toBe("M100 0Q50.0 16.0 0 0");
  });
});
