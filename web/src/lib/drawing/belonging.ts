import { blockOf, type Line, type Plate } from "./plates";
import { discGap, shadedBy, type Block, type Disc } from "./shapes";

/** A name seems to be that of the place it is nearest to; another dot has to be farther away by this factor … */
const CLEARLY = 1.25;
/** … unless a hairline leads to its own, of which so much is not hidden below spaces … */
const SHOWN = 0.5;
/** … and the name keeps off all others: so many pixels, and a share of the way to its own. */
const OFF = 7;
const OFF_SHARE = 0.08;

/** Whether a name is read as that of its own place and of no other. */
export function belongs(
  plate: Plate,
  own: Disc,
  others: readonly Disc[],
  spaces: readonly Block[],
  pixel: number,
): boolean {
  const block = blockOf(plate);
  const [gap, nearest] = [discGap(own, block), Math.min(...others.map((dot) => discGap(dot, block)))];
  if (nearest >= CLEARLY * gap) return true;
  if (plate.leader === null || nearest < Math.max(OFF * pixel, OFF_SHARE * gap)) return false;
  return shownOf(plate.leader, own, spaces) >= SHOWN;
}

/** The share of a hairline that lies below no space; what its own dot hides doesn't count. */
function shownOf({ from, to }: Line, own: Disc, spaces: readonly Block[]): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y) - own.r;
  const hidden = spaces.reduce((sum, space) => sum + shadedBy(space, from, to), 0);
  return length > 0 ? 1 - hidden / length : 0;
}
