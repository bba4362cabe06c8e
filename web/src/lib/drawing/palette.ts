import palette from "../../generated/palette.json";

export interface Tone {
  fill: string;
  edge: string;
  symbol: string;
}

/** Colours and shapes as `ferrovia.draw` chooses them; a colour is never alone. */
export const tones = palette.tones as Record<string, Tone>;
export const symbols = palette.symbols as Record<string, string>;
/** Of backdrops: widths of pens in units of the board; strokes and gaps of broken lines in widths of their pen. */
export const pens = palette.pens as Record<string, number>;
export const dashes = palette.dashes as Record<string, number[]>;

export const wild = "wild";
export const grey = "grey";

/** A player is known by colour, pattern and outline. */
export interface PlayerLook {
  fill: string;
  edge: string;
  pattern: "plain" | "stripe" | "dots" | "hatch" | "chevron";
  outline: "round" | "square" | "hexagon" | "diamond" | "shield";
}

/** By seat. */
export const players = palette.players as [PlayerLook, PlayerLook, ...PlayerLook[]];
export const neutral = palette.neutral as PlayerLook;

/** Owners beyond the seats are the neutral player. */
export function lookOf(owner: number, seats: number): PlayerLook {
  return owner < seats ? (players[owner] ?? neutral) : neutral;
}
