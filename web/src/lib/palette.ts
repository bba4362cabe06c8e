import palette from "../generated/palette.json";

export interface Tone {
  fill: string;
  edge: string;
  symbol: string;
}

/** Colours and shapes as `ferrovia.draw` chooses them; a colour is never alone. */
export const tones = palette.tones as Record<string, Tone>;
export const symbols = palette.symbols as Record<string, string>;
export const cart = palette.cart;

export const wild = "wild";
export const grey = "grey";

/** A player is known by colour, pattern and outline. */
export interface PlayerLook {
  fill: string;
  edge: string;
  pattern: "plain" | "stripe" | "dots" | "hatch" | "chevron";
  outline: "round" | "square" | "hexagon" | "diamond" | "shield";
}

export const players: PlayerLook[] = [
  { fill: "#c8462f", edge: "#5e160b", pattern: "plain", outline: "round" },
  { fill: "#2a6fb0", edge: "#0e3159", pattern: "stripe", outline: "square" },
  { fill: "#e3a92b", edge: "#6b4a04", pattern: "dots", outline: "hexagon" },
  { fill: "#3b8a5a", edge: "#123f26", pattern: "hatch", outline: "diamond" },
  { fill: "#7a5aa6", edge: "#34205a", pattern: "chevron", outline: "shield" },
];
export const neutral: PlayerLook = { fill: "#9a958a", edge: "#4b483f", pattern: "plain", outline: "square" };

/** Owners beyond the seats are the neutral player. */
export function lookOf(owner: number, seats: number): PlayerLook {
  return owner < seats ? (players[owner] ?? neutral) : neutral;
}
