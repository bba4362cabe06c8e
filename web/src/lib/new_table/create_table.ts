import type { BoardInfo, BotSeat, NewTable, OpenSeat, PersonSeat } from "../../generated/types";
import { api, newToken } from "../server/api";
import { inventName } from "../text/invented_names";
import { myTables } from "../mine/my_tables.svelte";

/** A seat as it is wished for; without a name a person gets an invented one. All people on this device hold their seats with one token. */
export type WishedSeat = OpenSeat | BotSeat | { kind: "person"; name: string };
export type Wish = Omit<NewTable, "host" | "seats"> & { seats: WishedSeat[] };

/** Makes a table and remembers it; answers its id. */
export async function createTable(wish: Wish): Promise<string> {
  const token = newToken();
  const host = newToken();
  const seats = named(wish.seats).map((seat): OpenSeat | BotSeat | PersonSeat =>
    seat.kind === "person" ? { ...seat, token } : seat,
  );
  const { table } = await api.create({ ...wish, seats: seats as NewTable["seats"], host });
  const isSeated = seats.some((seat) => seat.kind === "person");
  myTables.remember(table, { board: wish.board, token: isSeated ? token : null, host, at: Date.now() });
  return table;
}

/** Whoever has no name gets one that nobody else at the table has. */
function named(seats: readonly WishedSeat[]): WishedSeat[] {
  const taken = seats.flatMap((seat) => (seat.kind === "person" && seat.name.trim() ? [seat.name.trim()] : []));
  return seats.map((seat) => {
    if (seat.kind !== "person" || seat.name.trim()) return seat;
    const name = inventName(taken);
    taken.push(name);
    return { ...seat, name };
  });
}

/** About how many minutes a game takes, to the nearest five: estimated from its pieces by games of people with bots. */
export function minutes(board: BoardInfo, seats: number): number {
  const pieces = board.kinds.reduce((sum, kind) => sum + kind.supply, 0);
  return Math.max(10, 5 * Math.round((pieces * (seats + 1)) / 20));
}

/** Players of a board or an option, least and most. */
export const least = (range: [unknown, unknown]): number => Number(range[0]);
export const most = (range: [unknown, unknown]): number => Number(range[1]);
