import { beforeEach, describe, expect, it } from "vitest";
import { coveredBy } from "../../src/lib/drawing/covering.svelte";
import { Zoom } from "../../src/lib/drawing/zoom.svelte";

let zoom: Zoom;
beforeEach(() => {
  zoom = new Zoom(() => ({ width: 100, height: 50 }));
  zoom.resize({ width: 100, height: 50 });
});

const pointer = (pointerId: number): PointerEvent => ({ pointerId }) as PointerEvent;

describe("zooming", () => {
  it("keeps the point that is meant where it is", () => {
    zoom.by(2, { x: 30, y: 20 });
    expect([30 * zoom.scale + zoom.x, 20 * zoom.scale + zoom.y]).toEqual([30, 20]);
  });

  it("has its limits, and never shows what is beside the map", () => {
    zoom.by(100);
    expect(zoom.scale).toBe(5);
    zoom.pan(1000, 1000);
    expect([zoom.x, zoom.y]).toEqual([0, 0]);
    zoom.pan(-10_000, -10_000);
    expect([zoom.x, zoom.y]).toEqual([100 * (1 - 5), 50 * (1 - 5)]);
    zoom.by(0.001);
    expect([zoom.scale, zoom.x, zoom.y]).toEqual([1, 0, 0].map((value) => expect.closeTo(value) as number));
  });
});

describe("what is pointed out", () => {
  it("is brought into view, moving as little as it takes", () => {
    zoom.by(4, { x: 0, y: 0 });
    zoom.show([{ x: 90, y: 40 }]);
    const [x, y] = [90 * zoom.scale + zoom.x, 40 * zoom.scale + zoom.y];
    expect(x).toBeLessThanOrEqual(100);
    expect(y).toBeLessThanOrEqual(50);
    const before = [zoom.x, zoom.y];
    zoom.show([{ x: 90, y: 40 }]);
    expect([zoom.x, zoom.y]).toEqual(before);
  });

  it("makes the map smaller if it is spread out", () => {
    zoom.by(4);
    zoom.show([{ x: 10, y: 10 }, { x: 90, y: 40 }]); // prettier-ignore
    expect(zoom.scale).toBeLessThan(4);
  });

  it("lets the map come back to where it was", () => {
    zoom.by(4, { x: 20, y: 10 });
    const before = [zoom.scale, zoom.x, zoom.y];
    zoom.show([{ x: 10, y: 10 }, { x: 90, y: 40 }]); // prettier-ignore
    zoom.show([{ x: 5, y: 5 }, { x: 95, y: 45 }]); // prettier-ignore
    zoom.show([]);
    expect([zoom.scale, zoom.x, zoom.y]).toEqual(before);
  });

  it("leaves it where somebody has moved it meanwhile", () => {
    zoom.by(4, { x: 20, y: 10 });
    zoom.show([{ x: 10, y: 10 }, { x: 90, y: 40 }]); // prettier-ignore
    zoom.by(1.2);
    const moved = [zoom.scale, zoom.x, zoom.y];
    zoom.show([]);
    expect([zoom.scale, zoom.x, zoom.y]).toEqual(moved);
  });

  it("changes nothing on a map that is all in view", () => {
    zoom.show([{ x: 90, y: 40 }]);
    expect([zoom.scale, zoom.x]).toEqual([1, 0]);
  });
});

describe("a sheet over the bottom of the map", () => {
  beforeEach(() => {
    zoom = new Zoom(() => ({ width: 1000, height: 500 }));
    zoom.resize({ width: 1000, height: 500 });
    zoom.cover({ width: 0, height: 200 });
  });

  it("moves nothing that can be seen above it", () => {
    zoom.show([{ x: 500, y: 100 }]);
    expect([zoom.scale, zoom.y]).toEqual([1, 0]);
  });

  it("has what is pointed out moved out from under it, and the map comes back when it goes", () => {
    zoom.show([{ x: 500, y: 450 }]);
    expect(450 * zoom.scale + zoom.y).toBeLessThan(300);
    zoom.cover({ width: 0, height: 0 });
    expect([zoom.scale, zoom.y]).toEqual([1, 0]);
  });

  it("is seen whole at the edge of a map that is partly covered, too", () => {
    zoom = new Zoom(() => ({ width: 1000, height: 1500 }));
    zoom.resize({ width: 320, height: 480 });
    zoom.by(3, { x: 160, y: 0 });
    zoom.cover({ width: 0, height: 240 });
    const lane = [{ x: 500, y: 20 }, { x: 500, y: 560 }]; // prettier-ignore
    zoom.show(lane);
    for (const { y } of lane) {
      expect(y * zoom.scale + zoom.y).toBeGreaterThanOrEqual(0);
      expect(y * zoom.scale + zoom.y).toBeLessThanOrEqual(240);
    }
  });

  it("never takes the map out of the panel", () => {
    zoom.pan(0, -10_000);
    expect(zoom.y).toBe(-200);
    zoom.pan(0, 10_000);
    expect(zoom.y).toBe(0);
  });
});

describe("a sheet over the right of the map", () => {
  beforeEach(() => {
    zoom = new Zoom(() => ({ width: 1000, height: 500 }));
    zoom.resize({ width: 1000, height: 500 });
    zoom.cover({ width: 300, height: 0 });
  });

  it("moves nothing that can be seen beside it", () => {
    zoom.show([{ x: 200, y: 400 }]);
    expect([zoom.scale, zoom.x]).toEqual([1, 0]);
  });

  it("has what is pointed out moved out from under it, and the map comes back when it goes", () => {
    zoom.show([{ x: 950, y: 400 }]);
    expect(950 * zoom.scale + zoom.x).toBeLessThan(700);
    zoom.cover({ width: 0, height: 0 });
    expect([zoom.scale, zoom.x]).toEqual([1, 0]);
  });
});

describe("what a sheet covers", () => {
  const panel = { left: 0, top: 100, right: 390, bottom: 500 };

  it.each([
    ["nothing, if there is none", null, { width: 0, height: 0 }],
    ["nothing beside the panel", { left: 400, top: 0, right: 700, bottom: 800 }, { width: 0, height: 0 }],
    ["the right, if it stands there", { left: 300, top: 0, right: 700, bottom: 800 }, { width: 90, height: 0 }],
    ["the bottom, if it goes all across", { left: 0, top: 420, right: 390, bottom: 800 }, { width: 0, height: 80 }],
  ])("is %s", (_, sheet, covered) => {
    expect(coveredBy(panel, sheet)).toEqual(covered);
  });
});

describe("a finger", () => {
  beforeEach(() => zoom.by(2, { x: 0, y: 0 }));

  it("that hardly moves is a tap, one that moves drags", () => {
    zoom.down(pointer(1), { x: 10, y: 10 });
    zoom.move(pointer(1), { x: 13, y: 10 });
    expect([zoom.dragged, zoom.x]).toEqual([false, 0]);
    zoom.move(pointer(1), { x: 3, y: 10 });
    expect([zoom.dragged, zoom.panning, zoom.x]).toEqual([true, true, -10]);
    zoom.up(pointer(1));
    expect(zoom.panning).toBe(false);
  });

  it("with a second one zooms by how far they are apart", () => {
    zoom.down(pointer(1), { x: 40, y: 20 });
    zoom.down(pointer(2), { x: 50, y: 20 });
    zoom.move(pointer(2), { x: 60, y: 20 });
    expect(zoom.scale).toBe(4);
  });

  it("that was never put down moves nothing", () => {
    zoom.move(pointer(3), { x: 0, y: 0 });
    expect(zoom.x).toBe(0);
  });
});

it("keys zoom and move; others are not its own", () => {
  const press = (key: string): boolean => zoom.key({ key } as KeyboardEvent);
  expect(press("+")).toBe(true);
  expect(zoom.scale).toBeCloseTo(1.3);
  press("ArrowRight");
  expect(zoom.x).toBeLessThan(0);
  press("0");
  expect([zoom.scale, zoom.x]).toEqual([1, 0]);
  expect(press("a")).toBe(false);
});
