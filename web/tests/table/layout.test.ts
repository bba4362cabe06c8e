import { describe, expect, it } from "vitest";
import { isMapBeside, layoutOf, type LayoutName } from "../../src/lib/table/layout";

const WIDE = { width: 1600, height: 1000 };
const TALL = { width: 1000, height: 1500 };

describe("the layout of a table", () => {
  it.each<[number, number, LayoutName, LayoutName]>([
    [3840, 2160, "wide", "tall"],
    [1440, 900, "wide", "tall"],
    [1366, 768, "wide", "tall"],
    [1280, 720, "wide", "tall"],
    [1440, 2560, "wide", "wide"],
    [820, 1180, "portrait", "portrait"],
    [390, 844, "portrait", "portrait"],
    [320, 568, "portrait", "portrait"],
    [844, 390, "landscape", "landscape"],
    [640, 360, "landscape", "landscape"],
  ])("follows the shapes of window (%d × %d) and board", (width, height, wide, tall) => {
    expect(layoutOf({ width, height }, WIDE).name).toBe(wide);
    expect(layoutOf({ width, height }, TALL).name).toBe(tall);
  });

  it("leaves the columns beside a board of full height what it doesn't fill, within bounds", () => {
    expect(layoutOf({ width: 1440, height: 900 }, TALL).side).toBe(389);
    expect(layoutOf({ width: 1280, height: 720 }, { width: 1000, height: 1100 }).side).toBe(313);
    expect(layoutOf({ width: 3840, height: 2160 }, TALL).side).toBe(540);
  });

  it("never gives the sides much more than half of a window", () => {
    for (let width = 320; width <= 3840; width += 20)
      for (let height = 320; height <= 2160; height += 20)
        for (const board of [WIDE, TALL]) {
          const { name, side } = layoutOf({ width, height }, board);
          expect((name === "tall" ? 2 * side : side) / width, `${width} × ${height}`).toBeLessThan(0.545);
        }
  });

  it("puts the log where a wide board leaves a tablet's height empty, and keeps the map's share", () => {
    const upright = { width: 820, height: 1180 };
    expect(layoutOf(upright, WIDE).log).toBe(196);
    expect(layoutOf(upright, TALL).log).toBe(0);
    expect(layoutOf({ width: 768, height: 800 }, WIDE).log).toBe(0);
    expect(layoutOf({ width: 390, height: 844 }, WIDE).log).toBe(0);
    for (let width = 700; width < 1100; width += 20)
      for (let height = width; height <= 1500; height += 20) {
        const { log } = layoutOf({ width, height }, WIDE);
        expect((height - 360 - log) / height, `${width} × ${height}`).toBeGreaterThan(log ? 0.459 : 0);
      }
  });

  it("gives a tall board of a replay or a puzzle the whole height of a desk", () => {
    expect(isMapBeside({ width: 1366, height: 768 }, TALL)).toBe(true);
    expect(isMapBeside({ width: 1366, height: 768 }, WIDE)).toBe(false);
    expect(isMapBeside({ width: 768, height: 1024 }, TALL)).toBe(false);
    expect(isMapBeside({ width: 844, height: 390 }, TALL)).toBe(false);
    expect(isMapBeside({ width: 390, height: 844 }, TALL)).toBe(false);
  });

  it("is compact where there is no desk", () => {
    expect(layoutOf({ width: 844, height: 390 }, WIDE).isCompact).toBe(true);
    expect(layoutOf({ width: 1024, height: 768 }, WIDE).isCompact).toBe(false);
  });
});
