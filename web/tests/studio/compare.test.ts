import { describe, expect, it } from "vitest";
import { compared } from "../../src/lib/studio/compare";

const board = (id: string, length: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  [`p/${id}1/name`]: "Ash",
  [`p/${id}2/name`]: "Birch",
  [`r/${id}1/from`]: [`${id}1`],
  [`r/${id}1/to`]: [`${id}2`],
  [`r/${id}1/length`]: length,
  "s/hand": 4,
  ...more,
});

describe("comparing two versions", () => {
  it("knows rows by their names, whatever their ids", () => {
    expect(compared(board("a", "3"), board("b", "3"))).toEqual([]);
  });

  it("tells what a lane was and is", () => {
    expect(compared(board("a", "3"), board("b", "5"))).toEqual([
      {
        table: "routes",
        what: "changed",
        name: "Ash – Birch",
        cells: [{ column: "length", before: "3", after: "5" }],
      },
    ]);
  });

  it("tells second lanes apart, and what is new, gone or set", () => {
    const twin = { "r/b2/from": ["b2"], "r/b2/to": ["b1"], "r/b2/length": "3", "s/hand": 5, "p/b3/name": "Elm" };
    const found = compared({ ...board("a", "3"), "p/a9/name": "Yew" }, board("b", "3", twin));
    expect(found.map(({ what, name }) => `${what} ${name}`)).toEqual([
      "removed Yew",
      "added Elm",
      "added Ash – Birch (2)",
      "changed hand",
    ]);
  });
});
