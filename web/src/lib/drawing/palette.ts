import palette from "../../generated/palette.json";
import { lookNumber } from "./own_look.svelte";

export interface Tone {
  fill: string;
  edge: string;
  symbol: string;
  /** Its edge by night. */
  lit: string;
}

/** Colours and shapes as `ferrovia.draw` chooses them; a colour is never alone. */
export const tones = palette.tones as Record<string, Tone>;
export const symbols = palette.symbols as Record<string, string>;
/** Of each symbol: the longer of its width and height, and how far it reaches from its middle. */
export const symbolSizes = palette.symbol_sizes as Record<string, { extent: number; reach: number }>;
/** How wide letters are, to a size of 1; capitals that are not named are as wide as A, other letters as a. */
export const letters = palette.letters as Record<string, number>;
/** Of backdrops: widths of pens in units of the board; strokes and gaps of broken lines in widths of their pen. */
export const pens = palette.pens as Record<string, number>;
export const dashes = palette.dashes as Record<string, number[]>;

export const wild = "wild";
export const grey = "grey";

/** A player is known by colour, pattern and outline. */
export interface PlayerLook {
  fill: string;
  edge: string;
  pattern: "plain" | "stripe" | "dots" | "hatch" | "chevron" | "rail";
  outline: "round" | "square" | "hexagon" | "diamond" | "shield" | "teeth";
}

/** By seat. */
export const players = palette.players as [PlayerLook, PlayerLook, ...PlayerLook[]];
export const neutral = palette.neutral as PlayerLook;

/** How a seat looks on this device. Owners beyond the seats are the neutral player. */
export function lookOf(owner: number, seats: number): PlayerLook {
  return owner < seats ? (players[lookNumber(owner)] ?? neutral) : neutral;
}
