import type { BoardInfo, TableInfo, ViewFacts } from "../../generated/types";
import { ticketWay } from "./path";

/** What a line of the final score was given for. The server counts; this only arranges. */
export interface Line {
  rule: string;
  seat: number;
  points: number;
  /** Its place in the ledger. */
  number: number;
  /** The lane of a route, the ticket of a ticket, the count that a bonus is given for. */
  detail: number;
}

export interface Standing {
  seat: number;
  place: number;
  score: number;
  decidedBy: string;
}

export interface Highlight {
  places: number[];
  lanes: number[];
  /** Of the lanes, what to do next. */
  next?: number | null;
}

export const nothing: Highlight = { places: [], lanes: [] };

/** Lines that are told together. */
export interface Step {
  rule: string;
  lines: Line[];
}

export function linesOf(view: ViewFacts): Line[] {
  return (view.ledger as [string, number, number, number][]).map(([rule, seat, points, detail], number) => ({
    rule,
    seat,
    points,
    number,
    detail,
  }));
}

export function standingsOf(view: ViewFacts): Standing[] {
  return (view.standings as [number, number, number, string][]).map(([seat, place, score, decidedBy]) => ({
    seat,
    place,
    score,
    decidedBy,
  }));
}

/** Whether today's rules broke a tie of a game that was begun with older ones. */
export function isLaterOrder(table: TableInfo, standings: Standing[]): boolean {
  return table.rules_version < table.standings_version && standings.some(({ decidedBy }) => decidedBy !== "score");
}

/** Points as everybody sees them: once all is counted, the final ones; those of the game while the count is told. */
export function scoresOf(view: ViewFacts, isCounted = true): number[] {
  if (!isCounted) return view.points;
  const final = new Map(standingsOf(view).map(({ seat, score }) => [seat, score]));
  return view.points.map((points, seat) => final.get(seat) ?? points);
}

export function rulesOf(lines: Line[]): string[] {
  return [...new Set(lines.map((line) => line.rule))];
}

/** The order of telling: rule by rule, tickets one by one. */
export function stepsOf(lines: Line[]): Step[] {
  return rulesOf(lines).flatMap((rule) => {
    const own = lines.filter((line) => line.rule === rule);
    return rule === "ticket" ? own.map((line) => ({ rule, lines: [line] })) : [{ rule, lines: own }];
  });
}

export function sum(lines: Line[]): number {
  return lines.reduce((total, line) => total + line.points, 0);
}

/** What a line is about, on the board. */
export function shows(board: BoardInfo, owners: number[], lit: number[][], line: Line): Highlight {
  if (line.rule === "ticket") {
    const ticket = board.ticket_list[line.detail];
    if (!ticket) return nothing;
    const lanes = line.points > 0 ? ticketWay(board, owners, line.seat, ticket) : [];
    return { places: [ticket.a, ...ticket.goals], lanes };
  }
  if (line.rule === "route") return { places: [], lanes: [line.detail] };
  return { places: [], lanes: lit[line.number] ?? [] };
}

export function together(parts: Highlight[]): Highlight {
  return { places: parts.flatMap((part) => part.places), lanes: parts.flatMap((part) => part.lanes) };
}
