import { mountains, scatter, spruce, viaduct, waves } from "./engraving";

/** The engraved valley of the start page: where everything in it stands. */
export const WIDTH = 1600;
export const HEIGHT = 400;
/** How high the rails run. */
export const DECK = 262;
export const sun = { x: 1010, y: 104, r: 34 };

export const far = mountains(
  [
    [120, 130, 190],
    [330, 92, 210],
    [560, 140, 170],
    [760, 84, 230],
    [1000, 150, 170],
    [1190, 104, 210],
    [1420, 72, 240],
    [1600, 120, 180],
  ],
  262,
);
export const middle = waves(236, [17, 118, 40], [10, 61, 0], [5, 29, 11]);

const near = waves(312, [16, 172, 300], [7, 77, 0]);
const shore = waves(372, [9, 140, 90], [4, 47, 0]);
/** How much the near land gives way to the river under the viaduct. */
const dip = (x: number): number => Math.exp(-(((x - 830) / 300) ** 4));
export const bank = (x: number): number => near(x) - 62 + 128 * dip(x);
export const front = (x: number): number => shore(x) - 22 + 26 * dip(x);
export const bridge = viaduct(430, 10, 78, DECK, () => 392);

const trees = (count: number, from: number, low: number, more: number, salts: [number, number]): string =>
  Array.from({ length: count }, (_, tree) => {
    const x = from + tree * 22 + 14 * scatter(tree, salts[0]);
    return spruce(x, front(x) + 2, low + more * scatter(tree, salts[1]));
  }).join("");
export const wood = trees(15, 24, 34, 26, [0, 2]) + trees(17, 1250, 30, 30, [4, 5]);

export const stars = Array.from({ length: 70 }, (_, star) => ({
  x: scatter(star, 9) * WIDTH,
  y: scatter(star, 12) * 170,
  r: 0.5 + 1.1 * scatter(star, 14) ** 2,
}));
