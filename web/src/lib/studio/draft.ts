/**
 * A board that is being drawn: a flat map from keys to values, as `ferrovia.studio.draft` describes it. `p/ID/COLUMN` is a
 * cell of a place, `r/…` of a route, `t/…` of a ticket, `s/…` a setting, `l/…` how it looks.
 */
export type Value = unknown;
export type Draft = Readonly<Record<string, Value>>;
/** A key and its new value; null takes it away. */
export type Change = readonly [key: string, value: Value];
export type Letter = "p" | "r" | "t";

export interface Row {
  id: string;
  cells: Record<string, string>;
  /** For each end, the id of its place. */
  from: string;
  to: string;
  /** The ids of all places that a ticket may end at; one of them is enough. */
  goals: string[];
}

export interface Tables {
  places: Row[];
  routes: Row[];
  tickets: Row[];
}

const LISTS: Record<string, keyof Tables> = { p: "places", r: "routes", t: "tickets" };

/** Between the names of places of which a ticket has to reach one. */
const ONE_OF = "|";

/** All rows in the order of their first keys. */
export function tablesOf(draft: Draft): Tables {
  const tables: Tables = { places: [], routes: [], tickets: [] };
  const known = new Map<string, Row>();
  for (const [key, value] of Object.entries(draft)) {
    const list = LISTS[key[0] ?? ""];
    if (!list || key[1] !== "/") continue;
    const end = key.indexOf("/", 2);
    const name = key.slice(0, end);
    const column = key.slice(end + 1);
    let row = known.get(name);
    if (!row) {
      row = { id: key.slice(2, end), cells: {}, from: "", to: "", goals: [] };
      known.set(name, row);
      tables[list].push(row);
    }
    if (Array.isArray(value)) {
      const ids = value.map(String);
      if (column === "from" || column === "to") row[column] = ids[0] ?? "";
      if (column === "to") row.goals = ids;
      row.cells[column] = ids.join(ONE_OF);
    } else row.cells[column] = String(value);
  }
  return tables;
}

/** A draft with changes made; the given one stays as it is. */
export function applied(draft: Draft, changes: readonly Change[]): Draft {
  const after = new Map<string, Value>(Object.entries(draft));
  for (const [key, value] of changes) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return Object.fromEntries(after);
}

/** The changes that take changes back. */
export function inverse(draft: Draft, changes: readonly Change[]): Change[] {
  const before = new Map<string, Value>();
  for (const [key] of changes) if (!before.has(key)) before.set(key, draft[key] ?? null);
  return [...before];
}

/** Those that change something. */
export function effective(draft: Draft, changes: readonly Change[]): Change[] {
  return changes.filter(([key, value]) => JSON.stringify(draft[key] ?? null) !== JSON.stringify(value));
}

export const keysOf = (draft: Draft, row: string): string[] =>
  Object.keys(draft).filter((key) => key.startsWith(`${row}/`));

/** Takes a row away. With a place go its routes and tickets; a ticket with other goals keeps those. */
export function removal(draft: Draft, letter: Letter, id: string): Change[] {
  const rows = [`${letter}/${id}`];
  const goals: Change[] = [];
  if (letter === "p") {
    const { routes, tickets } = tablesOf(draft);
    rows.push(...routes.filter((row) => row.from === id || row.to === id).map((row) => `r/${row.id}`));
    for (const row of tickets) {
      const left = row.goals.filter((goal) => goal !== id);
      if (row.from === id || (row.goals.length && !left.length)) rows.push(`t/${row.id}`);
      else if (left.length < row.goals.length) goals.push([`t/${row.id}/to`, left]);
    }
  }
  return [...goals, ...rows.flatMap((row) => keysOf(draft, row).map((key): Change => [key, null]))];
}

/** What makes one draft of another. */
export function difference(from: Draft, to: Draft): Change[] {
  const gone = Object.keys(from).filter((key) => !(key in to));
  return [...gone.map((key): Change => [key, null]), ...effective(from, Object.entries(to))];
}

/** A short id that nobody else makes up. */
export function newId(letter: Letter): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return letter + Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

export const text = (draft: Draft, key: string): string => {
  const value = draft[key];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
};

/** The names of the sections below a key: those of `s/pieces` are the kinds of pieces. */
export function sectionsOf(draft: Draft, above: string): string[] {
  const start = `${above}/`;
  const names = Object.keys(draft).flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length).split("/")[0] ?? ""] : [],
  );
  return [...new Set(names)];
}

/** Whether an imported file is a board; a table of places, routes or tickets is only a part of one. */
export const isWhole = (draft: Draft): boolean =>
  Object.keys(draft).some((key) => key.startsWith("s/") && !/^s\/(rules|tickets\/long)(\/|$)/.test(key));

/** What an imported part of a board adds to a draft: rows that name their places get these, by their names. */
export function merged(draft: Draft, part: Draft): Change[] {
  const names = new Map(tablesOf(draft).places.map((place) => [place.cells["name"] ?? "", place.id]));
  const ids = new Map<string, string>();
  const changes: Change[] = [];
  const { places, routes, tickets } = tablesOf(part);
  const add = (letter: Letter, row: Row): void => {
    const id = newId(letter);
    ids.set(`${letter}/${row.id}`, id);
    for (const [column, cell] of Object.entries(row.cells)) {
      const place = (text: string): string => names.get(text) ?? ids.get(`p/${text}`) ?? "";
      const parts = letter === "t" && column === "to" && !place(cell) ? cell.split(ONE_OF) : [cell];
      const found = parts.map((part) => place(part.trim()));
      changes.push([`${letter}/${id}/${column}`, letter !== "p" && found.every(Boolean) ? found : cell]);
    }
  };
  for (const place of places) {
    if (names.has(place.cells["name"] ?? "")) continue;
    add("p", place);
    names.set(place.cells["name"] ?? "", ids.get(`p/${place.id}`) ?? "");
  }
  for (const route of routes) add("r", route);
  for (const ticket of tickets) add("t", ticket);
  const played = new Set(sectionsOf(draft, "s/rules"));
  for (const [key, value] of Object.entries(part))
    if (key.startsWith("s/") && !(key in draft) && !played.has(key.split("/")[2] ?? "")) changes.push([key, value]);
  return changes;
}
