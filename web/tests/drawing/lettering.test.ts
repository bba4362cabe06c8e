import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { BoardPlan, PlatePlan, Spot } from "../../src/generated/types";
import boards from "../../src/generated/drawn.json";
import { Letterer } from "../../src/lib/drawing/lettering";
import { smallestReadable } from "../../src/lib/drawing/opening";
import { blockOfLine, leaderTo, lengthOf, nameOn, type Line } from "../../src/lib/drawing/plates";
import { blocksTouch, turned } from "../../src/lib/drawing/shapes";
import { farthestPlate, LAST, longestLeader } from "../../src/lib/drawing/spots";
import { leastScale, stepOf } from "../../src/lib/drawing/steps";
import { Zoom } from "../../src/lib/drawing/zoom.svelte";
import { layoutOf, type Size } from "../../src/lib/table/layout";
import { problemsOf } from "./readable";

vi.setConfig({ testTimeout: 600_000 }); // all steps of a map: a busy machine may take its time

/** What the map has of four windows: a desk, a laptop, a tablet held upright and a phone. */
const panels = {
  "1440 × 900": { width: 1136, height: 728, isTouched: false },
  "1366 × 768": { width: 1062, height: 596, isTouched: false },
  "820 × 1180": { width: 820, height: 760, isTouched: true },
  "390 × 844": { width: 390, height: 420, isTouched: true },
};
type Panel = (typeof panels)["1440 × 900"];
const languages = ["en", "fr"];
const cases = boards.flatMap((board) => languages.map((language) => ({ board, language })));

function planOf(board: string, language: string): BoardPlan {
  return JSON.parse(readFileSync(`public/maps/${board}.${language}.json`, "utf8")) as BoardPlan;
}

function leaderOf({ place, spot }: PlatePlan, plan: BoardPlan): Line | null {
  const at = plan.places[place];
  return at ? leaderTo(at, spot) : null;
}

/** Every lane has a colour: there is more to place than on the real boards. */
const coloured = (plan: BoardPlan): string[] => plan.lanes.map(() => "orange");

/** What the map has of a window: what surrounds it, for two who play, in a tablet held upright was measured there. */
function mapIn(window: Size, board: Size): Size {
  const { name, side, log } = layoutOf(window, board);
  if (name === "portrait") return { width: window.width, height: window.height - 361 - log };
  return name === "tall"
    ? { width: window.width - 2 * side, height: window.height }
    : { width: window.width - side, height: window.height - 200 };
}

/** As they are printed. */
function coloursOf(board: string): string[] {
  const [head = "", ...rows] = readFileSync(`../src/ferrovia/boards/${board}/routes.csv`, "utf8").trim().split(/\r?\n/);
  const column = head.split(",").indexOf("colour");
  return rows.map((row) => row.split(",")[column] ?? "");
}

interface View {
  plan: BoardPlan;
  colours: string[];
  letterer: Letterer;
  minimum: number;
  base: number;
  /** From the whole map to the nearest one can come. */
  steps: number[];
}

function viewOf(board: string, language: string, panel: Panel, colours = coloured(planOf(board, language))): View {
  const plan = planOf(board, language);
  const minimum = smallestReadable(panel);
  const zoom = new Zoom(() => plan);
  zoom.resize(panel);
  const base = zoom.whole;
  zoom.by(1e6);
  const steps = Array.from({ length: stepOf(zoom.scale, base) + 1 }, (_, index) => index);
  zoom.reset();
  return { plan, colours, letterer: new Letterer(plan, colours, minimum, base), minimum, base, steps };
}

function isWithin(one: Spot, other: Spot, clearance: number): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 + clearance &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2 + clearance
  );
}

/** One for all tests of a map in a window: a letterer works every step out once, whoever asked before. */
const views = new Map<string, View>();

function sharedView(board: string, language: string, panel: Panel): View {
  const key = `${board} ${language} ${panel.width}`;
  const known = views.get(key) ?? viewOf(board, language, panel);
  views.set(key, known);
  return known;
}

/** Ends of three tickets, anywhere. */
function someEnds(plan: BoardPlan, seed: number): number[] {
  const count = plan.places.length;
  return [...new Set(Array.from({ length: 6 }, (_, index) => (seed * 7 + index * (5 + seed)) % count))];
}

describe.each(cases)("$board in $language", ({ board, language }) => {
  describe.each(Object.entries(panels))("at %s", (_, panel) => {
    test("all that is written can be read, and touches nothing", () => {
      const { plan, colours, letterer, minimum, base, steps } = sharedView(board, language, panel);
      const found = steps.flatMap((step) =>
        [[], someEnds(plan, 1), someEnds(plan, 4)].flatMap((important) =>
          problemsOf(plan, colours, letterer.at(step, important), leastScale(step, base), minimum).map(
            (problem) => `step ${step}: ${problem}`,
          ),
        ),
      );
      expect(found).toEqual([]);
    });

    test("every place has its name for who comes near", () => {
      const { plan, letterer, steps } = sharedView(board, language, panel);
      expect(letterer.at(steps.at(-1) ?? 0).plates.map(({ place }) => place)).toEqual(
        plan.places.map((_, place) => place),
      );
    });

    test("a hairline to a name passes below a twin lane at the most", () => {
      const { plan, letterer, steps } = sharedView(board, language, panel);
      const spaces = plan.lanes.flatMap((lane) => lane.spaces.map(turned));
      const printed = new Map(plan.plates.map((plate) => [plate.place, plate.leader !== null]));
      const found = steps.flatMap((step) =>
        letterer.at(step).plates.flatMap(({ place, leader }) => {
          const line = leader && !printed.get(place) ? blockOfLine(leader) : null;
          return line && spaces.filter((space) => blocksTouch(line, space)).length > 2
            ? [`step ${step}: ${place}`]
            : [];
        }),
      );
      expect(found).toEqual([]);
    });

    test("names that matter come before all others", () => {
      const { plan, colours, letterer, minimum, base, steps } = sharedView(board, language, panel);
      for (const seed of [1, 2, 3]) {
        const wanted = someEnds(plan, seed);
        const plates = plan.plates.filter(({ place }) => wanted.includes(place));
        const alone = new Letterer({ ...plan, plates }, colours, minimum, base);
        for (const step of steps) {
          const there = letterer.at(step, wanted).plates.filter(({ place }) => wanted.includes(place)).length;
          expect(there, `step ${step}`).toBeGreaterThanOrEqual(alone.at(step, wanted).plates.length);
          if (!panel.isTouched) expect(there, `step ${step}`).toBe(wanted.length);
        }
      }
    });

    test("a name that does not matter is led no farther than the eye follows, unless there is no other room", () => {
      const { plan, letterer, base, steps } = sharedView(board, language, panel);
      for (const step of steps) {
        const scale = leastScale(step, base);
        const led = letterer.at(step).plates.filter(({ leader }) => lengthOf(leader) > longestLeader(1 / scale));
        expect(led.length, `step ${step}: ${led.map(nameOn).join()}`).toBeLessThanOrEqual(plan.places.length / 8);
        for (const plate of led)
          expect((lengthOf(plate.leader) + plan.radius) * scale, nameOn(plate)).toBeLessThan(Math.max(...LAST) + 20);
      }
    });

    test.runIf(panel.width < 480)("no name stands far from its place on a phone", () => {
      const { plan, letterer, base, steps } = sharedView(board, language, panel);
      const farthest = farthestPlate(Math.min(plan.width, plan.height) * base);
      expect(farthest).toBeLessThan(120);
      const printed = new Set(plan.plates.filter((plate) => plate.leader).map(({ place }) => place));
      const found = steps.flatMap((step) =>
        letterer.at(step, someEnds(plan, 2)).plates.flatMap(({ place, leader }) => {
          if (!leader || printed.has(place)) return []; // the plan's own grows with the map
          const long = Math.hypot(leader.to.x - leader.from.x, leader.to.y - leader.from.y);
          const pixels = (long - plan.radius) * leastScale(step, base);
          return pixels > farthest + 12 ? [`step ${step}: ${place} is led ${Math.round(pixels)} pixels`] : [];
        }),
      );
      expect(found).toEqual([]);
    });

    test("names are never broken inside a word", () => {
      const { plan, letterer, steps } = sharedView(board, language, panel);
      const names = new Map(plan.plates.map((plate) => [plate.place, nameOn(plate)]));
      for (const step of steps)
        for (const { place, lines } of letterer.at(step).plates) {
          expect(nameOn({ lines })).toBe(names.get(place));
          for (const line of lines.slice(0, -1))
            expect(names.get(place)).toMatch(new RegExp(`${line}(?<=-| )|${line} `));
        }
    });
  });
});

/** Names that have no room within 150 pixels of their place: they come as one zooms, or when they matter. */
function waitingFor(board: string, width: number): string[] {
  return board === "usa" && width === 768 ? ["Oklahoma City", "Pittsburgh"] : [];
}

describe.each(cases)("the whole map of $board in $language", ({ board, language }) => {
  test.each([
    [1440, 900],
    [1366, 768],
    [1280, 720],
    [1180, 820],
    [820, 1180],
    [768, 1024],
  ])("has every name in a window of %d × %d", (width, height) => {
    const colours = coloursOf(board);
    const panel = { ...mapIn({ width, height }, planOf(board, language)), isTouched: false };
    const { plan, letterer } = viewOf(board, language, panel, colours);
    const there = new Set(letterer.at(0).plates.map(({ place }) => place));
    const missing = plan.plates.filter(({ place }) => !there.has(place));
    expect(missing.map(nameOn)).toEqual(waitingFor(board, width));
    for (const { place } of missing)
      expect(letterer.at(0, [place]).plates.map((plate) => plate.place)).toContain(place);
  });
});

describe("what the plan itself has placed", () => {
  test.each(cases)("stays where it is while it can be read: $board in $language", ({ board, language }) => {
    const plan = planOf(board, language);
    const { plates, signs } = new Letterer(plan, coloured(plan), 10.5).at(stepOf(1));
    const isLedFar = (plate: PlatePlan): boolean => lengthOf(leaderOf(plate, plan)) > longestLeader(1);
    expect(plates.map(({ place }) => place)).toEqual(plan.plates.map(({ place }) => place));
    for (const plate of plan.plates.filter((plate) => !isLedFar(plate)))
      expect(plates.find(({ place }) => place === plate.place)?.lines).toEqual(plate.lines);
    const isCrowded = (one: PlatePlan): boolean =>
      plan.plates.some((other) => other !== one && isWithin(one.spot, other.spot, 1));
    for (const plate of plan.plates) {
      if (isCrowded(plate) || isLedFar(plate)) continue; // the frames of two plates would touch: one of them is moved
      const laid = plates.find(({ place }) => place === plate.place);
      expect(laid?.x).toBeCloseTo(plate.spot.x);
      expect(laid?.y).toBeCloseTo(plate.spot.y);
    }
    expect(plan.plates.filter(isCrowded).length).toBeLessThanOrEqual(2);
    expect(signs.marks.map(({ x, y }) => [x, y])).toEqual(plan.marks.map(({ spot }) => [spot.x, spot.y]));
    expect(signs.roomy.every(Boolean)).toBe(true);
  });
});

test("names don't move between two looks at the same map", () => {
  const plan = planOf("lyon", "en");
  const [one, other] = [0, 1].map(() => new Letterer(plan, coloured(plan), 11));
  other?.at(-3, [1, 2, 3]);
  expect(other?.at(-7, [4, 9])).toEqual(one?.at(-7, [4, 9]));
});
