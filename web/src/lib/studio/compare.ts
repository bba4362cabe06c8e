/** What differs between two versions of a board. Rows have other ids in each, so they are known by their names. */
import { tablesOf, type Draft, type Row, type Tables } from "./draft";

export interface Difference {
  table: keyof Tables | "settings";
  what: "added" | "removed" | "changed";
  name: string;
  /** Of a changed row: column, before and after. */
  cells: { column: string; before: string; after: string }[];
}

/** Columns by which a row is known. */
const NAMING: readonly string[] = ["name", "from", "to"];
const TABLES = ["places", "routes", "tickets"] as const;

/** By their names, in the order of their rows: of two lanes between the same places each meets its like. */
function named(tables: Tables, table: keyof Tables): Map<string, Record<string, string>> {
  const names = new Map(tables.places.map((row) => [row.id, row.cells["name"] ?? ""]));
  const found = new Map<string, Record<string, string>>();
  for (const row of tables[table]) {
    const name = table === "places" ? (row.cells["name"] ?? "") : ends(row, names);
    let key = name;
    for (let twin = 2; found.has(key); twin++) key = `${name} (${twin})`;
    found.set(key, Object.fromEntries(Object.entries(row.cells).filter(([column]) => !NAMING.includes(column))));
  }
  return found;
}

const ends = (row: Row, names: ReadonlyMap<string, string>): string => {
  const goals = row.goals.map((id) => names.get(id) ?? "?").sort();
  return [names.get(row.from) ?? "?", goals.join(" / ") || "?"].sort().join(" – ");
};

function settings(draft: Draft): Map<string, Record<string, string>> {
  const own = Object.entries(draft).filter(([key]) => key.startsWith("s/"));
  return new Map(own.map(([key, value]) => [key.slice(2).replaceAll("/", " "), { value: JSON.stringify(value) }]));
}

export function compared(then: Draft, now: Draft): Difference[] {
  const [before, after] = [tablesOf(then), tablesOf(now)];
  return [
    ...TABLES.flatMap((table) => differing(table, named(before, table), named(after, table))),
    ...differing("settings", settings(then), settings(now)),
  ];
}

function differing(
  table: Difference["table"],
  before: ReadonlyMap<string, Record<string, string>>,
  after: ReadonlyMap<string, Record<string, string>>,
): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name): Difference[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (!was || !is) return [{ table, what: was ? "removed" : "added", name, cells: [] }];
    const columns = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    const cells = columns
      .map((column) => ({ column, before: was[column] ?? "", after: is[column] ?? "" }))
      .filter((cell) => cell.before !== cell.after);
    return cells.length ? [{ table, what: "changed", name, cells }] : [];
  });
}
