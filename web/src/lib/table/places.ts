import type { BoardInfo, Choices, EventInfo, TermInfo, ViewFacts } from "../../generated/types";

/** What a rule has standing on a place, for a seat. */
export interface PlacePiece {
  place: number;
  seat: number;
  /** The data of an SVG path, from −1 to 1 both ways. */
  glyph: string;
}

/** A move of a rule that is about a place of the map. */
export interface Site {
  action: number;
  place: number;
  term: TermInfo;
}

/** What stands on the map, without what others have put there in moves that are not shown yet. */
export function piecesOn(standing: readonly TermInfo[], unseen: readonly EventInfo[] = []): PlacePiece[] {
  const later = new Set(unseen.map(({ facts }) => facts["place"]));
  return standing.flatMap(({ glyph, params: { place, seat } }) =>
    glyph && place !== undefined && seat !== undefined && !later.has(place) ? [{ place, seat, glyph }] : [],
  );
}

/** What is said of the rules now, but for what the map shows. */
export const saidOf = (standing: readonly TermInfo[]): TermInfo[] => standing.filter(({ glyph }) => !glyph);

/** The moves that are chosen by a place: on the map, or from a list. */
export function sitesOf(choices: Choices | null): Site[] {
  return (choices?.own ?? []).flatMap(({ action, term }) => {
    const place = term?.params["place"];
    return term && place !== undefined ? [{ action, place, term }] : [];
  });
}

/** What a move of a rule would pay, card by card; none if it pays nothing, or says nothing of it. */
export function paidBy(
  { params: { colour, plain, wilds } }: TermInfo,
  wild: number,
): { card: number; count: number }[] {
  if (plain === undefined || wilds === undefined) return [];
  return [
    { card: colour ?? wild, count: plain },
    { card: wild, count: wilds },
  ].filter(({ count }) => count > 0);
}

/** Open tickets of the seat that looks, one of whose places this is. */
export function ticketsAt(board: BoardInfo, view: ViewFacts | null, place: number): number[] {
  return (view?.tickets ?? []).filter((ticket, index) => {
    const printed = board.ticket_list[ticket];
    return printed && !view?.completed[index] && (printed.a === place || printed.goals.includes(place));
  });
}
