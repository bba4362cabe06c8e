import { describe, expect, it } from "vitest";
import { myTables } from "../../src/lib/mine/my_tables.svelte";
import { exportSeats, importSeats } from "../../src/lib/mine/seats_backup";

const TABLE = "a".repeat(22);
const OTHER = "b".repeat(22);
const TOKEN = "t".repeat(43);

function backup(...tables: unknown[]): string {
  return JSON.stringify({ ferrovia: "seats", version: 1, tables });
}

describe("a backup", () => {
  it("brings seats to another browser", () => {
    myTables.remember(TABLE, { board: "usa", token: TOKEN, at: 5 });
    myTables.remember(OTHER, { board: "berlin", host: TOKEN });
    const text = exportSeats();
    myTables.forget(TABLE);
    myTables.forget(OTHER);
    expect(importSeats(text)).toBe(2);
    expect(myTables.tables.map(({ table }) => table)).toEqual([OTHER, TABLE]); // in the order they were in
    expect(myTables.find(TABLE)).toMatchObject({ board: "usa", token: TOKEN, host: null, at: 5 });
  });

  it("counts only what was new, and never takes a seat that is held here", () => {
    myTables.remember(TABLE, { board: "usa", token: TOKEN });
    const theirs = { table: TABLE, board: "usa", token: "u".repeat(43), host: "h".repeat(43) };
    expect(importSeats(backup(theirs))).toBe(0);
    expect(myTables.find(TABLE)).toMatchObject({ token: TOKEN, host: "h".repeat(43) });
  });

  it.each([
    ["no JSON", "{"],
    ["something else", JSON.stringify({ ferrovia: "record" })],
    ["no list", JSON.stringify({ ferrovia: "seats", tables: {} })],
    ["nothing", "null"],
  ])("that is none is refused: %s", (_, text) => {
    expect(importSeats(text)).toBeNull();
    expect(myTables.tables).toEqual([]);
  });

  it.each([
    ["a short table", { table: "a", board: "usa", token: null, host: null }],
    ["a token with a space", { table: TABLE, board: "usa", token: `${"t".repeat(42)} `, host: null }],
    ["no board", { table: TABLE, token: null, host: null }],
    ["an empty entry", null],
  ])("loses only its broken lines: %s", (_, broken) => {
    expect(importSeats(backup(broken, { table: OTHER, board: "usa", token: null, host: null }))).toBe(1);
    expect(myTables.tables.map(({ table }) => table)).toEqual([OTHER]);
  });
});
