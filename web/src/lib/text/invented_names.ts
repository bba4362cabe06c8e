import { t } from "./words.svelte";

/** A name for a seat that nobody gave one, unlike any at the table. They suit anybody, and mean nobody. */
export function inventName(taken: readonly string[], random: () => number = Math.random): string {
  const known = new Set(taken.map((name) => name.toLocaleLowerCase()));
  const free = t("seat.invented")
    .split(", ")
    .filter((name) => !known.has(name.toLocaleLowerCase()));
  return free[Math.floor(random() * free.length)] ?? t("who.human", { number: taken.length + 1 });
}
