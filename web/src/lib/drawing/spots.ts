import type { BoardPlan, PlatePlan } from "../../generated/types";
import { belongs } from "./belonging";
import {
  blockOf,
  blockOfLine,
  leaderTo,
  lineBreaks,
  nameOn,
  plateSize,
  lengthOf,
  resized,
  roomy,
  textWidth,
  tight,
  type Plate,
} from "./plates";
import { blocksTouch, discTouchesBlock, type Block, type Disc, type Point } from "./shapes";

/** What plates have to keep clear of: the same for all of them. */
export interface Ground {
  plan: BoardPlan;
  spaces: readonly Block[];
  /** Badges of rules. */
  marks: readonly Disc[];
  /** Symbols of short lanes: a name that matters may take the spot of one. */
  symbols: readonly Disc[];
  dots: readonly Disc[];
  /** How long a pixel is. */
  pixel: number;
  /** Pixels from a dot to the farthest plate that still seems to belong to it. */
  farthest: number;
}

/** The same near one place. */
interface Surroundings extends Ground {
  own: Disc;
  /** Of all other places. */
  dots: readonly Disc[];
}

const ANGLES = 24;
/** Pixels from a dot to its plate. */
const NEAR = [0, 4, 9, 16, 26];
/** If there is no spot near. */
const AWAY = [34, 44, 56, 70];
/** … and on a map that is not a phone's. */
const WIDER = 86;
/** For names that matter, if there is none there either. */
const FAR = [85, 105, 135, 170, 210];
/** … and for all others where the map is large. */
const FAR_ENOUGH = 135;
/** From here the plan's own spot is no longer the best one. */
const FAR_OFF = 100;
const LED = 8; // pixels from which a hairline leads to the place
const GAP = 2.5; // units between a dot and the plate beside it
const CLEARANCE = 1.2; // pixels between a plate and what it must not touch
const OWN_CLEARANCE = 0.05; // units, where the plan itself put it
const EDGE = 9; // units: the sheet has a frame
const FARTHER = 0.5;
const TWO_LINES = 3;
/** Spaces that a hairline may pass below: none, those of a twin lane, or as many as it takes. */
const NONE = 0;
const TWINS = 2;
const ANY = Infinity;

interface Way {
  lines: 0 | 1;
  ring: number;
  cos: number;
  sin: number;
  cost: number;
}

const near = ways(NEAR);
const beyond = ways([...AWAY, WIDER]);
const led = [...ways(NEAR.filter((ring) => ring > LED)), ...beyond];
const far = ways(FAR);

/** On a phone a name is led less far: its map is that small. All in pixels, of the shorter side of the whole map. */
const SMALL = 480;
const SHARE = 0.28;
const LEAST = 90;

export function farthestPlate(side: number): number {
  return side < SMALL ? Math.max(LEAST, SHARE * side) : Infinity;
}

/** Every way to put up a plate, the best first: below and above read best, then the sides. */
function ways(rings: readonly number[]): Way[] {
  const found: Way[] = [];
  for (const lines of [0, 1] as const)
    for (const ring of rings)
      for (let turn = 0; turn < ANGLES; turn++) {
        const angle = (2 * Math.PI * turn) / ANGLES;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const taste = 1.2 * Math.abs(cos) + (sin < 0 ? 0.4 : 0);
        found.push({ lines, ring, cos, sin, cost: FARTHER * ring + TWO_LINES * lines + taste });
      }
  return found.sort((a, b) => a.cost - b.cost);
}

/** The spots where the plate of a place covers nothing of the ground, the best first; made as they are asked for. */
export class Spots {
  private readonly found: Plate[] = [];
  private readonly rest: Iterator<Plate, undefined>;

  constructor(
    ground: Ground,
    place: number,
    texts: readonly number[],
    /** Its name matters: it may be led there from far away, across spaces if need be. */
    matters: boolean,
  ) {
    this.rest = spotsOf(ground, place, texts, matters);
  }

  *[Symbol.iterator](): Iterator<Plate> {
    for (let index = 0; ; index++) {
      if (index === this.found.length) {
        const next = this.rest.next();
        if (next.done) return;
        this.found.push(next.value);
      }
      const plate = this.found[index];
      if (plate) yield plate;
    }
  }
}

function* spotsOf(
  ground: Ground,
  place: number,
  texts: readonly number[],
  matters: boolean,
): Generator<Plate, undefined> {
  const at = ground.plan.places[place];
  const printed = ground.plan.plates.find((plate) => plate.place === place);
  if (!at || !printed) return;
  const reach = (texts[0] ?? 0) * (textWidth(nameOn(printed)) + 2);
  const close = nearby(ground, at, place, reach + 2 * ground.pixel * Math.max(...NEAR));
  for (const text of texts) {
    const own = resized(printed, at, text);
    const isPrinted = text === printed.text;
    const isOwnFar = lengthOf(own.leader) > FAR_OFF * ground.pixel;
    const isOwnClear = isClear(close, own, OWN_CLEARANCE, ANY) && (isPrinted || isRead(close, own));
    if (isOwnClear && !isOwnFar) yield own;
    yield* among(near, close, printed, text, NONE);
    if (isOwnClear && isOwnFar) yield own;
  }
  const least = texts.at(-1) ?? 0;
  const around = nearby(ground, at, place, reach + 2 * ground.pixel * WIDER);
  const usual = (ways: readonly Way[]): readonly Way[] =>
    ground.farthest === Infinity ? ways : ways.filter(({ ring }) => ring < WIDER);
  if (matters) yield* among(near, { ...close, symbols: [] }, printed, least, NONE);
  yield* among(usual(beyond), around, printed, least, NONE);
  if (!matters) {
    yield* among(usual(led), around, printed, least, TWINS);
    if (ground.farthest < Infinity) return;
  }
  const within = far.filter(({ ring }) => ring <= (matters ? ground.farthest : FAR_ENOUGH));
  const symbols = matters ? [] : ground.symbols;
  const wide = nearby({ ...ground, symbols }, at, place, reach + 2 * ground.pixel * Math.max(...FAR));
  if (!matters) {
    yield* among(within, wide, printed, least, TWINS);
    return;
  }
  yield* among(usual(led), wide, printed, least, TWINS);
  yield* among(within, wide, printed, least, NONE);
  yield* among(within, wide, printed, least, TWINS);
  yield* among(usual(led), wide, printed, least, ANY);
  yield* among(within, wide, printed, least, ANY);
}

function* among(
  wanted: readonly Way[],
  ground: Surroundings,
  printed: PlatePlan,
  text: number,
  crossing: number,
): Generator<Plate, undefined> {
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
    const leader = way.ring > LED ? leaderTo(at, { x, y, width, height }) : null;
    const plate = { place, lines, text, line, x, y, width, height, leader };
    if (isClear(ground, plate, CLEARANCE * pixel, crossing) && isRead(ground, plate)) yield plate;
  }
}

/** What is so near to a place that its plate could touch it. */
function nearby(ground: Ground, at: Point, place: number, reach: number): Surroundings {
  const farthest = ground.plan.radius + GAP + reach;
  const away = (thing: Point): number => (thing.x - at.x) ** 2 + (thing.y - at.y) ** 2;
  const within = (thing: Point, size: number): boolean => away(thing) < (farthest + size) ** 2;
  return {
    ...ground,
    own: { ...at, r: ground.plan.radius },
    // the nearest first: they are in the way most often
    spaces: ground.spaces.filter((space) => within(space, space.reach)).sort((a, b) => away(a) - away(b)),
    marks: ground.marks.filter((mark) => within(mark, mark.r)),
    symbols: ground.symbols.filter((symbol) => within(symbol, symbol.r)),
    dots: ground.dots.filter((dot, number) => number !== place && within(dot, dot.r)),
  };
}

function isClear(around: Surroundings, plate: Plate, clearance: number, crossing: number): boolean {
  const { plan, spaces, own, dots, marks, symbols } = around;
  const isOnDisc = (shape: Block, apart: number): boolean =>
    marks.some((mark) => discTouchesBlock(mark, shape, apart)) ||
    symbols.some((symbol) => discTouchesBlock(symbol, shape, apart));
  const block = blockOf(plate);
  const inside = Math.min(block.x - block.w, block.y - block.h) >= EDGE;
  if (!inside || block.x + block.w > plan.width - EDGE || block.y + block.h > plan.height - EDGE) return false;
  if (discTouchesBlock(own, block) || dots.some((dot) => discTouchesBlock(dot, block, clearance))) return false;
  if (isOnDisc(block, clearance)) return false;
  if (spaces.some((space) => blocksTouch(block, space, clearance))) return false;
  if (!plate.leader) return true;
  const line = blockOfLine(plate.leader);
  if (dots.some((dot) => discTouchesBlock(dot, line))) return false;
  if (crossing === 0 && isOnDisc(line, 0)) return false;
  return crossing === ANY || spaces.filter((space) => blocksTouch(line, space)).length <= crossing;
}

function isRead({ own, dots, spaces, pixel }: Surroundings, plate: Plate): boolean {
  return belongs(plate, own, dots, spaces, pixel);
}
