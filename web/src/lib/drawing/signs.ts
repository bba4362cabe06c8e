import type { BoardPlan } from "../../generated/types";
import type { Area } from "./covering.svelte";
import { grey, symbolSizes } from "./palette";
import { discTouchesBlock, discsTouch, turned, type Block, type Disc, type Point } from "./shapes";

/** What is printed on lanes, large enough to be read at a scale. All sizes are in units of the plan. */
export interface Signs {
  /** For each lane: whether every space of it has room for its symbol. */
  roomy: boolean[];
  /** Symbols of the lanes without that room, one for each that there is a spot for. */
  symbols: LaneSymbol[];
  /** The badges of rules. One that there is no spot for is not among them. */
  marks: MarkSign[];
}

export interface LaneSymbol extends Disc {
  lane: number;
}

export interface MarkSign extends Disc {
  /** Its place in the plan's marks. */
  mark: number;
}

/** The smallest size of anything that is read, in units of the plan, and how long a pixel is. */
export interface Reading {
  smallest: number;
  pixel: number;
}

const USUAL_SYMBOL = 0.34; // of a tile's width: how far a symbol reaches to each side
const SYMBOL_IN_ROUND = 0.15;
const FIGURE = 1.3; // the disc around a figure of size 1 …
const GLYPH = 1.45; // … and around a drawing
const ROUND = 2.2; // a round space with a symbol and a figure, both of size 1
const RIM = 0.8; // pixels around a symbol on its disc
const CLEARANCE = 0.5; // pixels
const DIRECTIONS = 12;
const SHORT = 2; // spaces

/** A symbol is drawn by this factor: as large as ever, or as large as it has to be. */
export function symbolFactor(colour: string, usual: number, smallest: number): number {
  return Math.max(usual, smallest / (symbolSizes[colour]?.extent ?? 2));
}

/** The usual factor for a space of a lane. */
export function usualFactor(space: { width: number; height: number }, isRound: boolean): number {
  return isRound ? space.width * SYMBOL_IN_ROUND : Math.min(space.height * USUAL_SYMBOL, space.width * 0.4);
}

/** How far any symbol of the smallest size reaches: one figure for all, so that lanes of all colours look alike. */
function symbolReach(smallest: number): number {
  return Math.max(...Object.values(symbolSizes).map(({ extent, reach }) => (reach / extent) * smallest));
}

/** The least scale at which tiles have room for their symbols. */
export function symbolScale(plan: BoardPlan, minimum: number): number {
  return (2 * symbolReach(minimum)) / plan.across;
}

/** The signs of a map at one scale. Badges stay where they are; the symbols of lanes make way for names. */
export class SignPainter {
  readonly roomy: boolean[];
  readonly marks: MarkSign[];
  /** Symbols that nothing may cover: their lanes are so short that there is hardly another spot. */
  readonly fixed: LaneSymbol[];
  private readonly waiting: Waiting[];

  constructor(
    plan: BoardPlan,
    colours: readonly string[],
    private readonly reading: Reading,
  ) {
    const { smallest, pixel } = reading;
    const spaces = plan.lanes.map((lane) => lane.spaces.map(turned));
    const extents = spaces.map(extentOf);
    const dots = plan.places.map(({ x, y }): Disc => ({ x, y, r: plan.radius }));
    const isFree = (disc: Disc, own: readonly number[], taken: readonly Disc[]): boolean =>
      !taken.some((other) => discsTouch(disc, other, CLEARANCE * pixel)) &&
      !dots.some((dot) => discsTouch(disc, dot, CLEARANCE * pixel)) &&
      !spaces.some(
        (lane, number) =>
          !own.includes(number) && isNear(disc, extents[number]) && lane.some((space) => discTouchesBlock(disc, space)),
      ) &&
      isOnSheet(disc, plan);

    this.marks = [];
    plan.marks.forEach((mark, number) => {
      const r = Math.max(mark.spot.width, (mark.number ? FIGURE : GLYPH) * smallest) / 2;
      const isGrown = 2 * r > mark.spot.width;
      const spot = isGrown
        ? around(mark.spot, r).find((at) => isFree({ ...at, r }, mark.lanes, this.marks))
        : mark.spot;
      if (spot) this.marks.push({ mark: number, x: spot.x, y: spot.y, r });
    });

    const need = 2 * symbolReach(smallest);
    this.roomy = plan.lanes.map((lane, number) => {
      if (lane.round) return lane.spaces.every((space) => space.width >= ROUND * smallest);
      return colours[number] === grey || lane.spaces.every((space) => Math.min(space.width, space.height) >= need);
    });
    const r = need / 2 + RIM * pixel;
    this.waiting = plan.lanes
      .flatMap((lane, number): Waiting[] => {
        if (this.roomy[number] || colours[number] === grey) return [];
        const spots = alongside(spaces[number] ?? [], lane.round, r).map((at) => ({ ...at, r }));
        const free = spots.filter((spot) => isFree(spot, [number], this.marks));
        return [{ lane: number, spots: free, isShort: lane.spaces.length <= SHORT }];
      })
      .sort((a, b) => a.spots.length - b.spots.length);
    this.fixed = this.laid(
      this.waiting.filter(({ isShort }) => isShort),
      [],
    );
  }

  /** All signs beside these plates. */
  beside(plates: readonly Block[]): Signs {
    return { roomy: this.roomy, marks: this.marks, symbols: this.laid(this.waiting, plates) };
  }

  /** Whoever has the fewest spots comes first. */
  private laid(waiting: readonly Waiting[], plates: readonly Block[]): LaneSymbol[] {
    const apart = CLEARANCE * this.reading.pixel;
    const found: LaneSymbol[] = [];
    for (const { lane, spots } of waiting) {
      const spot = spots.find(
        (disc) =>
          !found.some((other) => discsTouch(disc, other, apart)) &&
          !plates.some((plate) => discTouchesBlock(disc, plate, apart)),
      );
      if (spot) found.push({ lane, ...spot });
    }
    return found;
  }
}

/** A lane that needs a symbol beside its spaces, and where that would touch nothing printed. */
interface Waiting {
  lane: number;
  spots: Disc[];
  isShort: boolean;
}

/** All that the spaces of a lane may reach. */
function extentOf(spaces: readonly Block[]): Area {
  return {
    left: Math.min(...spaces.map(({ x, reach }) => x - reach)),
    right: Math.max(...spaces.map(({ x, reach }) => x + reach)),
    top: Math.min(...spaces.map(({ y, reach }) => y - reach)),
    bottom: Math.max(...spaces.map(({ y, reach }) => y + reach)),
  };
}

function isNear({ x, y, r }: Disc, area: Area | undefined): boolean {
  return !area || (x + r > area.left && x - r < area.right && y + r > area.top && y - r < area.bottom);
}

function isOnSheet({ x, y, r }: Disc, { width, height }: BoardPlan): boolean {
  return Math.min(x, y, width - x, height - y) >= r;
}

/** Where it was drawn, or close by. */
function around({ x, y }: Point, r: number): Point[] {
  const spots: Point[] = [{ x, y }];
  for (const away of [0.35, 0.7, 1.05, 1.4]) {
    for (let turn = 0; turn < DIRECTIONS; turn++) {
      const angle = (2 * Math.PI * turn) / DIRECTIONS;
      spots.push({ x: x + away * r * Math.cos(angle), y: y + away * r * Math.sin(angle) });
    }
  }
  return spots;
}

/** Spots for the symbol of a lane: on a space, the middle one first, or out to a side of it, where no twin lies. */
function alongside(spaces: readonly Block[], isRound: boolean, r: number): Point[] {
  const middle = (spaces.length - 1) / 2;
  const order = spaces.map((_, index) => index).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const inward = order.flatMap((index) => spaces[index] ?? []);
  const aside = (away: (space: Block) => number): Point[] =>
    inward.flatMap((space) =>
      [away(space), -away(space)].map((d) => ({ x: space.x - space.sin * d, y: space.y + space.cos * d })),
    );
  if (isRound) return aside((space) => space.h + r);
  return [...inward.map(({ x, y }) => ({ x, y })), ...aside((space) => Math.max(0, r - space.h)), ...aside(() => r)];
}
