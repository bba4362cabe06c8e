import type { Chances, PastMove, PastPosition, SeatInfo, TableInfo } from "../../generated/types";
import { api } from "../server/api";

/** Where a game to look at again comes from: a table of this server, or a file that somebody has. */
export interface PastGame {
  open: () => Promise<OpenGame>;
  moves: () => Promise<PastMove[]>;
  past: (number: number, seat: number | null) => Promise<PastPosition>;
  chances: () => Promise<Chances>;
}

export interface OpenGame {
  board: string;
  people: SeatInfo[];
  /** Null for a file: it has no table. */
  info: TableInfo | null;
}

export const ofTable = (table: string): PastGame => ({
  open: async () => {
    const { table: info, position } = await api.table(table);
    return { board: info.board, people: position.people, info };
  },
  moves: async () => (await api.moves(table)).moves,
  past: (number, seat) => api.past(table, number, seat),
  chances: () => api.chances(table),
});

/** A record is sent along with every question: the server keeps nothing of it. */
export function ofRecord(record: string): PastGame {
  const opened = api.openRecord(record);
  opened.catch(() => undefined); // told to whoever asks
  return {
    open: async () => {
      const { board, people } = await opened;
      return { board, people, info: null };
    },
    moves: async () => (await opened).moves,
    past: (number, seat) => api.recorded(record, number, seat),
    chances: () => api.recordedChances(record),
  };
}
