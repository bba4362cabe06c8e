import type { DayScore } from "../../generated/types";
import { at } from "../app/base";
import { number, t } from "../text/words.svelte";

/** The table at which this browser first played a day: that result counts. */
const KEY = "ferrovia.days";
const STEPS = 10;

type Played = Record<string, string>;

function read(): Played {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Played;
  } catch {
    return {};
  }
}

export const tableOf = (day: string): string | null => read()[day] ?? null;

export function rememberDay(day: string, table: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [day]: read()[day] ?? table }));
  } catch {
    // a browser that keeps nothing: the table is still among my games
  }
}

/** The date of a day of the calendar, wherever the reader is. */
export function dayInWords(day: string, language: string): string {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, options).format(Date.parse(day));
}

/** Whether the cards of a day are still secret: until midnight, UTC. */
export const isRunning = (day: string, now: number): boolean => now < Date.parse(day) + 86_400_000;

/** One line to send to others. It tells how it went, and nothing about cards, tickets or routes. */
export function shareLine(score: DayScore, board: string): string {
  const others = Math.max(1, (score.field?.count ?? 1) - (score.counts ? 1 : 0));
  const filled = Math.round((STEPS * Math.min(score.behind, others)) / others);
  const bar = "▰".repeat(filled) + "▱".repeat(STEPS - filled);
  const said = { day: score.day, board, points: score.points, bar };
  const line =
    score.expert === null ? t("day.line", said) : t("day.line_expert", { ...said, expert: number(score.expert) });
  return `${line} ${new URL(at(`day/${score.day}`), location.href).href}`;
}
