import type { BoardPlan, Spot } from "../../src/generated/types";
import type { Lettering } from "../../src/lib/drawing/lettering";
import { grey, symbolSizes } from "../../src/lib/drawing/palette";
import { nameOn, type Plate } from "../../src/lib/drawing/plates";
import { symbolFactor, usualFactor } from "../../src/lib/drawing/signs";

/** What is wrong with the lettering of a map, in words. It measures by corners and edges, not as the placing does. */
export function problemsOf(
  plan: BoardPlan,
  colours: readonly string[],
  lettering: Lettering,
  scale: number,
  minimum: number,
): string[] {
  return [
    ...tooSmall(plan, colours, lettering, scale, minimum),
    ...plateProblems(plan, lettering),
    ...signProblems(plan, lettering),
  ];
}

const TOLERANCE = 1e-6;

function tooSmall(
  plan: BoardPlan,
  colours: readonly string[],
  { smallest, plates, signs }: Lettering,
  scale: number,
  minimum: number,
): string[] {
  const isSmall = (size: number): boolean => size * scale < minimum - TOLERANCE;
  const extent = (colour: string, usual: number): number =>
    symbolFactor(colour, usual, smallest) * (symbolSizes[colour]?.extent ?? 0);
  return [
    ...plates.filter(({ text }) => isSmall(text)).map((plate) => `${nameOn(plate)} has small letters`),
    ...plan.lanes.flatMap((lane, number) => {
      const colour = colours[number] ?? grey;
      if (colour === grey || !signs.roomy[number]) return [];
      return lane.spaces
        .filter((space) => isSmall(extent(colour, usualFactor(space, lane.round))))
        .map(() => `lane ${number} has a small symbol`);
    }),
    ...signs.symbols
      .filter(({ lane, r }) => isSmall(extent(colours[lane] ?? "", 0)) || extent(colours[lane] ?? "", 0) > 2 * r)
      .map(({ lane }) => `the symbol of lane ${lane} does not fit its disc`),
    ...signs.marks.filter(({ r }) => isSmall(2 * r)).map(({ mark }) => `mark ${mark} is small`),
  ];
}

function plateProblems(plan: BoardPlan, { plates, signs }: Lettering): string[] {
  const found: string[] = [];
  const boxes = plates.map((plate) => corners({ ...plate, turn: 0 }));
  const spaces = spacesOf(plan);
  plates.forEach((plate, index) => {
    const box = boxes[index] ?? [];
    const name = nameOn(plate);
    if (box.some(({ x, y }) => x < 0 || y < 0 || x > plan.width || y > plan.height))
      found.push(`${name} is off the sheet`);
    boxes.slice(0, index).forEach((other, before) => {
      const { lines } = plates[before] ?? { lines: [] };
      if (overlap(box, other)) found.push(`${name} lies on ${nameOn({ lines })}`);
    });
    spaces.forEach((lane, number) => {
      if (lane.some((space) => overlap(box, space))) found.push(`${name} lies on lane ${number}`);
    });
    for (const { x, y, r } of [...signs.marks, ...signs.symbols])
      if (away(box, { x, y }) < r - TOLERANCE) found.push(`${name} lies on a mark at ${x} ${y}`);
    plan.places.forEach((dot, place) => {
      if (away(box, dot) < plan.radius - TOLERANCE) found.push(`${name} lies on place ${place}`);
    });
    const nearest = plan.places.reduce((best, dot, place) => {
      const so = plan.places[best];
      return so && away(box, dot) < away(box, so) - TOLERANCE ? place : best;
    }, plate.place);
    const isPrinted = plan.plates.some(({ place, text }) => place === plate.place && text === plate.text);
    if (nearest !== plate.place && !isPrinted && !isLed(plate, plan, spaces.flat()))
      found.push(`${name} seems to be the name of place ${nearest}`);
  });
  return found;
}

const POINTS = 60;

/** Whether a hairline leads from a place to its name that can be followed: half of it lies below no space. */
function isLed({ leader }: Plate, plan: BoardPlan, spaces: readonly Shape[]): boolean {
  if (!leader) return false;
  const { from, to } = leader;
  const points = Array.from({ length: POINTS }, (_, index) => (index + 0.5) / POINTS)
    .map((part) => ({ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }))
    .filter(({ x, y }) => Math.hypot(x - from.x, y - from.y) > plan.radius);
  const isHidden = (at: Corner): boolean => spaces.some((space) => !isFar(space, at, 0) && away(space, at) === 0);
  return points.filter(isHidden).length <= points.length / 2 + 1;
}

/** Marks that have grown, and symbols on discs, may lie on their own lane only. */
function signProblems(plan: BoardPlan, { signs }: Lettering): string[] {
  const grown = signs.marks.filter(({ mark, r }) => 2 * r > (plan.marks[mark]?.spot.width ?? 0) + 0.1);
  const signed = [
    ...grown.map((sign) => ({ ...sign, own: plan.marks[sign.mark]?.lanes ?? [] })),
    ...signs.symbols.map((sign) => ({ ...sign, own: [sign.lane] })),
  ];
  const lanes = spacesOf(plan);
  return signed.flatMap(({ x, y, r, own }) => {
    const on = lanes.flatMap((spaces, number) =>
      own.includes(number) ||
      spaces.every((space) => isFar(space, { x, y }, r) || away(space, { x, y }) >= r - TOLERANCE)
        ? []
        : [number],
    );
    const dots = plan.places.filter((dot) => Math.hypot(dot.x - x, dot.y - y) < plan.radius + r - TOLERANCE);
    return [
      ...on.map((lane) => `a sign of lane ${own.join()} lies on lane ${lane}`),
      ...dots.map(() => `a sign of lane ${own.join()} lies on a place`),
    ];
  });
}

// --- geometry
interface Corner {
  x: number;
  y: number;
}

type Shape = readonly Corner[];

/** The corners of every lane's spaces; a plan does not change. */
const known = new WeakMap<BoardPlan, Shape[][]>();

function spacesOf(plan: BoardPlan): Shape[][] {
  const found = known.get(plan) ?? plan.lanes.map((lane) => lane.spaces.map(corners));
  known.set(plan, found);
  return found;
}

function corners({ x, y, width, height, turn }: Spot): Corner[] {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([i = 0, j = 0]) => {
    const [a, b] = [(i * width) / 2, (j * height) / 2];
    return { x: x + a * cos - b * sin, y: y + a * sin + b * cos };
  });
}

function edges(shape: Shape): [Corner, Corner][] {
  return shape.map((corner, index) => [corner, shape[(index + 1) % shape.length] ?? corner]);
}

/** Whether all corners lie beyond one side of a square around a point: most of a map does. */
function isFar(shape: Shape, { x, y }: Corner, r: number): boolean {
  return (
    shape.every((corner) => corner.x < x - r) ||
    shape.every((corner) => corner.x > x + r) ||
    shape.every((corner) => corner.y < y - r) ||
    shape.every((corner) => corner.y > y + r)
  );
}

/** By more than a hair: for each edge of both, whether the other shape lies beyond it. */
function overlap(one: Shape, other: Shape): boolean {
  const [first, , opposite] = one;
  if (first && opposite) {
    const middle = { x: (first.x + opposite.x) / 2, y: (first.y + opposite.y) / 2 };
    if (isFar(other, middle, Math.hypot(first.x - middle.x, first.y - middle.y))) return false;
  }
  const beyond = ([from, to]: [Corner, Corner], shape: Shape): boolean => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return shape.every(
      ({ x, y }) => ((x - from.x) * (to.y - from.y) - (y - from.y) * (to.x - from.x)) / length > -TOLERANCE,
    );
  };
  return !edges(one).some((edge) => beyond(edge, other)) && !edges(other).some((edge) => beyond(edge, one));
}

/** How far a point is from a shape; 0 within it. */
function away(shape: Shape, at: Corner): number {
  const isWithin = edges(shape).every(
    ([from, to]) => (at.x - from.x) * (to.y - from.y) - (at.y - from.y) * (to.x - from.x) <= 0,
  );
  if (isWithin) return 0;
  return Math.min(
    ...edges(shape).map(([from, to]) => {
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1);
      const part = Math.max(0, Math.min(1, along));
      return Math.hypot(from.x + part * dx - at.x, from.y + part * dy - at.y);
    }),
  );
}
