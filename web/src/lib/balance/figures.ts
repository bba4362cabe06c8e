import type { FigureInfo } from "../../generated/types";
import type { ArcKind } from "./heat";
import { decimal, t } from "../text/words.svelte";

/** The figures that are shown beside those of other boards. */
export const SHOWN = [
  "first", "offers", "completed", "off", "lacked", "untaken", "turns", "lead_changes", "margin", "surprises",
  "resets", "empty_decks", "passes",
] as const; // prettier-ignore
export type Shown = (typeof SHOWN)[number];

const SHARES: readonly string[] = [
  "first",
  "offers",
  "completed",
  "untaken",
  "surprises",
  "claimed",
  "resets",
  "empty_decks",
  "passes",
];
/** Told for a hundred games. */
const HUNDREDS: readonly string[] = ["lacked", "snatched"];

export const shareOf = (value: number): string => t("balance.share", { value: decimal(100 * value) });

/** A number as its kind is told. */
export function told(key: string, value: number): string {
  if (SHARES.includes(key)) return shareOf(value);
  return decimal(HUNDREDS.includes(key) ? 100 * value : value);
}

export interface FigureCell {
  text: string;
  /** Its interval. */
  reach?: string;
  kind?: ArcKind;
}

export interface FigureRow {
  key: string | number;
  name: string;
  cells: readonly FigureCell[];
}

export const plain = (value: number): FigureCell => ({ text: String(value) });

/** A figure in words of its kind; a dash where nothing is known. */
export function cell(found: FigureInfo | null | undefined, say: (value: number) => string): FigureCell {
  if (!found) return { text: "–" };
  return { text: say(found.value), reach: `${withoutUnit(say(found.low))}…${withoutUnit(say(found.high))}` };
}

/** The ends of an interval have the unit of the number above them. */
const withoutUnit = (told: string): string => told.replace(/\s*%$/, "");
