import { describe, expect, it } from "vitest";
import { cell, plain } from "../../src/lib/balance/figures";

describe("cells of a table", () => {
  it("tell a figure with its unit, and its interval without", () => {
    const say = (value: number): string => `${value}\u00a0%`;
    expect(cell({ value: 5, low: 4, high: 6 }, say)).toEqual({ text: "5\u00a0%", reach: "4…6" });
  });

  it("have a dash where nothing is known, and no interval where nothing is uncertain", () => {
    expect(cell(null, String)).toEqual({ text: "–" });
    expect(cell(undefined, String)).toEqual({ text: "–" });
    expect(plain(12)).toEqual({ text: "12" });
  });
});
