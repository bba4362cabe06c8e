import type { Balance, BoardPlan, FigureInfo, LaneFigures, TicketFigures } from "../../generated/types";
import type { Point } from "../drawing/shapes";

/** What lanes are coloured by. */
export const HEATS = ["claimed", "when", "lacked", "snatched"] as const;
export type Heat = (typeof HEATS)[number];
/** Heats that run from 0 to 1; the others run from 0 to the hottest lane. */
const WHOLE: readonly Heat[] = ["claimed", "when"];
const BOW = 0.16; // how far an arc leaves the straight line, as a share of it
const SLIGHT = 2; // points off its worth that make an arc no thicker
const FARTHEST = 9; // and so many more beyond them, no thicker still: a broad one hides the map

export interface HotLane {
  lane: number;
  /** From 0 to 1. */
  share: number;
  figure: FigureInfo;
}

/** Lanes of which this is known, the hottest first. */
export function hotLanes(balance: Balance, heat: Heat): HotLane[] {
  const known = balance.lanes.flatMap((row: LaneFigures) => {
    const figure = row[heat];
    return figure ? [{ lane: row.lane, figure }] : [];
  });
  const top = topOf(balance, heat);
  return known
    .map(({ lane, figure }) => ({ lane, figure, share: Math.min(1, Math.max(0, figure.value / top)) }))
    .sort((one, other) => other.share - one.share);
}

/** What the hot end of the scale means. */
export function topOf(balance: Balance, heat: Heat): number {
  if (WHOLE.includes(heat)) return 1;
  return Math.max(...balance.lanes.map((row) => row[heat]?.value ?? 0), 1e-9);
}

export type ArcKind = "high" | "low" | "fair" | "hard";

export interface Arc {
  ticket: number;
  kind: ArcKind;
  path: string;
  width: number;
}

/** Too many points, too few, about right; or so seldom completed that no points would help. */
export function kindOf({ worth, gain, points }: TicketFigures): ArcKind {
  if (!worth) return gain ? "hard" : "fair";
  const off = points - worth.value;
  return Math.abs(off) <= SLIGHT ? "fair" : off > 0 ? "high" : "low";
}

/** Tickets as arcs, the thickest on top. All bow the same way, so that those of one course lie apart. */
export function arcsOf(
  balance: Balance,
  plan: Pick<BoardPlan, "places">,
  ends: readonly { a: number; b: number }[],
): Arc[] {
  return balance.tickets
    .flatMap((row): Arc[] => {
      const [a, b] = [plan.places[ends[row.ticket]?.a ?? -1], plan.places[ends[row.ticket]?.b ?? -1]];
      if (!a || !b) return [];
      const kind = kindOf(row);
      const off = row.worth ? Math.abs(row.points - row.worth.value) : 0;
      const width = kind === "hard" ? 6 : 2.5 + Math.min(Math.max(off - SLIGHT, 0), FARTHEST);
      return [{ ticket: row.ticket, kind, path: bowed(a, b), width }];
    })
    .sort((one, other) => one.width - other.width);
}

function bowed(a: Point, b: Point): string {
  let [across, down] = [b.x - a.x, b.y - a.y];
  if (down > 0 || (down === 0 && across < 0)) [across, down] = [-across, -down];
  const middle = { x: (a.x + b.x) / 2 - BOW * down, y: (a.y + b.y) / 2 + BOW * across };
  return `M${a.x} ${a.y}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${b.x} ${b.y}`;
}

/** Tickets whose points are furthest from what they are worth, first. */
export function byError(tickets: readonly TicketFigures[]): TicketFigures[] {
  const off = ({ worth, points }: TicketFigures): number => (worth ? Math.abs(points - worth.value) : -1);
  return [...tickets].sort((one, other) => off(other) - off(one));
}
