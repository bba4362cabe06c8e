/** Backdrops of the boards, each loaded when it is first shown. */
export interface Layer {
  kind: "water" | "land" | "park" | "district" | "river" | "canal" | "hatch" | "line";
  d: string;
  /** Width of the pen, where the kind's own is not right. */
  pen?: number;
}

export interface Backdrop {
  /** The size it was drawn for. */
  width: number;
  height: number;
  /** Whether the ground is land with water drawn on it, or water with land. */
  ground: "land" | "water";
  /** Two tints by day: land and water. */
  tint: { land: string; water: string };
  layers: Layer[];
  /** A compass rose and a small picture, drawn where the board is empty. */
  rose?: { x: number; y: number; r: number; north?: number };
  vignette?: { x: number; y: number; scale: number; line: string; fill: string };
}

const drawn: Record<string, () => Promise<{ backdrop: Backdrop }>> = {};

export async function loadBackdrop(board: string): Promise<Backdrop | null> {
  const load = drawn[board];
  return load ? (await load()).backdrop : null;
}
