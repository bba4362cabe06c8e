import type { Choices, SeatInfo } from "../../generated/types";
import { t } from "../text/words.svelte";

/** What this browser has tried: whether the first answer was right. */
const KEY = "ferrovia.puzzles";

export type Tried = Record<string, boolean>;

export function tried(): Tried {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Tried;
  } catch {
    return {};
  }
}

export function rememberTry(id: string, isRight: boolean): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ [id]: isRight, ...tried() }));
  } catch {
    // a browser that keeps nothing
  }
}

/** Players without names: the one who moves is you. */
export function playersOf(players: number): SeatInfo[] {
  return Array.from({ length: players }, (_, seat) => ({
    kind: "person",
    name: t("puzzle.player", { number: seat + 1 }),
    bot: "",
    away: false,
    resigned: false,
  }));
}

/** The action for a lane, as it would be proposed. */
export const claimOf = (choices: Choices, lane: number): number | null =>
  choices.claims.find((claim) => claim.lane === lane)?.default ?? null;

export const slotAction = (choices: Choices, slot: number): number | null =>
  choices.slot_actions[choices.slots.indexOf(slot)] ?? null;
