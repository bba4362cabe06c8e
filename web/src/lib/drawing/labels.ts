import { blockOf, blockOfLine, lengthOf, type Plate } from "./plates";
import { blocksTouch, type Block } from "./shapes";
import { Spots, type Ground } from "./spots";

/** How large letters may be, the largest first. */
export type Texts = readonly number[];

const APART = 1; // pixel between two plates
const NEAR = 60; // pixels of a hairline
const NEARER = 0.75; // so much shorter a hairline has to become for others to be moved
const TRIES = 24; // spots for which others are asked to make way
const DEEPER = 2; // … and those others may ask in their turn

interface Laid {
  plate: Plate;
  block: Block;
  line: Block | null;
}

/** Plates for as many places as there is room for. None touches another, nor anything of the ground. */
export class Labels {
  private readonly laid = new Map<number, Laid>();
  private readonly spots = new Map<number, Spots>();

  constructor(
    private readonly ground: Ground,
    private readonly texts: Texts,
    /** Places whose names come first, whatever has to go for them; the foremost first. */
    private readonly important: readonly number[] = [],
  ) {}

  /** The usual names: each where there is room, after the others, and symbols that find another spot, have made way if
   * need be. */
  static usual(ground: Ground, texts: Texts, symbolsBeside: (plates: readonly Block[]) => number): Labels {
    const labels = new Labels(ground, texts);
    const places = ground.plan.plates.map(({ place }) => place);
    const left = places.filter((place) => !labels.layFirst(place));
    const still = left.filter((place) => !labels.layAnywhere(place));
    const last = still.filter((place) => !labels.makeWay(place) && !labels.makeWay(place, DEEPER));
    for (const { place } of ground.plan.plates) labels.bringNearer(place);
    if (last.length > 0) labels.layOverSymbols(last, symbolsBeside);
    return labels;
  }

  /** Where symbols lie that can be moved: none of them may get lost. */
  private layOverSymbols(places: readonly number[], symbolsBeside: (plates: readonly Block[]) => number): void {
    const ground = { ...this.ground, symbols: [] };
    const blocks = (): Block[] => [...this.laid.values()].map(({ block }) => block);
    let symbols = symbolsBeside(blocks());
    for (const place of places)
      for (const plate of new Spots(ground, place, this.texts.slice(-1), false)) {
        if (!this.layIfFree(plate)) continue;
        const left = symbolsBeside(blocks());
        if (left >= symbols) {
          symbols = left;
          break;
        }
        this.laid.delete(place);
      }
  }

  /** The same with some names that matter more. What is there already stays where it is if that leaves room for all of
   * them; else they are put up first, and the others as there is room. */
  with(important: readonly number[]): Labels {
    const kept = this.keepingMost(important);
    if (kept.has(important) === important.length) return kept;
    const anew = new Labels(this.ground, this.texts, important);
    for (const place of important) anew.insist(place);
    if (anew.has(important) <= kept.has(important)) return kept;
    for (const { place } of this.ground.plan.plates) if (!anew.laid.has(place)) anew.layAnywhere(place);
    return anew;
  }

  private keepingMost(important: readonly number[]): Labels {
    const labels = new Labels(this.ground, this.texts, important);
    for (const [place, laid] of this.laid) labels.laid.set(place, laid);
    for (const [place, spots] of this.spots) if (!important.includes(place)) labels.spots.set(place, spots);
    for (const place of important) if (!labels.laid.has(place)) labels.insist(place);
    return labels;
  }

  /** How many of some names are up. */
  private has(places: readonly number[]): number {
    return places.filter((place) => this.laid.has(place)).length;
  }

  get plates(): Plate[] {
    return [...this.laid.values()].map(({ plate }) => plate).sort((a, b) => a.place - b.place);
  }

  private spotsOf(place: number): Spots {
    const known = this.spots.get(place);
    if (known) return known;
    const spots = new Spots(this.ground, place, this.texts, this.important.includes(place));
    this.spots.set(place, spots);
    return spots;
  }

  /** At its very best spot, or not at all. */
  private layFirst(place: number): boolean {
    for (const plate of this.spotsOf(place)) return this.layIfFree(plate);
    return false;
  }

  private layAnywhere(place: number): boolean {
    for (const plate of this.spotsOf(place)) if (this.layIfFree(plate)) return true;
    return false;
  }

  /** Where no long hairline has to lead to it. */
  private layNear(place: number): boolean {
    for (const plate of this.spotsOf(place))
      if (!isLong(plate, this.ground.pixel) && this.layIfFree(plate)) return true;
    return false;
  }

  private layIfFree(plate: Plate): boolean {
    const laid = measured(plate);
    if (this.inTheWay(laid).length > 0) return false;
    this.laid.set(plate.place, laid);
    return true;
  }

  private inTheWay(laid: Laid): number[] {
    const apart = APART * this.ground.pixel;
    const found: number[] = [];
    for (const [place, other] of this.laid)
      if (place !== laid.plate.place && isTouching(laid, other, apart)) found.push(place);
    return found;
  }

  /** Puts up a plate where others lie that find another spot; true if there is such a spot. */
  private makeWay(place: number, depth = 1): boolean {
    const resettle = (other: number): boolean =>
      this.layAnywhere(other) || (depth > 1 && this.makeWay(other, depth - 1));
    let tries = 0;
    for (const plate of this.spotsOf(place)) {
      if (++tries > TRIES) return false;
      if (this.layInstead(plate, resettle)) return true;
    }
    return false;
  }

  /** A plate at the end of a long hairline gets a better spot if those that lie there find another one near them. */
  private bringNearer(place: number): void {
    const now = this.laid.get(place)?.plate;
    if (!now || !isLong(now, this.ground.pixel)) return;
    const enough = NEARER * lengthOf(now.leader);
    for (const plate of this.spotsOf(place)) {
      if (plate === now) return; // those that follow are no better
      if (lengthOf(plate.leader) > enough) continue;
      if (this.layInstead(plate, (other) => this.layNear(other))) return;
    }
  }

  /** Puts up a plate and all that lay there anew, or changes nothing. */
  private layInstead(plate: Plate, resettle: (other: number) => boolean): boolean {
    const kept = new Map(this.laid);
    const laid = measured(plate);
    this.laid.delete(plate.place);
    const moving = this.inTheWay(laid);
    for (const other of moving) this.laid.delete(other);
    this.laid.set(plate.place, laid);
    const isDone = moving.every(resettle);
    if (!isDone) this.restore(kept);
    return isDone;
  }

  /** Puts up a plate that matters: where it is free, where others can make way, or where the fewest have to go. */
  private insist(place: number): void {
    if (this.layNear(place) || this.makeWay(place) || this.layAnywhere(place)) return;
    let least = Infinity;
    let best: Laid | null = null;
    let tries = 0;
    for (const plate of this.spotsOf(place)) {
      const laid = measured(plate);
      const going = this.inTheWay(laid);
      if (going.some((other) => this.important.includes(other))) continue;
      if (going.length < least) [least, best] = [going.length, laid];
      if (++tries > TRIES) break;
    }
    if (!best) return;
    const going = this.inTheWay(best);
    for (const other of going) this.laid.delete(other);
    this.laid.set(place, best);
    for (const other of going) this.layAnywhere(other);
  }

  private restore(kept: Map<number, Laid>): void {
    this.laid.clear();
    for (const [place, laid] of kept) this.laid.set(place, laid);
  }
}

function isLong({ leader }: Plate, pixel: number): boolean {
  return lengthOf(leader) > NEAR * pixel;
}

function measured(plate: Plate): Laid {
  return { plate, block: blockOf(plate), line: plate.leader ? blockOfLine(plate.leader) : null };
}

function isTouching(a: Laid, b: Laid, apart: number): boolean {
  if (blocksTouch(a.block, b.block, apart)) return true;
  if (a.line && blocksTouch(a.line, b.block)) return true;
  if (b.line && blocksTouch(b.line, a.block)) return true;
  return a.line !== null && b.line !== null && blocksTouch(a.line, b.line);
}
