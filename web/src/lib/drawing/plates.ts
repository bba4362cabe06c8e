import type { PlatePlan } from "../../generated/types";
import { letters } from "./palette";
import { stroke, upright, type Block, type Point, type Size } from "./shapes";

/** A place's name on its plate, as it lies on the map. All in units of the plan. */
export interface Plate extends Point, Size {
  place: number;
  lines: readonly string[];
  /** Of its letters. */
  text: number;
  /** From one line to the next. */
  line: number;
  /** A hairline to a place that is farther away. */
  leader: Line | null;
}

export interface Line {
  from: Point;
  to: Point;
}

const LONG = 10; // letters from which a name may stand on two lines
const SHORTEST = 3; // letters of either line

/** The name on one line and, where it is long and can be parted between words, on two as equal as can be. */
export function lineBreaks(name: string): string[][] {
  const cuts = [...name.matchAll(/[ -]/g)]
    .map(({ index }) => index)
    .filter((at) => at >= SHORTEST && at < name.length - SHORTEST);
  if (name.length < LONG || cuts.length === 0) return [[name]];
  const cut = cuts.reduce((best, at) =>
    Math.abs(2 * at - name.length) < Math.abs(2 * best - name.length) ? at : best,
  );
  return [[name], [name.slice(0, cut + 1).trimEnd(), name.slice(cut + 1)]];
}

/** What a plate says, on one line. */
export function nameOn({ lines }: { lines: readonly string[] }): string {
  return lines.join(" ").replaceAll("- ", "-");
}

export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

/** The longest word of some names, in widths of its letters. */
export function widestWord(names: readonly string[]): number {
  return Math.max(0, ...names.flatMap(wordsOf).map((word) => textWidth(word.trim())));
}

/** What some names take of two lines each, in widths of their letters. */
export function widestInTwoLines(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => inTwoLines(wordsOf(name))));
}

function inTwoLines(words: readonly string[]): number {
  const line = (some: readonly string[]): number => textWidth(some.join("").trim());
  return Math.min(...words.map((_, first) => Math.max(line(words.slice(0, first)), line(words.slice(first)))));
}

const wordsOf = (name: string): string[] => name.split(/(?<=[ -])/);

function letterWidth(letter: string): number {
  const isCapital = letter !== letter.toLowerCase();
  return letters[letter] ?? letters[isCapital ? "A" : "a"] ?? 0.6;
}

/** What a plate has around its letters, to letters of size 1. */
export interface Padding {
  width: number;
  height: number;
  line: number;
}
export const roomy: Padding = { width: 0.9, height: 0.42, line: 1.12 };
/** Where letters have to be larger than the plan has room for. */
export const tight: Padding = { width: 0.5, height: 0.28, line: 1.02 };

export function plateSize(lines: readonly string[], text: number, padding: Padding): Size & { line: number } {
  const widest = Math.max(...lines.map(textWidth));
  const line = padding.line * text;
  return { width: (widest + padding.width) * text, height: lines.length * line + padding.height * text, line };
}

export function blockOf({ x, y, width, height }: Plate): Block {
  return upright(x, y, width, height);
}

/** From a place to the nearest point of a plate. */
export function leaderTo(place: Point, { x, y, width, height }: Point & Size): Line {
  const to = {
    x: Math.min(Math.max(place.x, x - width / 2), x + width / 2),
    y: Math.min(Math.max(place.y, y - height / 2), y + height / 2),
  };
  return { from: { x: place.x, y: place.y }, to };
}

/** Of a hairline; none is as long as nothing. */
export function lengthOf(leader: Line | null): number {
  return leader ? Math.hypot(leader.to.x - leader.from.x, leader.to.y - leader.from.y) : 0;
}

export function blockOfLine({ from, to }: Line, pen = 1): Block {
  return stroke(from, to, pen);
}

/** The plan's own plate with letters of another size. Smaller ones stay within it; larger ones grow away from the place. */
export function resized(plate: PlatePlan, place: Point, text: number): Plate {
  const { spot } = plate;
  const factor = text / plate.text;
  const size =
    factor > 1
      ? plateSize(plate.lines, text, tight)
      : { width: spot.width * factor, height: spot.height * factor, line: roomy.line * text };
  const at = {
    x: place.x + moved(spot.x - place.x, spot.width / 2, size.width / 2),
    y: place.y + moved(spot.y - place.y, spot.height / 2, size.height / 2),
  };
  const leader = plate.leader ? leaderTo(place, { ...at, ...size }) : null;
  return { place: plate.place, lines: plate.lines, text, ...at, ...size, leader };
}

/** Its side towards the place stays where it is; what lies across the place stays across it. */
function moved(away: number, half: number, newHalf: number): number {
  if (Math.abs(away) <= half) return (away * newHalf) / half;
  return Math.sign(away) * (Math.abs(away) - half + newHalf);
}
