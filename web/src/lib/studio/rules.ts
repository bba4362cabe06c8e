/** What the rules of a draft ask of it, by their own declarations. */
import type { RuleInfo } from "../../generated/types";
import { sectionsOf, tablesOf, type Change, type Draft } from "./draft";

export interface Column {
  name: string;
  /** It says yes or nothing. */
  isFlag: boolean;
}

const TABLES = { r: "lane_columns", t: "ticket_columns" } as const;

export type PrintedMark = RuleInfo["marks"][number];
/** The mark that the rules of a draft print on a lane with these cells. */
export type Printed = (cells: Readonly<Record<string, string>>) => PrintedMark | undefined;

/** A lane has room for one mark: that of the first rule that prints one. */
export function printedBy(draft: Draft, rules: readonly RuleInfo[]): Printed {
  const marks = sectionsOf(draft, "s/rules").flatMap((id) => rules.find((rule) => rule.id === id)?.marks ?? []);
  return (cells) => marks.find(({ column, cell }) => cells[column]?.trim() === cell);
}

export function playedRules(draft: Draft, rules: readonly RuleInfo[]): RuleInfo[] {
  const played = sectionsOf(draft, "s/rules");
  return rules.filter((rule) => played.includes(rule.id));
}

/** The columns that the played rules read of routes (r) or tickets (t). */
export function columnsOf(draft: Draft, rules: readonly RuleInfo[], letter: "r" | "t"): Column[] {
  return playedRules(draft, rules).flatMap((rule) =>
    rule[TABLES[letter]].map((name) => ({ name, isFlag: rule.flags.includes(name) })),
  );
}

/** The cells that a new row needs, because a rule allows no empty ones. */
export function usualCells(draft: Draft, rules: readonly RuleInfo[], letter: "r" | "t"): [string, string][] {
  return playedRules(draft, rules).flatMap((rule) =>
    rule[TABLES[letter]].flatMap((name): [string, string][] => {
      const cell = rule.usual[name];
      return typeof cell === "string" ? [[name, cell]] : [];
    }),
  );
}

/** Takes a rule up, with its usual parameters and cells, or leaves it; what stands in columns stays. */
export function playRule(draft: Draft, rule: RuleInfo, isPlayed: boolean): Change[] {
  const at = `s/rules/${rule.id}`;
  const keys = Object.keys(draft).filter((key) => key === at || key.startsWith(`${at}/`));
  if (!isPlayed) return keys.map((key): Change => [key, null]);
  const params = rule.params.flatMap((name) => flat(`${at}/${name}`, rule.usual[name]));
  const { routes, tickets } = tablesOf(draft);
  const cells = (["r", "t"] as const).flatMap((letter) =>
    (letter === "r" ? routes : tickets).flatMap((row) =>
      rule[TABLES[letter]].flatMap((name): Change[] => {
        const cell = rule.usual[name];
        return typeof cell === "string" && !row.cells[name] ? [[`${letter}/${row.id}/${name}`, cell]] : [];
      }),
    ),
  );
  return [...(params.length ? params : [[at, {}] as Change]), ...cells];
}

function flat(key: string, value: unknown): Change[] {
  if (value === undefined) return [];
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, part]) => flat(`${key}/${name}`, part));
  return [[key, value]];
}
