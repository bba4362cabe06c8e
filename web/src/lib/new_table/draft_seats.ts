import type { Level } from "./bot_levels.svelte";

/** A seat of a table that is being set up. Name and bot are kept while its kind changes. */
export interface DraftSeat {
  key: number;
  kind: "person" | "open" | "bot";
  name: string;
  bot: Level;
}

/** Whom one plays with. */
export const companies = ["links", "device", "bots"] as const;
export type Company = (typeof companies)[number];

/** Seats for the usual ways to play. */
export function seatsFor(company: Company, count: number, name: string, bot: Level): DraftSeat[] {
  const other = { bots: "bot", links: "open", device: "person" }[company] as DraftSeat["kind"];
  return Array.from({ length: count }, (_, key) => ({
    key,
    kind: key === 0 ? "person" : other,
    name: key === 0 ? name : "",
    bot,
  }));
}
