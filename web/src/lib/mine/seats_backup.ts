import { myTables, type MyTable } from "./my_tables.svelte";

/** The seats of this browser as a text that another browser can read. */
export function exportSeats(): string {
  return JSON.stringify({ ferrovia: "seats", version: 1, tables: myTables.tables }, null, 1);
}

const TABLE = /^[A-Za-z0-9_-]{22}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

function isToken(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && TOKEN.test(value));
}

/** What has to be right of a table in such a text. */
type Kept = Pick<MyTable, "table" | "board" | "token" | "host"> & { at?: unknown };

function isTable(value: unknown): value is Kept {
  const { table, board, token, host } = (value ?? {}) as Partial<Kept>;
  return typeof table === "string" && TABLE.test(table) && typeof board === "string" && isToken(token) && isToken(host);
}

/** Adds seats from such a text to those here; answers how many were new, or null if it is something else. */
export function importSeats(text: string): number | null {
  let found: unknown;
  try {
    const read = JSON.parse(text) as { ferrovia?: unknown; tables?: unknown };
    if (read.ferrovia !== "seats") return null;
    found = read.tables;
  } catch {
    return null;
  }
  if (!Array.isArray(found)) return null;
  let added = 0;
  for (const table of found.filter(isTable).reverse()) {
    const known = myTables.find(table.table);
    if (!known) added += 1;
    myTables.remember(table.table, {
      board: table.board,
      token: known?.token ?? table.token,
      host: known?.host ?? table.host,
      at: Number(table.at) || Date.now(),
    });
  }
  return added;
}
