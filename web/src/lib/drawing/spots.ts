import type { PlatePlan } from "../../generated/types";
import { ANY, clearShapes, isRead, mayBeClear, nearby, NONE, TWINS } from "./ground";
import type { Ground, Shapes, Surroundings } from "./ground";
import {
  leaderTo,
  lengthOf,
  lineBreaks,
  nameOn,
  plateSize,
  resized,
  roomy,
  textWidth,
  tight,
  type Plate,
} from "./plates";

/** Directions from a dot: near it, and farther away, where one is as far from the next. */
const AROUND = 24;
const FAR_AROUND = 48;
/** Pixels from a dot to its plate. */
const NEAR = [0, 4, 9, 16, 26];
/** If there is no spot near. */
const AWAY = [34, 44, 56, 70];
/** … and on a map that is not a phone's. */
const WIDER = 86;
/** For names that matter, if there is none there either. */
const FAR = [85, 105, 135, 170, 210];
/** A name that doesn't matter now is led no farther, it comes as one zooms; units count for who has come near. */
const LONGEST = 90;
const LONGEST_NEAR = 70;
/** … but for one that would have no room at all, on a map where a name may be led so far: not on a phone. */
export const LAST = [90, 98, 106, 114, 122, 130, 140, 150];
/** From here the plan's own spot is no longer the best one. */
const FAR_OFF = 80;
const LED = 8; // pixels from which a hairline leads to the place
const GAP = 2.5; // units between a dot and the plate beside it
const CLEARANCE = 1.2; // pixels between a plate and what it must not touch
const OWN_CLEARANCE = 0.05; // units, where the plan itself put it
const FARTHER = 0.5;
const TWO_LINES = 3;
/** Where a plate may be put up. */
export interface Spot extends Shapes {
  plate: Plate;
  /** How much worse it is than beside its dot: a pixel of a hairline counts a half. */
  cost: number;
}

/** What smaller letters cost, and a hairline below a twin lane or more. */
const SMALLER = 24;
/** Beside letters of the usual size those that are less than this share of them look torn. */
const TORN = 0.75;
const MUCH_SMALLER = 30;
const BELOW = { [NONE]: 0, [TWINS]: 8, [ANY]: 25 };

interface Way {
  lines: 0 | 1;
  ring: number;
  cos: number;
  sin: number;
  cost: number;
}

const near = ways(NEAR, AROUND);
const beyond = ways([...AWAY, WIDER], FAR_AROUND);
const led = [
  ...ways(
    NEAR.filter((ring) => ring > LED),
    FAR_AROUND,
  ),
  ...beyond,
];
const far = ways(FAR, FAR_AROUND);
const last = ways([70, ...LAST], FAR_AROUND);

/** On a phone a name is led less far: its map is that small. All in pixels, of the shorter side of the whole map. */
const SMALL = 480;
const SHARE = 0.28;
const LEAST = 90;
const FAR_ENOUGH = 120;

export function farthestPlate(side: number): number {
  return side < SMALL ? Math.max(LEAST, SHARE * side) : Infinity;
}

/** Spots for a name that has none of these: farther away, but below no more than a twin lane. */
export function* lastSpots(ground: Ground, place: number, text: number): Generator<Spot, undefined> {
  const { plan, pixel, farthest } = ground;
  const at = plan.places[place];
  const printed = plan.plates.find((plate) => plate.place === place);
  if (!at || !printed || farthest < FAR_ENOUGH) return;
  const reach = GAP + text * (textWidth(nameOn(printed)) + 2) + 2 * pixel * Math.max(...LAST);
  const around = nearby(ground, at, place, reach);
  const within = last.filter(({ ring }) => ring <= farthest);
  for (const crossing of [NONE, TWINS]) yield* among(within, around, printed, text, 0, crossing);
}

/** The longest hairline to a name that doesn't matter now. */
export function longestLeader(pixel: number): number {
  return Math.max(LONGEST * pixel, LONGEST_NEAR);
}

/** Every way to put up a plate, the best first: below and above read best, then the sides. */
function ways(rings: readonly number[], directions: number): Way[] {
  const found: Way[] = [];
  for (const lines of [0, 1] as const)
    for (const ring of rings)
      for (let turn = 0; turn < directions; turn++) {
        const angle = (2 * Math.PI * turn) / directions;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const taste = 1.2 * Math.abs(cos) + (sin < 0 ? 0.4 : 0);
        found.push({ lines, ring, cos, sin, cost: FARTHER * ring + TWO_LINES * lines + taste });
      }
  return found.sort((a, b) => a.cost - b.cost);
}

/** The spots where the plate of a place covers nothing of the ground, the best first; made as they are asked for. */
export class Spots {
  private readonly found: Spot[] = [];
  private readonly rest: Iterator<Spot, undefined>;

  constructor(
    ground: Ground,
    place: number,
    texts: readonly number[],
    /** Its name matters: it may be led there from far away, across spaces if need be. */
    matters: boolean,
  ) {
    this.rest = spotsOf(ground, place, texts, matters);
  }

  *[Symbol.iterator](): Iterator<Spot> {
    for (let index = 0; ; index++) {
      if (index === this.found.length) {
        const next = this.rest.next();
        if (next.done) return;
        this.found.push(next.value);
      }
      const spot = this.found[index];
      if (spot) yield spot;
    }
  }
}

function* spotsOf(
  ground: Ground,
  place: number,
  texts: readonly number[],
  matters: boolean,
): Generator<Spot, undefined> {
  const { plan, pixel, farthest } = ground;
  const at = plan.places[place];
  const printed = plan.plates.find((plate) => plate.place === place);
  if (!at || !printed) return;
  const [largest = 0, least = 0] = [texts[0], texts.at(-1)];
  const reach = GAP + largest * (textWidth(nameOn(printed)) + 2);
  const isTorn = (text: number): boolean => text < TORN * largest;
  const costOf = (text: number): number => SMALLER * (1 - text / largest) + (isTorn(text) ? MUCH_SMALLER : 0);
  const [alike, torn] = [texts.filter((text) => !isTorn(text)), texts.filter(isTorn)];
  const close = nearby(ground, at, place, reach + 2 * pixel * Math.max(...NEAR));
  const farOff: Spot[] = [];
  for (const text of alike) {
    const own = ownSpot(close, resized(printed, at, text), text === printed.text, costOf(text));
    if (own && lengthOf(own.plate.leader) <= FAR_OFF * pixel) yield own;
    else if (own) farOff.push(own);
    yield* among(near, close, printed, text, costOf(text), NONE);
  }
  const longest = matters ? Infinity : longestLeader(pixel);
  const isFar = ({ plate }: Spot): boolean => lengthOf(plate.leader) > longest;
  const around = nearby(ground, at, place, reach + 2 * pixel * WIDER);
  const usual = (ways: readonly Way[]): readonly Way[] =>
    farthest === Infinity ? ways : ways.filter(({ ring }) => ring < WIDER);
  const cost = costOf(least);
  if (matters) yield* among(near, { ...close, symbols: [] }, printed, least, cost, NONE);
  for (const text of [...alike.slice(1), ...torn]) {
    if (isTorn(text)) yield* among(near, close, printed, text, costOf(text), NONE);
    for (const spot of among(usual(beyond), around, printed, text, costOf(text), NONE)) if (!isFar(spot)) yield spot;
  }
  if (!matters) for (const spot of among(usual(led), around, printed, least, cost, TWINS)) if (!isFar(spot)) yield spot;
  for (const spot of farOff) if (!isFar(spot)) yield spot;
  if (!matters) return;
  const within = far.filter(({ ring }) => ring <= farthest);
  const wide = nearby({ ...ground, symbols: [] }, at, place, reach + 2 * pixel * Math.max(...FAR));
  yield* among(usual(led), wide, printed, least, cost, TWINS);
  yield* among(within, wide, printed, least, cost, NONE);
  yield* among(within, wide, printed, least, cost, TWINS);
  yield* among(usual(led), wide, printed, least, cost, ANY);
  yield* among(within, wide, printed, least, cost, ANY);
}

/** Where the plan itself has put it, if that is clear. */
function ownSpot(around: Surroundings, plate: Plate, isPrinted: boolean, cost: number): Spot | null {
  const shapes = clearShapes(around, plate, OWN_CLEARANCE, ANY);
  if (!shapes || !(isPrinted || isRead(around, plate))) return null;
  const led = lengthOf(plate.leader) / around.pixel;
  return { ...shapes, plate, cost: cost + (led > FAR_OFF ? FARTHER * led : 0) };
}

function* among(
  wanted: readonly Way[],
  ground: Surroundings,
  printed: PlatePlan,
  text: number,
  cost: number,
  crossing: number,
): Generator<Spot, undefined> {
  const { plan, pixel } = ground;
  const { place } = printed;
  const at = plan.places[place];
  if (!at) return;
  const padding = text > printed.text ? tight : roomy;
  const shapes = lineBreaks(nameOn(printed)).map((lines) => ({ lines, ...plateSize(lines, text, padding) }));
  for (const way of wanted) {
    const shape = shapes[way.lines];
    if (!shape) continue;
    const { lines, width, height, line } = shape;
    const away = plan.radius + GAP + way.ring * pixel;
    const x = at.x + way.cos * (away + width / 2);
    const y = at.y + way.sin * (away + height / 2);
    if (!mayBeClear(ground, x, y, width / 2, height / 2)) continue;
    const leader = way.ring > LED ? leaderTo(at, { x, y, width, height }) : null;
    const plate = { place, lines, text, line, x, y, width, height, leader };
    const clear = clearShapes(ground, plate, CLEARANCE * pixel, crossing);
    if (clear && isRead(ground, plate)) yield { ...clear, plate, cost: cost + way.cost + (BELOW[crossing] ?? 0) };
  }
}
