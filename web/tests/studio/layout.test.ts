import { describe, expect, it } from "vitest";
import { tablesOf, type Draft } from "../../src/lib/studio/draft";
import { aside, frameOf, suggestedLength, toBoard, toPicture, usualPitch } from "../../src/lib/studio/frame";
import { Drafter } from "../../src/lib/studio/layout";
import { platesOf } from "../../src/lib/studio/plates";
import { printedBy, type PrintedMark } from "../../src/lib/studio/rules";
import type { RuleInfo } from "../../src/generated/types";

const ruleWith = (id: string, mark: PrintedMark): RuleInfo => ({
  id,
  lane_columns: [mark.column],
  ticket_columns: [],
  params: [],
  flags: [],
  usual: {},
  marks: [mark],
});

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
  const plan = drafter.plan(draft, tables, frame, 51, new Set(), () => undefined);

  it("has a printed board's pitch where places lie as far apart as there", () => {
    expect(usualPitch(tables)).toBeCloseTo(25.5, 1);
  });

  it("draws every space, and twins side by side", () => {
    expect(plan.lanes.map(({ lane }) => lane.spaces.length)).toEqual([3, 3, 2]);
    const [one, two] = [plan.lanes[0]?.lane.spaces[1], plan.lanes[1]?.lane.spaces[1]];
    expect(Math.abs((one?.y ?? 0) - (two?.y ?? 0))).toBeGreaterThan(15);
    expect(one?.x).toBeCloseTo(two?.x ?? 0, 0);
  });

  it("sets round spaces of twins one behind the other, and none on another", () => {
    const metro = { ...draft, "r/1/piece": "metro", "r/2/piece": "metro" };
    const drawn = new Drafter().plan(metro, tablesOf(metro), frame, 51, new Set(["metro"]), () => undefined);
    const [one, two] = drawn.lanes.flatMap(({ lane }) => (lane.round ? lane.spaces : []));
    expect(one?.width).toBe(35.7);
    expect(Math.hypot((one?.x ?? 0) - (two?.x ?? 0), (one?.y ?? 0) - (two?.y ?? 0))).toBeGreaterThan(35.7);
  });

  it("draws anew only what has changed", () => {
    const moved = { ...draft, "p/c/x": "5" };
    const again = drafter.plan(moved, tablesOf(moved), frame, 51, new Set(), () => undefined);
    expect(again.lanes[0]).toBe(plan.lanes[0]);
    expect(again.lanes[2]).not.toBe(plan.lanes[2]);
  });

  it("draws the marks that rules print: on spaces, as an edge, and as a badge", () => {
    const ferry = { column: "ferry", cell: "2", number: 2, glyph: "M0 0", spaces: 2, broken: false };
    const tunnel = { column: "tunnel", cell: "yes", number: 0, glyph: "M1 1", spaces: 0, broken: true };
    const rules = [ruleWith("ferries", ferry), ruleWith("tunnels", tunnel)];
    const marked = {
      ...draft, "s/rules/ferries": {}, "s/rules/tunnels/turned_up": 3, "r/1/ferry": "2", "r/2/ferry": "2", "r/3/tunnel": "yes",
    }; // prettier-ignore
    const shown = new Drafter().plan(marked, tablesOf(marked), frame, 51, new Set(), printedBy(marked, rules));
    expect(shown.lanes.map(({ lane }) => [lane.signed, lane.broken])).toEqual([
      [[0, 1], false],
      [[0, 1], false],
      [[], true],
    ]);
    expect(shown.marks.map(({ mark, lanes }) => [mark.column, lanes])).toEqual([
      ["ferry", ["1", "2"]], // twins alike share one
      ["tunnel", ["3"]],
    ]);
    const [badge] = shown.marks;
    const [a, b] = [shown.places[0], shown.places[1]];
    expect(badge?.spot.y).toBeCloseTo(a?.y ?? 0, 0);
    expect(badge?.spot.x).toBeGreaterThan(a?.x ?? 0);
    expect(badge?.spot.x).toBeLessThan(b?.x ?? 0);
  });

  it("prints nothing of a rule that the draft does not play", () => {
    const tunnel = { column: "tunnel", cell: "yes", number: 0, glyph: "M1 1", spaces: 0, broken: true };
    expect(printedBy(draft, [ruleWith("tunnels", tunnel)])({ tunnel: "yes" })).toBeUndefined();
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

  it("keeps names within the sheet and off the spaces where there is room", () => {
    for (const { x, y, width, height } of platesOf(plan, draft)) {
      expect(Math.min(x - width / 2, y - height / 2)).toBeGreaterThan(0);
      expect(x + width / 2).toBeLessThan(plan.width);
      expect(y + height / 2).toBeLessThan(plan.height);
      const covered = plan.lanes
        .flatMap(({ lane }) => lane.spaces)
        .filter((space) => Math.abs(space.x - x) < width / 2 && Math.abs(space.y - y) < height / 2);
      expect(covered).toEqual([]);
    }
  });

  it("puts no name on another where there is room, and leads to those that stand farther away", () => {
    const names = ["Homme-de-la-Roche", "Palais-de-Justice", "Saint-Luc Saint-Joseph"];
    const row = Object.fromEntries(
      names.flatMap((name, number) => [
        [`p/${number}/name`, name],
        [`p/${number}/x`, String(100 + 34 * number)],
        [`p/${number}/y`, "60"],
      ]),
    );
    const close = { ...draft, ...row };
    const drawn = new Drafter().plan(
      close,
      tablesOf(close),
      frameOf(close, tablesOf(close)),
      51,
      new Set(),
      () => undefined,
    );
    const plates = platesOf(drawn, close);
    const touching = plates.filter((one) =>
      plates.some(
        (other) =>
          other !== one &&
          Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
          Math.abs(one.y - other.y) < (one.height + other.height) / 2,
      ),
    );
    expect(touching).toEqual([]);
    for (const { place, x, y, width, height, leader } of plates) {
      const dot = drawn.places[place];
      const [dx, dy] = [Math.abs(x - (dot?.x ?? 0)) - width / 2, Math.abs(y - (dot?.y ?? 0)) - height / 2];
      if (Math.max(dx, dy) > 30) expect(leader).not.toBeNull();
    }
  });

  it("has a plate for every place", () => {
    expect(platesOf(plan, draft).map(({ lines }) => lines[0])).toEqual(["Alder", "Beech", "Cedar"]);
  });
});
