import { beforeEach, expect, test } from "vitest";
import type { DayScore } from "../../src/generated/types";
import { dayInWords, isRunning, rememberDay, shareLine, tableOf } from "../../src/lib/solo/days";
import { claimOf, rememberTry, slotAction, tried } from "../../src/lib/solo/puzzles";
import { makeChoices } from "../builders";

const score: DayScore = {
  day: "2026-11-18",
  points: 112,
  place: 1,
  counts: true,
  behind: 7,
  field: { count: 11, least: 40, lower: 60, middle: 80, upper: 100, most: 130 },
  expert: 120,
};

beforeEach(() => localStorage.clear());

test("a shared line tells how it went and nothing of the cards", () => {
  const line = shareLine(score, "Lyon");
  expect(line).toContain("▰▰▰▰▰▰▰▱▱▱");
  expect(line).toMatch(/2026-11-18.*Lyon.*112.*120.*day\/2026-11-18$/);
  expect(shareLine({ ...score, expert: null, field: null, behind: 0, counts: false }, "Lyon")).toContain("▱▱▱▱▱▱▱▱▱▱");
});

test("the first table of a day is the one that counts", () => {
  expect(tableOf("2026-11-18")).toBeNull();
  rememberDay("2026-11-18", "first");
  rememberDay("2026-11-18", "second");
  expect(tableOf("2026-11-18")).toBe("first");
});

test("a day ends at midnight in Greenwich", () => {
  expect(isRunning("2026-11-18", Date.UTC(2026, 10, 18, 23, 59))).toBe(true);
  expect(isRunning("2026-11-18", Date.UTC(2026, 10, 19))).toBe(false);
  expect(dayInWords("2026-11-18", "en")).toContain("18");
});

test("the first try of a puzzle is remembered", () => {
  rememberTry("a", false);
  rememberTry("a", true);
  rememberTry("b", true);
  expect(tried()).toEqual({ a: false, b: true });
});

test("what is pointed at becomes the action that the server offers", () => {
  const choices = makeChoices({
    slots: [0, 3],
    slot_actions: [5, 8],
    claims: [{ lane: 4, payments: [], default: 77, terms: [] }],
  });
  expect(slotAction(choices, 3)).toBe(8);
  expect(slotAction(choices, 1)).toBeNull();
  expect(claimOf(choices, 4)).toBe(77);
  expect(claimOf(choices, 5)).toBeNull();
});
