import type { Ground } from "./ground";
import { lengthOf, type Plate } from "./plates";
import { blocksTouch, type Block } from "./shapes";
import { lastSpots, Spots, type Spot } from "./spots";

/** How large letters may be, the largest first. */
export type Texts = readonly number[];

const APART = 1; // pixel between two plates
const NEAR = 60; // pixels of a hairline
const TRIES = 24; // spots for which others are asked to make way

/** What a name costs that is not up, as spots cost. */
const MISSING = 150;
/** A name that costs more than this is tried elsewhere, if that is so much cheaper. */
const DEAR = 20;
const CHEAPER = 2;
const ROUNDS = 3;
/** Names that make way for one, and how often those ask others in their turn. */
const MOVED = 2;
const DEPTH = 2;
/** Spots that are looked at for this on one map, at the most: where a phone shows all of a large board, few names have room. */
const SPOTS = 20_000;

/** Plates for as many places as there is room for. None touches another, nor anything of the ground. */
export class Labels {
  /** For each place. */
  private laid: (Spot | null)[] = [];
  private readonly spots = new Map<number, Spots>();
  /** What lay where before, the last change last, while something is tried. */
  private readonly before: [number, Spot | null][] = [];
  private spotsLeft = SPOTS;

  constructor(
    private readonly ground: Ground,
    private readonly texts: Texts,
    /** Places whose names come first, whatever has to go for them; the foremost first. */
    private readonly important: readonly number[] = [],
  ) {
    this.laid = ground.plan.places.map(() => null);
  }

  /** The usual names: each where there is room, after the others, and symbols that find another spot, have made way if
   * need be. */
  static usual(ground: Ground, texts: Texts, symbolsBeside: (plates: readonly Block[]) => number): Labels {
    const labels = new Labels(ground, texts);
    const places = ground.plan.plates.map(({ place }) => place);
    labels.layAll(places);
    labels.layOverSymbols(
      places.filter((place) => !labels.laid[place]),
      symbolsBeside,
    );
    for (const place of places) if (!labels.laid[place]) labels.layFar(place);
    return labels;
  }

  /** Better far away than without a name. */
  private layFar(place: number): void {
    for (const spot of lastSpots(this.ground, place, this.texts.at(-1) ?? 0)) if (this.layIfFree(spot)) return;
  }

  /** Where symbols lie that can be moved: none of them may get lost. */
  private layOverSymbols(places: readonly number[], symbolsBeside: (plates: readonly Block[]) => number): void {
    if (places.length === 0) return;
    const ground = { ...this.ground, symbols: [] };
    const blocks = (): Block[] => this.laid.flatMap((spot) => spot?.block ?? []);
    let symbols = symbolsBeside(blocks());
    for (const place of places)
      for (const spot of new Spots(ground, place, this.texts.slice(-1), false)) {
        if (!this.layIfFree(spot)) continue;
        const left = symbolsBeside(blocks());
        if (left >= symbols) {
          symbols = left;
          break;
        }
        this.laid[place] = null;
      }
  }

  /** The same with some names that matter more. What is there already stays where it is if that leaves room for all of
   * them; else they are put up first, and the others as there is room. */
  with(important: readonly number[]): Labels {
    const kept = this.keepingMost(important);
    if (kept.has(important) === important.length) return kept;
    const alone = new Labels(this.ground, this.texts);
    alone.layAll(this.ground.plan.plates.map(({ place }) => place).filter((place) => important.includes(place)));
    const anew = alone.keepingMost(important);
    if (anew.has(important) <= kept.has(important)) return kept;
    for (const { place } of this.ground.plan.plates) if (!anew.laid[place]) anew.layAnywhere(place);
    return anew;
  }

  private keepingMost(important: readonly number[]): Labels {
    const labels = new Labels(this.ground, this.texts, important);
    labels.laid = [...this.laid];
    for (const [place, spots] of this.spots) if (!important.includes(place)) labels.spots.set(place, spots);
    for (const place of important) if (!labels.laid[place]) labels.insist(place);
    return labels;
  }

  /** How many of some names are up. */
  private has(places: readonly number[]): number {
    return places.filter((place) => this.laid[place]).length;
  }

  get plates(): Plate[] {
    return this.laid.flatMap((spot) => spot?.plate ?? []);
  }

  private spotsOf(place: number): Spots {
    const known = this.spots.get(place);
    if (known) return known;
    const spots = new Spots(this.ground, place, this.texts, this.important.includes(place));
    this.spots.set(place, spots);
    return spots;
  }

  /** As many of these as there is room for, for as little as can be. */
  private layAll(places: readonly number[]): void {
    const left = places.filter((place) => !this.layFirst(place));
    for (const place of left) this.layAnywhere(place);
    this.improve(places);
  }

  /** At its very best spot, or not at all. */
  private layFirst(place: number): boolean {
    for (const spot of this.spotsOf(place)) return this.layIfFree(spot);
    return false;
  }

  private layAnywhere(place: number): boolean {
    for (const spot of this.spotsOf(place)) if (this.layIfFree(spot)) return true;
    return false;
  }

  /** Where no long hairline has to lead to it. */
  private layNear(place: number): boolean {
    for (const spot of this.spotsOf(place))
      if (lengthOf(spot.plate.leader) <= NEAR * this.ground.pixel && this.layIfFree(spot)) return true;
    return false;
  }

  private layIfFree(spot: Spot): boolean {
    if (this.inTheWay(spot, 0).length > 0) return false;
    this.laid[spot.plate.place] = spot;
    return true;
  }

  /** Names that would have to go; as soon as there are more than so many, no others are looked for. */
  private inTheWay(spot: Spot, most = Infinity): number[] {
    const apart = APART * this.ground.pixel;
    const found: number[] = [];
    for (let place = 0; place < this.laid.length && found.length <= most; place++) {
      const other = this.laid[place];
      if (other && place !== spot.plate.place && isTouching(spot, other, apart)) found.push(place);
    }
    return found;
  }

  /** Cheaper spots for names that are led far or wait for one, if that is cheaper for all of them together. */
  private improve(places: readonly number[]): void {
    for (let round = 0; round < ROUNDS; round++) {
      const dear = places
        .map((place) => ({ place, cost: this.costOf(place) }))
        .filter(({ cost }) => cost > DEAR)
        .sort((a, b) => b.cost - a.cost);
      if (!dear.map(({ place }) => this.cheapen(place)).some(Boolean)) return;
    }
  }

  private cheapen(place: number): boolean {
    const most = this.costOf(place) - CHEAPER;
    this.put(place, null);
    const isCheaper = this.settle(place, most, DEPTH) !== null;
    if (!isCheaper) this.takeBack(0);
    this.before.length = 0;
    return isCheaper;
  }

  private costOf(place: number): number {
    return this.laid[place]?.cost ?? MISSING;
  }

  /** Puts up a name for so much at the most, what others then cost more included; says how much that was. */
  private settle(place: number, most: number, depth: number): number | null {
    for (const spot of this.spotsOf(place)) {
      if (--this.spotsLeft < 0) return null;
      if (spot.cost > most) continue;
      const moved = depth > 0 ? MOVED : 0;
      const going = this.inTheWay(spot, moved);
      if (going.length > moved) continue;
      const mark = this.before.length;
      const paid = this.resettle(going, spot, most, depth);
      if (paid !== null) return paid;
      this.takeBack(mark);
    }
    return null;
  }

  /** The same at one spot, for which some have to go. */
  private resettle(going: readonly number[], spot: Spot, most: number, depth: number): number | null {
    const costs = going.map((place) => this.costOf(place));
    for (const place of going) this.put(place, null);
    this.put(spot.plate.place, spot);
    let paid = spot.cost;
    for (const [index, place] of going.entries()) {
      const was = costs[index] ?? 0;
      const is = this.settle(place, was + most - paid, depth - 1);
      if (is === null) return null;
      paid += is - was;
    }
    return paid;
  }

  private put(place: number, spot: Spot | null): void {
    this.before.push([place, this.laid[place] ?? null]);
    this.laid[place] = spot;
  }

  private takeBack(mark: number): void {
    while (this.before.length > mark) {
      const last = this.before.pop();
      if (last) this.laid[last[0]] = last[1];
    }
  }

  /** Puts up a name that matters: near its place, where others can make way, or where the fewest have to go. */
  private insist(place: number): void {
    if (this.layNear(place) || this.makeWay(place) || this.layAnywhere(place)) return;
    let least = Infinity;
    let best: Spot | null = null;
    let tries = 0;
    for (const spot of this.spotsOf(place)) {
      const going = this.inTheWay(spot);
      if (going.some((other) => this.important.includes(other))) continue;
      if (going.length < least) [least, best] = [going.length, spot];
      if (++tries > TRIES) break;
    }
    if (!best) return;
    const going = this.inTheWay(best);
    for (const other of going) this.laid[other] = null;
    this.laid[place] = best;
    for (const other of going) this.layAnywhere(other);
  }

  /** Puts up a name where others lie that find another spot; true if there is such a spot. */
  private makeWay(place: number): boolean {
    let tries = 0;
    for (const spot of this.spotsOf(place)) {
      if (++tries > TRIES) return false;
      const kept = [...this.laid];
      const going = this.inTheWay(spot);
      for (const other of going) this.laid[other] = null;
      this.laid[place] = spot;
      if (going.every((other) => this.layAnywhere(other))) return true;
      this.laid = kept;
    }
    return false;
  }
}

function isTouching(a: Spot, b: Spot, apart: number): boolean {
  if (a.left > b.right + apart || b.left > a.right + apart) return false;
  if (a.top > b.bottom + apart || b.top > a.bottom + apart) return false;
  if (blocksTouch(a.block, b.block, apart)) return true;
  if (a.line && blocksTouch(a.line, b.block)) return true;
  if (b.line && blocksTouch(b.line, a.block)) return true;
  return a.line !== null && b.line !== null && blocksTouch(a.line, b.line);
}
