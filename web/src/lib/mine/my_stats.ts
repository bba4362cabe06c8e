import type { Summary } from "../../generated/types";

/** What somebody's finished games amount to. */
export interface Tally {
  games: number;
  wins: number;
  /** One for each game: those of my best seat. */
  points: number[];
}

/** My seat that did best: on a shared device several are mine. */
export function bestSeat(game: Summary): number | null {
  const [best] = [...game.mine].sort((a, b) => (game.places[a] ?? 9) - (game.places[b] ?? 9));
  return best ?? null;
}

export function tally(games: Summary[]): Tally {
  const sum: Tally = { games: 0, wins: 0, points: [] };
  for (const game of games) {
    const seat = bestSeat(game);
    if (seat === null) continue;
    sum.games += 1;
    if (game.places[seat] === 1) sum.wins += 1;
    sum.points.push(game.points[seat] ?? 0);
  }
  return sum;
}

/** The same for each board that was played on. */
export function byBoard(games: Summary[]): { board: string; sum: Tally }[] {
  const boards = [...new Set(games.map((game) => game.board))];
  return boards.map((board) => ({ board, sum: tally(games.filter((game) => game.board === board)) }));
}

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** Whether only bots sat against me. */
export const isAgainstBots = (game: Summary): boolean =>
  game.people.every((person, seat) => game.mine.includes(seat) || person.kind === "bot");

export const isOnOneDevice = (game: Summary): boolean => game.mine.length > 1;

/** Nothing more happens there; an outdated game waits for the version it was begun with. */
export const isPast = (game: Summary): boolean => ["over", "closed", "outdated"].includes(game.status);
