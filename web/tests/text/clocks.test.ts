import { expect, it } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { clockInWords } from "../../src/lib/text/clocks";
import { plain } from "../plain";

const said = (clock: Parameters<typeof clockInWords>[0]): string | null => plain(clockInWords(clock));

it("no clock", () => {
  expect(said({ kind: "none" })).toBe("No clock");
});

it.each([
  [600, 10, "10 min + 10 s"],
  [600, 0, "10 min"],
  [90, 5, "90 s + 5 s"], // no whole minutes
])("a live clock of %d and %d seconds", (bank_seconds, increment_seconds, words) => {
  expect(said({ kind: "live", bank_seconds, increment_seconds })).toBe(words);
});

it.each([
  ["en", 1, "1 day a move"],
  ["en", 3, "3 days a move"],
  ["fr", 1, "1 jour par coup"],
] as const)("a clock by the day, in %s: %d", (language, days, words) => {
  settings.set({ language });
  expect(said({ kind: "correspondence", days })).toBe(words);
});
