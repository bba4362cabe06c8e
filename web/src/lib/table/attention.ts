import type { BoardInfo, ViewFacts } from "../../generated/types";

/** Places whose names come first on the map, the foremost first: ends of tickets on offer and of those still open, what was
 * claimed last, ends of tickets done, and then whatever the seat's own routes touch. */
export function importantPlaces(
  board: BoardInfo,
  view: ViewFacts,
  seat: number | null,
  claimed: Iterable<number>,
): number[] {
  const ends = (things: ({ a: number; b: number } | undefined)[]): number[] =>
    things.flatMap((thing) => (thing ? [thing.a, thing.b] : []));
  const tickets = (numbers: number[]): number[] =>
    numbers.flatMap((number) => {
      const printed = board.ticket_list[number];
      return printed ? [printed.a, ...printed.goals] : [];
    });
  const own = board.routes.filter((_, lane) => seat !== null && view.owner[lane] === seat);
  return [
    ...new Set([
      ...tickets(view.offer),
      ...tickets(view.tickets.filter((_, index) => !view.completed[index])),
      ...ends([...claimed].map((lane) => board.routes[lane])),
      ...tickets(view.tickets),
      ...ends(own),
    ]),
  ];
}
