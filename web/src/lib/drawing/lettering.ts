import type { BoardPlan } from "../../generated/types";
import { Labels } from "./labels";
import { blockOf, type Plate } from "./plates";
import { turned, type Block, type Disc } from "./shapes";
import { SignPainter, type Signs } from "./signs";
import { farthestPlate } from "./spots";
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
interface Usual extends Omit<Lettering, "plates" | "signs"> {
  painter: SignPainter;
  labels: Labels;
}

/** Pixels from which letters don't grow any more while one zooms: there is more to see instead. */
const LARGEST = 20;
/** Letters may be smaller than others on the same map, but not so much that it looks torn. */
const BETWEEN = 0.82;
const LEAST = 0.66;

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
    /** The scale at which steps begin: that of the whole map, whose letters are then no larger than they have to be. */
    readonly base = 1,
  ) {}

  /** With names that come first, the foremost first. */
  at(step: number, important: readonly number[] = []): Lettering {
    const key = `${step}/${important.join()}`;
    if (this.last?.key === key) return this.last.lettering;
    const { labels, painter, ...usual } = this.usualAt(step);
    const plates = labels.with(important).plates;
    const lettering = { ...usual, signs: painter.beside(plates.map(blockOf)), plates };
    this.last = { key, lettering };
    return lettering;
  }

  private usualAt(step: number): Usual {
    const known = this.usual.get(step);
    if (known) return known;
    const pixel = 1 / leastScale(step, this.base);
    const smallest = this.minimum * pixel;
    const { plan } = this;
    const painter = new SignPainter(plan, this.colours, { smallest, pixel });
    const ground = {
      plan,
      pixel,
      spaces: plan.lanes.flatMap((lane) => lane.spaces.map(turned)),
      marks: painter.marks,
      symbols: painter.fixed,
      dots: plan.places.map(({ x, y }): Disc => ({ x, y, r: plan.radius })),
      farthest: farthestPlate(Math.min(plan.width, plan.height) * this.base),
    };
    const symbolsBeside = (plates: readonly Block[]): number => painter.beside(plates).symbols.length;
    const labels = Labels.usual(ground, textsAt(plan, smallest, pixel), symbolsBeside);
    const made = { pixel, smallest, painter, labels };
    this.usual.set(step, made);
    return made;
  }
}

/** A map before anybody knows how large it will be. */
export function unlettered(plan: BoardPlan, minimum: number): Lettering {
  const roomy = plan.lanes.map(() => false);
  return { pixel: 1, smallest: minimum, signs: { roomy, symbols: [], marks: [] }, plates: [] };
}

/** The sizes of letters that may be chosen: the plan's, if it can be read and is not larger than it need be, or a little less. */
function textsAt(plan: BoardPlan, smallest: number, pixel: number): number[] {
  const printed = Math.max(0, ...plan.plates.map(({ text }) => text));
  const wanted = Math.max(smallest, Math.min(printed, LARGEST * pixel));
  return [...new Set([1, BETWEEN, LEAST].map((share) => Math.max(smallest, wanted * share)))];
}
