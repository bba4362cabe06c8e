import { describe, expect, test } from "vitest";
import { importantPlaces } from "../../src/lib/table/attention";
import { heldFor, isEnough } from "../../src/lib/table/lack";
import { BLUE, BONN, BONN_CELLE, CELLE, JENA, RED, ULM, ULM_BONN, ULM_JENA, makeBoard, makeView } from "../builders";

describe("what a hand lacks for a lane", () => {
  const board = makeBoard();

  test("a colour is counted in itself, wilds apart", () => {
    expect(heldFor(board, makeView({ hand: [1, 4, 2] }), ULM_JENA)).toEqual({
      card: RED,
      have: 1,
      wilds: 2,
      needed: 2,
    });
  });

  test("a grey lane is counted in what the hand has most of", () => {
    expect(heldFor(board, makeView({ hand: [1, 3, 0] }), ULM_BONN)).toEqual({
      card: BLUE,
      have: 3,
      wilds: 0,
      needed: 5,
    });
  });

  test("wilds make up for what is missing", () => {
    const held = heldFor(board, makeView({ hand: [1, 3, 0] }), ULM_BONN);
    expect(held && isEnough(held)).toBe(false);
    expect(held && isEnough({ ...held, wilds: 2 })).toBe(true);
  });
});

describe("names that come first", () => {
  test("open tickets, then the last claim, then tickets done, then the own network", () => {
    const owner = [-1, -1, -1, 0, -1, -1];
    const view = makeView({ tickets: [0, 2], completed: [false, true], owner });
    expect(importantPlaces(makeBoard(), view, 0, [BONN_CELLE])).toEqual([ULM, BONN, CELLE]);
    expect(importantPlaces(makeBoard(), makeView({ tickets: [], owner }), 0, [])).toEqual([CELLE, ULM]);
  });

  test("what is on offer comes before all", () => {
    const view = makeView({ offer: [1], tickets: [0], completed: [false] });
    expect(importantPlaces(makeBoard(), view, 0, [])).toEqual([JENA, CELLE, ULM, BONN]);
  });
});
