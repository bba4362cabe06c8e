/** Outlines and patterns of players as path data, so that no shared definitions are needed. Around 0,0. */
import type { PlayerLook } from "../lib/drawing/palette";

const n = (value: number): string => String(Math.round(value * 100) / 100);
const points = (list: [number, number][]): string => `M${list.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;

const disc = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

function rounded(w: number, h: number, r: number): string {
  const x = w / 2;
  const y = h / 2;
  const turn = `a${n(r)} ${n(r)} 0 0 1`;
  return (
    `M${n(r - x)} ${n(-y)}H${n(x - r)}${turn} ${n(r)} ${n(r)}V${n(y - r)}${turn} ${n(-r)} ${n(r)}` +
    `H${n(r - x)}${turn} ${n(-r)} ${n(-r)}V${n(r - y)}${turn} ${n(r)} ${n(-r)}Z`
  );
}

/** A piece as long as its space: six ends that differ even in one grey. */
export function pieceOutline(outline: PlayerLook["outline"], w: number, h: number): string {
  const x = w / 2;
  const y = h / 2;
  switch (outline) {
    case "round":
      return rounded(w, h, Math.min(w, h) / 2);
    case "square":
      return rounded(w, h, Math.min(w, h) * 0.08);
    case "hexagon":
      return points([[-x, 0], [-x + y * 0.72, -y], [x - y * 0.72, -y], [x, 0], [x - y * 0.72, y], [-x + y * 0.72, y]]);
    case "diamond": // a bar with a notch in either end
      return points([[-x, -y], [x, -y], [x - y * 0.7, 0], [x, y], [-x, y], [-x + y * 0.7, 0]]);
    case "shield": // flat behind, pointed ahead
      return points([[-x, -y], [x - y * 0.95, -y], [x, 0], [x - y * 0.95, y], [-x, y]]);
    case "teeth": // two points at either end
      return points([
        [-x + y * 0.5, -y], [x - y * 0.5, -y], [x, -y * 0.5], [x - y * 0.5, 0], [x, y * 0.5], [x - y * 0.5, y],
        [-x + y * 0.5, y], [-x, y * 0.5], [-x + y * 0.5, 0], [-x, -y * 0.5],
      ]);
  }
}

/** A badge or a piece on a round space, about 2 * r wide. */
export function badgeOutline(outline: PlayerLook["outline"], r: number): string {
  switch (outline) {
    case "round":
      return rounded(2 * r, 2 * r, r);
    case "square":
      return rounded(1.8 * r, 1.8 * r, 0.2 * r);
    case "hexagon":
      return points([0, 1, 2, 3, 4, 5].map((corner) => {
        const angle = (Math.PI * corner) / 3;
        return [1.06 * r * Math.cos(angle), 1.06 * r * Math.sin(angle)];
      }));
    case "diamond":
      return points([[0, -1.16 * r], [1.16 * r, 0], [0, 1.16 * r], [-1.16 * r, 0]]);
    case "shield":
      return (
        `M${n(-0.92 * r)} ${n(-0.9 * r)}H${n(0.92 * r)}V${n(0.1 * r)}` +
        `C${n(0.92 * r)} ${n(0.6 * r)} ${n(0.45 * r)} ${n(0.95 * r)} 0 ${n(1.1 * r)}` +
        `C${n(-0.45 * r)} ${n(0.95 * r)} ${n(-0.92 * r)} ${n(0.6 * r)} ${n(-0.92 * r)} ${n(0.1 * r)}Z`
      );
    case "teeth": // a cogwheel
      return points(Array.from({ length: 16 }, (_, corner) => {
        const angle = (Math.PI * corner) / 8;
        const reach = corner % 2 ? 0.82 * r : 1.12 * r;
        return [reach * Math.cos(angle), reach * Math.sin(angle)];
      }));
  }
}

export interface Pattern {
  /** Filled. */
  fill: string;
  /** Drawn with a pen of this width. */
  line: string;
  pen: number;
}

/** What lies on a piece: whole figures inside w by h, never cut. */
export function piecePattern(pattern: PlayerLook["pattern"], w: number, h: number): Pattern {
  const found: Pattern = { fill: "", line: "", pen: h * 0.13 };
  const y = h * 0.27;
  const room = Math.max(w - h * 0.9, h * 0.25);
  const spread = (pitch: number): number[] => {
    const count = Math.max(1, Math.round(room / pitch));
    return Array.from({ length: count }, (_, index) => ((index + 0.5) / count - 0.5) * room);
  };
  if (pattern === "stripe") {
    found.pen = h * 0.16;
    for (const x of spread(h * 0.5)) found.line += `M${n(x - y * 0.6)} ${n(y)}L${n(x + y * 0.6)} ${n(-y)}`;
  } else if (pattern === "dots") {
    const r = h * 0.14;
    for (const x of spread(h * 0.62)) found.fill += disc(x, 0, r);
  } else if (pattern === "hatch") {
    found.pen = h * 0.11;
    for (const x of spread(h * 0.72)) found.line += `M${n(x - y)} ${n(y)}L${n(x + y)} ${n(-y)}M${n(x - y)} ${n(-y)}L${n(x + y)} ${n(y)}`;
  } else if (pattern === "chevron") {
    found.pen = h * 0.14;
    for (const x of spread(h * 0.55)) found.line += `M${n(x - y * 0.55)} ${n(-y)}L${n(x + y * 0.45)} 0L${n(x - y * 0.55)} ${n(y)}`;
  } else if (pattern === "rail") {
    found.pen = h * 0.12;
    for (const side of [-0.6 * y, 0.6 * y]) found.line += `M${n(-room / 2)} ${n(side)}H${n(room / 2)}`;
  }
  return found;
}

/** What covers a badge of about 2 * r; to be clipped by its outline. */
export function badgePattern(pattern: PlayerLook["pattern"], r: number): Pattern {
  const found: Pattern = { fill: "", line: "", pen: r * 0.14 };
  const reach = 1.2 * r;
  if (pattern === "stripe") {
    for (let x = -2 * reach; x <= 2 * reach; x += r * 0.62) found.line += `M${n(x - reach)} ${n(reach)}L${n(x + reach)} ${n(-reach)}`;
    found.pen = r * 0.13;
  } else if (pattern === "hatch") {
    for (let x = -2 * reach; x <= 2 * reach; x += r * 0.56) {
      found.line += `M${n(x - reach)} ${n(reach)}L${n(x + reach)} ${n(-reach)}M${n(x - reach)} ${n(-reach)}L${n(x + reach)} ${n(reach)}`;
    }
    found.pen = r * 0.075;
  } else if (pattern === "chevron") {
    for (let x = -reach; x <= 1.6 * reach; x += r * 0.6) found.line += `M${n(x - reach * 0.7)} ${n(-reach)}L${n(x)} 0L${n(x - reach * 0.7)} ${n(reach)}`;
    found.pen = r * 0.12;
  } else if (pattern === "rail") {
    for (let y = -0.84 * reach; y <= reach; y += r * 0.42) found.line += `M${n(-reach)} ${n(y)}H${n(reach)}`;
    found.pen = r * 0.11;
  } else if (pattern === "dots") {
    const s = r * 0.13;
    for (let row = -3; row <= 3; row += 1) {
      for (let column = -3; column <= 3; column += 1) {
        const x = (column + (row % 2 ? 0.5 : 0)) * r * 0.46;
        found.fill += disc(x, row * r * 0.4, s);
      }
    }
  }
  return found;
}

/** How light a colour is, 0 to 1: whether marks on it are light or dark. */
export function lightness(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colour of figures on a look's fill. */
export const markOn = (look: PlayerLook): string => (lightness(look.fill) > 0.3 ? look.edge : "var(--print-white)");
