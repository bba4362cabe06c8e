/** How a table is laid out in a window, chosen by the shapes of window and board. Sizes are in CSS pixels. */

export interface Size {
  width: number;
  height: number;
}

/**
 * - `wide`: the board above hand and tickets, a rail at its side.
 * - `tall`: the board at full height, everything else beside it in two columns.
 * - `portrait`: everything under the board; the log, too, where a wide board leaves the room.
 * - `landscape`: the board at full height, one narrow column beside it.
 */
export type LayoutName = "wide" | "tall" | "portrait" | "landscape";

export interface Layout {
  name: LayoutName;
  /** The width of a column beside the board; of each, where there are two. */
  side: number;
  /** There is room for the board, the cards and little else; sheets show the rest. */
  isCompact: boolean;
  /** The height of the log under a board that is wider than its window is; 0 without one. */
  log: number;
}

/** A desk needs as much for its columns and for five players in the rail. */
const DESK_LEAST: Size = { width: 960, height: 600 };
const STACK_WIDEST = 1100;
/** Under this width there is no column beside a board, whatever the height. */
const STACK_ALWAYS = 528;
const RAIL = { least: 304, share: 0.19, most: 400 };
const COLUMN = { least: 296, most: 540 };
const NARROW = { least: 264, share: 0.42, most: 352 };
/** What hand and tickets take of the height under a wide board. */
const BELOW = 200;
/** What everything but map and log takes of the height of a tablet held upright. */
const STACKED = 360;
const TABLET = 700;
const LOG = { least: 120, most: 260 };
/** Above and below the board there are the tools: they cover nothing of it. */
const TOOLS = 56;
/** The map's least share: of the width in a tall layout, of the height in an upright one. */
const MAP_SHARE = 0.46;
/** A replay: what stands beside its map, what above and below it, and the one column that may hold all of that. */
const REPLAY = { aside: 384, around: 210, column: 416 };
/** At most as wide it has one column in any case, at most as high it is a phone held sideways. */
const STACK_REPLAY = 760;
const FLAT = 520;
/** Two columns have to draw the board so much larger: people know the other layout better. */
const CLEARLY = 1.06;
/** A replay's bar is best as long as it can be. */
const MUCH = 1.2;

/** The layout of a table with this board in this window. */
export function layoutOf(window: Size, board: Size): Layout {
  const isUpright = window.height > window.width && window.width < STACK_WIDEST;
  if (isUpright || window.width < STACK_ALWAYS)
    return { name: "portrait", side: 0, isCompact: true, log: logUnder(window, board) };
  if (window.width < DESK_LEAST.width || window.height < DESK_LEAST.height)
    return { name: "landscape", side: within(NARROW, window.width * NARROW.share), isCompact: true, log: 0 };
  const rail = within(RAIL, window.width * RAIL.share);
  return isTall(window, board, rail)
    ? { name: "tall", side: columnBeside(window, board), isCompact: false, log: 0 }
    : { name: "wide", side: rail, isCompact: false, log: 0 };
}

/** Whether a replay or a puzzle draws its board much larger at full height, with all else in one column beside it. */
export function isMapBeside(window: Size, board: Size): boolean {
  if (window.width <= STACK_REPLAY || window.height <= FLAT) return false;
  const under = { width: window.width - REPLAY.aside, height: window.height - REPLAY.around };
  const beside = { width: window.width - REPLAY.column, height: window.height };
  return scale(beside, board) > MUCH * scale(under, board);
}

/** What a board that fills the width of a tablet leaves of its height. */
function logUnder(window: Size, board: Size): number {
  if (window.width < TABLET) return 0;
  const map = Math.max((window.width * board.height) / board.width + 2 * TOOLS, window.height * MAP_SHARE);
  const rest = Math.round(window.height - STACKED - map);
  return rest < LOG.least ? 0 : Math.min(LOG.most, rest);
}

function isTall(window: Size, board: Size, rail: number): boolean {
  const map = tallMap(window);
  if (map.width < window.width * MAP_SHARE) return false;
  return scale(map, board) > CLEARLY * scale(wideMap(window, rail), board);
}

function wideMap(window: Size, rail: number): Size {
  return { width: window.width - rail, height: window.height - BELOW };
}

function tallMap(window: Size): Size {
  return { width: window.width - 2 * COLUMN.least, height: window.height };
}

/** A board of full height leaves this for each of the two columns. */
function columnBeside(window: Size, board: Size): number {
  const map = Math.max((window.height * board.width) / board.height, window.width * MAP_SHARE);
  return within(COLUMN, (window.width - map) / 2);
}

/** How large a board can be drawn in a space. */
function scale(space: Size, board: Size): number {
  return Math.min(space.width / board.width, space.height / board.height);
}

function within({ least, most }: { least: number; most: number }, wanted: number): number {
  return Math.round(Math.min(most, Math.max(least, wanted)));
}
