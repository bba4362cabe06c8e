import type { BoardPlan } from "../../generated/types";
import { Labels } from "./labels";
import { discTouchesBlock, turned, type Disc } from "./shapes";
import { placeSigns, type Signs } from "./signs";
import { blockOf, type Plate } from "./plates";
import { leastScale } from "./steps";

/** All that is read on a map at one step of zoom, placed in units of the plan. Nothing of it is smaller than the minimum. */
export interface Lettering {
  /** How long a pixel is at most. */
  pixel: number;
  /** The smallest size of anything that is read. */
  smallest: number;
  signs: Signs;
  plates: Plate[];
}

/** The same while no name matters more than others. */
interface Usual extends Omit<Lettering, "plates"> {
  labels: Labels;
}

/** Pixels from which letters don't grow any more while one zooms: there is more to see instead. */
const LARGEST = 20;
const BETWEEN = 0.8;

/** The lettering of a map at every step; each is worked out once. */
export class Letterer {
  private readonly usual = new Map<number, Usual>();
  private last: { key: string; lettering: Lettering } | null = null;

  constructor(
    private readonly plan: BoardPlan,
    /** Of each lane. */
    private readonly colours: readonly string[],
    /** Pixels below which nothing can be read. */
    readonly minimum: number,
  ) {}

  /** With names that come first, the foremost first. */
  at(step: number, important: readonly number[] = []): Lettering {
    const key = `${step}/${important.join()}`;
    if (this.last?.key === key) return this.last.lettering;
    const { labels, ...usual } = this.usualAt(step);
    const plates = labels.with(important).plates;
    const lettering = { ...usual, signs: notUnder(plates, usual.signs), plates };
    this.last = { key, lettering };
    return lettering;
  }

  private usualAt(step: number): Usual {
    const known = this.usual.get(step);
    if (known) return known;
    const pixel = 1 / leastScale(step);
    const smallest = this.minimum * pixel;
    const { plan } = this;
    const signs = placeSigns(plan, this.colours, { smallest, pixel });
    const ground = {
      plan,
      pixel,
      spaces: plan.lanes.flatMap((lane) => lane.spaces.map(turned)),
      marks: signs.marks,
      symbols: signs.symbols,
      dots: plan.places.map(({ x, y }): Disc => ({ x, y, r: plan.radius })),
    };
    const labels = Labels.usual(ground, textsAt(plan, smallest, pixel));
    const made = { pixel, smallest, signs, labels };
    this.usual.set(step, made);
    return made;
  }
}

/** A name that matters may lie where the symbol of a lane would: that one is left out. */
function notUnder(plates: readonly Plate[], signs: Signs): Signs {
  const blocks = plates.map(blockOf);
  const symbols = signs.symbols.filter((symbol) => !blocks.some((block) => discTouchesBlock(symbol, block)));
  return { ...signs, symbols };
}

/** The sizes of letters that may be chosen: the plan's, if it can be read and is not larger than it need be, or less. */
function textsAt(plan: BoardPlan, smallest: number, pixel: number): number[] {
  const printed = Math.max(0, ...plan.plates.map(({ text }) => text));
  const wanted = Math.max(smallest, Math.min(printed, LARGEST * pixel));
  return [...new Set([wanted, Math.max(smallest, wanted * BETWEEN), smallest])];
}
