import { describe, expect, it } from "vitest";
import {
  isLaterOrder, linesOf, nothing, rulesOf, scoresOf, shows, standingsOf, stepsOf, sum, together,
} from "../../src/lib/table/final_score"; // prettier-ignore
import { BONN, BONN_CELLE, CELLE_ULM, ULM, ULM_JENA, makeBoard, makeInfo, makeView } from "../builders";

const board = makeBoard();
const view = makeView({
  points: [4, 2],
  ledger: [
    ["route", 0, 4, ULM_JENA],
    ["route", 1, 2, CELLE_ULM],
    ["ticket", 0, -5, 0],
    ["ticket", 1, 5, 0],
    ["longest_path", 1, 10, 3],
  ],
  standings: [
    [1, 1, 17, "score"],
    [0, 2, -1, "score"],
  ],
});
const lines = linesOf(view);

it("the ledger's lines keep their place in it", () => {
  expect(lines[2]).toEqual({ rule: "ticket", seat: 0, points: -5, number: 2, detail: 0 });
  expect(sum(lines)).toBe(16);
  expect(rulesOf(lines)).toEqual(["route", "ticket", "longest_path"]);
});

it("points are those of the game until all is counted", () => {
  expect(scoresOf(view)).toEqual([-1, 17]);
  expect(scoresOf(makeView({ points: [4, 2] }))).toEqual([4, 2]);
});

it("rules are told one after the other, tickets one by one", () => {
  expect(stepsOf(lines).map((step) => [step.rule, step.lines.length])).toEqual([
    ["route", 2],
    ["ticket", 1],
    ["ticket", 1],
    ["longest_path", 1],
  ]);
});

describe("a line shows on the board", () => {
  const owners = [0, -1, 1, 1, -1, -1];
  const shown = (number: number, lit: number[][] = []): unknown => {
    const line = lines[number];
    return line && shows(board, owners, lit, line);
  };

  it("a route its lane", () => {
    expect(shown(0)).toEqual({ places: [], lanes: [ULM_JENA] });
  });

  it("a completed ticket its way, a missed one only its places", () => {
    expect(shown(3)).toEqual({ places: [ULM, BONN], lanes: [BONN_CELLE, CELLE_ULM] });
    expect(shown(2)).toEqual({ places: [ULM, BONN], lanes: [] });
  });

  it("any other rule the lanes that it says itself", () => {
    expect(shown(4, [[], [], [], [], [1, 2]])).toEqual({ places: [], lanes: [1, 2] });
    expect(shown(4)).toEqual({ places: [], lanes: [] }); // not told yet
  });

  it("several lines together all of theirs", () => {
    const parts = [{ places: [1], lanes: [2] }, nothing, { places: [], lanes: [3] }];
    expect(together(parts)).toEqual({ places: [1], lanes: [2, 3] });
  });
});

it("a tie that later rules have broken is told as such", () => {
  const tied = standingsOf(makeView({ standings: [[0, 1, 9, "score"], [1, 2, 9, "tickets"]] })); // prettier-ignore
  expect(isLaterOrder(makeInfo({ rules_version: 1, standings_version: 2 }), tied)).toBe(true);
  expect(isLaterOrder(makeInfo({ rules_version: 2, standings_version: 2 }), tied)).toBe(false);
  expect(isLaterOrder(makeInfo({ rules_version: 1, standings_version: 2 }), standingsOf(view))).toBe(false);
});
