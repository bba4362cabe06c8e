import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import boards from "../../src/generated/drawn.json";
import { marginsFor, toolsOn } from "../../src/lib/drawing/corner_tools";
import { Letterer } from "../../src/lib/drawing/lettering";
import { openingPoint, openingScale, scaleForNames, smallestReadable } from "../../src/lib/drawing/opening";
import { nameOn, type Plate } from "../../src/lib/drawing/plates";
import type { Point } from "../../src/lib/drawing/shapes";
import { stepOf } from "../../src/lib/drawing/steps";
import { Zoom } from "../../src/lib/drawing/zoom.svelte";

const phone = { width: 390, height: 420 };
const desk = { width: 1136, height: 728 };

function planOf(board: string): BoardPlan {
  return JSON.parse(readFileSync(`public/maps/${board}.en.json`, "utf8")) as BoardPlan;
}

function zoomed(plan: BoardPlan, panel: typeof phone): Zoom {
  const zoom = new Zoom(
    () => plan,
    (panel) => marginsFor(panel, plan),
  );
  zoom.resize(panel);
  return zoom;
}

test.each(boards)("on a phone %s opens so near that every space shows its symbol", (board) => {
  const plan = planOf(board);
  const zoom = zoomed(plan, phone);
  const scale = openingScale(plan, phone, zoom.whole, 12);
  expect(scale).toBeGreaterThan(zoom.whole);
  const { signs } = new Letterer(
    plan,
    plan.lanes.map(() => "red"),
    12,
    zoom.whole,
  ).at(stepOf(scale, zoom.whole));
  expect(signs.roomy.every(Boolean)).toBe(true);
});

test.each(boards)("on a desk %s opens whole and fills its panel one way", (board) => {
  const plan = planOf(board);
  const zoom = zoomed(plan, desk);
  expect(openingScale(plan, desk, zoom.whole, 11)).toBe(zoom.whole);
  const [width, height] = [plan.width * zoom.scale, plan.height * zoom.scale];
  expect(Math.max(width / desk.width, height / desk.height)).toBeCloseTo(1);
  expect(zoom.x).toBeCloseTo((desk.width - width) / 2);
  expect(zoom.y).toBeCloseTo((desk.height - height) / 2);
});

test("a low panel on a desk, as beside the chances of a replay, is no phone's: it shows the whole map", () => {
  const plan = planOf("berlin");
  const low = { width: 982, height: 441 };
  const { whole } = zoomed(plan, low);
  expect(openingScale(plan, low, whole, smallestReadable(low))).toBe(whole);
});

test("it opens where most of what matters can be seen", () => {
  const plan = planOf("usa");
  const zoom = zoomed(plan, phone);
  const scale = openingScale(plan, phone, zoom.whole, 12);
  const places = plan.places.map((_, place) => place);
  const east = places.toSorted((a, b) => (plan.places[b]?.x ?? 0) - (plan.places[a]?.x ?? 0)).slice(0, 3);
  const west = places.toSorted((a, b) => (plan.places[a]?.x ?? 0) - (plan.places[b]?.x ?? 0)).slice(0, 1);
  expect(openingPoint(plan, [...west, ...east], phone, scale).x).toBeGreaterThan(plan.width / 2);
  expect(openingPoint(plan, west, phone, scale).x).toBeLessThan(plan.width / 4);
  expect(openingPoint(plan, [], phone, scale).x).toBeGreaterThan(0);
});

const phones = { upright: { width: 390, height: 505 }, across: { width: 492, height: 390 } };
const inHand = boards.flatMap((board) => Object.entries(phones).map(([way, panel]) => ({ board, way, panel })));

test.each(inHand)(
  "no end of one's tickets, nor its name, begins below a tool of the map: $board, $way",
  ({ board, panel }) => {
    const plan = planOf(board);
    const { whole } = zoomed(plan, panel);
    const scale = openingScale(plan, panel, whole, 12);
    for (const seed of [1, 2, 3, 4, 5]) {
      const ends = Array.from({ length: 6 }, (_, index) => (seed * 7 + index * (5 + seed)) % plan.places.length);
      const letterer = new Letterer(plan, [], 12, whole);
      const { plates } = letterer.at(stepOf(scale, whole), [...new Set(ends)]);
      const zoom = zoomed(plan, panel);
      zoom.centre(openingPoint(plan, ends, panel, scale, plates), scale);
      const isBelow = ({ x, y }: Point, width = 0, height = 0): boolean => {
        const [middleX, middleY] = [x * scale + zoom.x, y * scale + zoom.y];
        const [across, down] = [(width * scale) / 2, (height * scale) / 2];
        return toolsOn(panel, plan).some(
          ({ left, right, top, bottom }) =>
            middleX + across > left && middleX - across < right && middleY + down > top && middleY - down < bottom,
        );
      };
      const below = ends.filter((place) => isBelow(plan.places[place] ?? { x: 0, y: 0 }));
      expect(below, `tickets ${seed}`).toEqual([]);
      const named = plates.filter((plate) => ends.includes(plate.place) && isBelow(plate, plate.width, plate.height));
      expect(named.map(nameOn), `names of tickets ${seed}`).toEqual([]);
    }
  },
);

test.each(inHand)("a phone begins so near that ends of tickets have their names: $board, $way", ({ board, panel }) => {
  const plan = planOf(board);
  const { whole } = zoomed(plan, panel);
  const letterer = new Letterer(plan, [], 12, whole);
  const scale = openingScale(plan, panel, whole, 12);
  for (const place of plan.places.keys()) {
    const at = (step: number): readonly Plate[] => letterer.at(step, [place]).plates;
    const nearer = scaleForNames(scale, whole, [place], at);
    expect(
      at(stepOf(nearer, whole)).map((plate) => plate.place),
      `place ${place}`,
    ).toContain(place);
  }
});

test("the sheet leaves its panel only to come out from under the tools, and a point that is zoomed at stays", () => {
  const plan = planOf("nederland");
  const zoom = zoomed(plan, phone);
  zoom.by(4, { x: 100, y: 100 });
  const before = zoom.onSheet({ x: 200, y: 200 });
  zoom.by(1.2, { x: 200, y: 200 });
  expect(zoom.onSheet({ x: 200, y: 200 }).x).toBeCloseTo(before.x);
  const { top, bottom } = marginsFor(phone, plan);
  zoom.pan(1e6, 1e6);
  expect([zoom.x, zoom.y]).toEqual([0, top]);
  zoom.pan(-1e6, -1e6);
  expect(zoom.seen.x + zoom.seen.width).toBeCloseTo(plan.width);
  expect(zoom.y + plan.height * zoom.scale).toBeCloseTo(phone.height - bottom);
});

test("another size of the panel keeps what was in the middle there", () => {
  const zoom = zoomed(planOf("usa"), phone);
  zoom.by(3);
  const middle = zoom.onSheet({ x: phone.width / 2, y: phone.height / 2 });
  zoom.resize({ width: 390, height: 300 });
  const now = zoom.onSheet({ x: 195, y: 150 });
  expect(now.x).toBeCloseTo(middle.x);
  expect(now.y).toBeCloseTo(middle.y);
});

test("what is shown is brought into view, from nearer if there is room", () => {
  const plan = planOf("usa");
  const zoom = zoomed(plan, phone);
  zoom.by(3);
  const ends = [plan.places[0], plan.places[9]].flatMap((place) => place ?? []);
  zoom.show(ends);
  for (const { x, y } of ends) {
    expect(x).toBeGreaterThan(zoom.seen.x);
    expect(x).toBeLessThan(zoom.seen.x + zoom.seen.width);
    expect(y).toBeGreaterThan(zoom.seen.y);
    expect(y).toBeLessThan(zoom.seen.y + zoom.seen.height);
  }
});
