import { expect, it } from "vitest";
import { myTables } from "../../src/lib/mine/my_tables.svelte";

const stored = (): { table: string }[] =>
  JSON.parse(localStorage.getItem("ferrovia.tables") ?? "[]") as { table: string }[];

it("a table is remembered over visits, the latest first", () => {
  myTables.remember("one", { token: "t" });
  myTables.remember("two", {});
  myTables.remember("one", { seen: 9 });
  expect(stored().map(({ table }) => table)).toEqual(["one", "two"]);
  expect(myTables.find("one")).toMatchObject({ token: "t", seen: 9 });
});

it("what another tab has remembered meanwhile is not lost", () => {
  myTables.remember("one", {});
  localStorage.setItem("ferrovia.tables", JSON.stringify([{ table: "elsewhere" }, ...stored()]));
  myTables.remember("two", {});
  expect(stored().map(({ table }) => table)).toEqual(["two", "elsewhere", "one"]);
});

it("another tab is heard", () => {
  localStorage.setItem("ferrovia.tables", JSON.stringify([{ table: "elsewhere" }]));
  dispatchEvent(Object.assign(new Event("storage"), { key: "ferrovia.tables" }));
  expect(myTables.find("elsewhere")).toBeDefined();
});

it("no more than 150 are kept: the oldest go", () => {
  for (let number = 0; number < 151; number += 1) myTables.remember(String(number), {});
  expect([stored().length, myTables.find("0"), myTables.find("150")?.table]).toEqual([150, undefined, "150"]);
});

it("a storage that is broken is taken for an empty one", () => {
  localStorage.setItem("ferrovia.tables", "{");
  myTables.remember("one", {});
  expect(stored()).toHaveLength(1);
});
