import type { MoveMessage } from "../../generated/types";

/** Moves that were sent and not answered yet, kept for as long as the tab is open. */
const name = (table: string, token: string | null): string => `ferrovia.moves.${table}.${token ?? ""}`;

export function unanswered(table: string, token: string | null): MoveMessage[] {
  try {
    return JSON.parse(sessionStorage.getItem(name(table, token)) ?? "[]") as MoveMessage[];
  } catch {
    return []; // no storage, or something else in it
  }
}

export function rememberUnanswered(table: string, token: string | null, messages: MoveMessage[]): void {
  try {
    if (messages.length > 0) sessionStorage.setItem(name(table, token), JSON.stringify(messages));
    else sessionStorage.removeItem(name(table, token));
  } catch {
    // without storage a move still arrives, unless the page is left before it does
  }
}
