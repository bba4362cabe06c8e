import { expect, it } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { inventName } from "../../src/lib/text/invented_names";

const last = (): number => 0.999;

it("a seat gets a name that nobody at the table has", () => {
  const first = inventName([], () => 0);
  expect(inventName([first.toUpperCase()], () => 0)).not.toBe(first);
});

it.each(["en", "fr"] as const)("in %s there are names enough for any table, none of them twice", (language) => {
  settings.set({ language });
  const names: string[] = [];
  for (let seat = 0; seat < 12; seat++) names.push(inventName(names, last));
  expect(new Set(names).size).toBe(12);
  expect(names.filter((name) => /^(me|moi|you|vous)$/i.test(name) || name.length > 30)).toEqual([]);
});

it("when all are taken, the seat's number is its name", () => {
  const names: string[] = [];
  for (let seat = 0; seat < 60; seat++) names.push(inventName(names, last));
  expect(names.at(-1)).toMatch(/60$/);
});
