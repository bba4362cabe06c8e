/** Backdrops of the boards, each loaded when it is first shown. */

/** Fills: water, park, built (the second tint of the land). The others are pens; quay is a row of house fronts. */
export type Kind = "water" | "park" | "built" | "river" | "ripple" | "hatch" | "street" | "quay" | "border" | "shoal";

export interface Layer {
  kind: Kind;
  d: string;
  /** Width of the pen, where the kind's own is not right. */
  pen?: number;
}

/** Where the board's vignette stands: in an empty corner. */
export interface Corner {
  x: number;
  y: number;
  scale: number;
  /** In an oval frame, where there is no open water to stand on. */
  frame?: boolean;
}

export interface Backdrop {
  /** The size it was drawn for. */
  width: number;
  height: number;
  /** The board's own tints by day; by night all boards share the night's. */
  tint: { water: string; park: string; built: string; ink: string };
  layers: Layer[];
  rose?: { x: number; y: number; r: number; north?: number };
  vignette?: Corner;
}

const drawn: Record<string, () => Promise<{ backdrop: Backdrop }>> = {
  usa: () => import("./backdrops/usa"),
  lyon: () => import("./backdrops/lyon"),
  amsterdam: () => import("./backdrops/amsterdam"),
  nederland: () => import("./backdrops/nederland"),
  berlin: () => import("./backdrops/berlin"),
};

/** Null for a board nobody has drawn. */
export async function loadBackdrop(board: string): Promise<Backdrop | null> {
  const load = drawn[board];
  return load ? (await load()).backdrop : null;
}
