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

export const players: [PlayerLook, PlayerLook, ...PlayerLook[]] = [
  // Hues between those of the routes, so that no piece is taken for a free space: tools/colour_blind.py measures it.
  { fill: "#b01c85", edge: "#4d0839", pattern: "plain", outline: "round" },
  { fill: "#00b7dd", edge: "#05475a", pattern: "stripe", outline: "square" },
  { fill: "#9fd63c", edge: "#45590b", pattern: "dots", outline: "hexagon" },
  { fill: "#652d15", edge: "#2a1006", pattern: "hatch", outline: "diamond" },
  { fill: "#5e2db4", edge: "#240d52", pattern: "chevron", outline: "shield" },
];
export const neutral: PlayerLook = { fill: "#aaa79f", edge: "#4b483f", pattern: "plain", outline: "square" };

/** Owners beyond the seats are the neutral player. */
export function lookOf(owner: number, seats: number): PlayerLook {
  return owner < seats ? (players[owner] ?? neutral) : neutral;
}
