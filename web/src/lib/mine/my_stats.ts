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

/** The same for something that a game may have several of: levels of bots, names of people. A game counts for each. */
export function byEach(games: Summary[], keys: (game: Summary) => string[]): { key: string; sum: Tally }[] {
  const found = new Map<string, Summary[]>();
  for (const game of games) {
    for (const key of new Set(keys(game))) found.set(key, [...(found.get(key) ?? []), game]);
  }
  return [...found].map(([key, own]) => ({ key, sum: tally(own) }));
}

const others = (game: Summary): Summary["people"] => game.people.filter((_, seat) => !game.mine.includes(seat));

/** The levels of the bots that sat against me. */
export const levelsOf = (game: Summary): string[] =>
  others(game).flatMap((person) => (person.kind === "bot" && person.bot ? [person.bot] : []));

/** The names of the people who did. */
export const opponentsOf = (game: Summary): string[] =>
  others(game).flatMap((person) => (person.kind === "person" && person.name ? [person.name] : []));

/** Tickets of my best seats, over some games that say so. */
export interface TicketTally {
  games: number;
  kept: number;
  completed: number;
}

export function ticketTally(games: Summary[]): TicketTally {
  const sum: TicketTally = { games: 0, kept: 0, completed: 0 };
  for (const game of games) {
    const own = game.tickets[bestSeat(game) ?? -1];
    if (!own) continue;
    sum.games += 1;
    sum.kept += own.kept;
    sum.completed += own.completed;
  }
  return sum;
}

/** A finished game on the line of all games. */
export interface Result {
  table: string;
  board: string;
  at: number;
  points: number;
  won: boolean;
}

/** The oldest first. */
export function resultsOf(games: Summary[]): Result[] {
  return [...games]
    .sort((one, other) => one.updated_at - other.updated_at)
    .flatMap((game) => {
      const seat = bestSeat(game);
      if (seat === null) return [];
      const { table, board, updated_at: at } = game;
      return [{ table, board, at, points: game.points[seat] ?? 0, won: game.places[seat] === 1 }];
    });
}

/** Victories in a row: up to the last game, and the most there ever were. */
export function streaks(results: Result[]): { now: number; best: number } {
  let [now, best] = [0, 0];
  for (const { won } of results) {
    now = won ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** Whether only bots sat against me. */
export const isAgainstBots = (game: Summary): boolean =>
  game.people.every((person, seat) => game.mine.includes(seat) || person.kind === "bot");

export const isOnOneDevice = (game: Summary): boolean => game.mine.length > 1;

/** Nothing more happens there; an outdated game waits for the version it was begun with. */
export const isPast = (game: Summary): boolean => ["over", "closed", "outdated"].includes(game.status);
