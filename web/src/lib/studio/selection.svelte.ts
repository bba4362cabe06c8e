/** What somebody does with the pointer: moves things, sets places, joins two of them, or draws the land. */
export type Tool = "move" | "place" | "route" | "draw";

/** What is chosen in the editor: a row such as `p/p3` or `r/r12`. */
export class Selection {
  tool = $state<Tool>("move");
  row = $state<string | null>(null);
  /** The place from which a route is drawn. */
  from = $state<string | null>(null);
  /** The kind of land that is drawn, and its corners so far, in units of the board. */
  layer = $state("water");
  corners = $state.raw<{ x: number; y: number }[]>([]);

  choose(row: string | null): void {
    this.row = row;
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.from = null;
    this.corners = [];
  }

  is(letter: "p" | "r" | "t"): string | null {
    return this.row?.startsWith(`${letter}/`) ? this.row.slice(2) : null;
  }
}
