/** The wild card's mark: every colour around a hub. */
import { symbols, tones } from "../lib/drawing/palette";

export const order = ["pink", "white", "blue", "yellow", "orange", "black", "red", "green"];

export interface Sector {
  colour: string;
  d: string;
  x: number;
  y: number;
  fill: string;
  symbol: string;
  shape: string;
}

const n = (value: number): string => value.toFixed(3);

/** Eight sectors of a wheel of radius 1, symbols in the middle of each. */
export const sectors: Sector[] = order.flatMap((colour, index) => {
  const tone = tones[colour];
  if (!tone) return [];
  const angle = (at: number): number => (Math.PI * (2 * at - order.length / 2 - 1)) / order.length;
  const [a, b, middle] = [angle(index), angle(index + 1), angle(index + 0.5)];
  const d =
    `M${n(Math.cos(a))} ${n(Math.sin(a))}A1 1 0 0 1 ${n(Math.cos(b))} ${n(Math.sin(b))}` +
    `L${n(0.36 * Math.cos(b))} ${n(0.36 * Math.sin(b))}A.36 .36 0 0 0 ${n(0.36 * Math.cos(a))} ${n(0.36 * Math.sin(a))}Z`;
  const [x, y] = [0.7 * Math.cos(middle), 0.7 * Math.sin(middle)];
  return [{ colour, d, x, y, fill: tone.fill, symbol: tone.symbol, shape: symbols[colour] ?? "" }];
});
