import type { Change } from "./draft";

/** An edit that the server may not have yet. Sent twice under its key, it is made once. */
export interface Unsent {
  key: string;
  changes: readonly Change[];
}

interface Kept extends Unsent {
  at: number;
  turn: number;
}

const PREFIX = "ferrovia.unsent";
let turn = 0; // among the edits of one millisecond

const nameOf = (board: string, key: string): string => `${PREFIX}/${board}/${key}`;

/** The browser keeps edits until the server has them: a page that is closed or loaded anew without a line loses none. */
export const unsent = {
  keep(board: string, { key, changes }: Unsent): void {
    try {
      localStorage.setItem(
        nameOf(board, key),
        JSON.stringify({ key, changes, at: Date.now(), turn: turn++ } satisfies Kept),
      );
    } catch {
      // a browser that keeps nothing, or has no room: the page has it until it is closed
    }
  },

  drop(board: string, key: string): void {
    try {
      localStorage.removeItem(nameOf(board, key));
    } catch {
      // as above
    }
  },

  /** In the order in which they were made. */
  of(board: string): Unsent[] {
    try {
      return Object.keys(localStorage)
        .filter((name) => name.startsWith(nameOf(board, "")))
        .map((name) => JSON.parse(localStorage.getItem(name) ?? "") as Kept)
        .sort((a, b) => a.at - b.at || a.turn - b.turn)
        .map(({ key, changes }) => ({ key, changes }));
    } catch {
      return [];
    }
  },
};
