import type { BoardInfo } from "../../generated/types";
import { grey, tones } from "./palette";

/** A board as a small picture of 320 by 220: lanes by colour, each colour one path. */
export interface Sketch {
  all: string;
  colours: { colour: string; path: string; fill: string; edge: string }[];
  places: string;
}

const WIDTH = 320;
const HEIGHT = 220;
const MARGIN = 14;
const PLATE = 20; // at the bottom, where the name lies
const APART = 5;
const OPEN = { fill: "var(--sketch-open)", edge: "var(--sketch-open-edge)" };

export function sketch(board: BoardInfo): Sketch {
  const xs = board.locations.map((place) => place.x);
  const ys = board.locations.map((place) => place.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / (right - left || 1),
    (HEIGHT - PLATE - 2 * MARGIN) / (bottom - top || 1),
  );
  const dots = board.locations.map((place) => ({
    x: WIDTH / 2 + (place.x - (left + right) / 2) * scale,
    y: (HEIGHT - PLATE) / 2 + (place.y - (top + bottom) / 2) * scale,
  }));
  const twins = new Map<string, number[]>();
  board.routes.forEach((lane, number) => {
    const key = `${Math.min(lane.a, lane.b)}-${Math.max(lane.a, lane.b)}`;
    twins.set(key, [...(twins.get(key) ?? []), number]);
  });
  const paths = new Map<string, string>();
  for (const lanes of twins.values()) {
    lanes.forEach((number, place) => {
      const lane = board.routes[number];
      const a = dots[Math.min(lane?.a ?? 0, lane?.b ?? 0)];
      const b = dots[Math.max(lane?.a ?? 0, lane?.b ?? 0)];
      if (!lane || !a || !b) return;
      const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const aside = ((place - (lanes.length - 1) / 2) * APART) / long;
      const [dx, dy] = [-(b.y - a.y) * aside, (b.x - a.x) * aside];
      const piece = `M${at(a.x + dx)} ${at(a.y + dy)}L${at(b.x + dx)} ${at(b.y + dy)}`;
      const colour = lane.colour in tones ? lane.colour : grey;
      paths.set(colour, (paths.get(colour) ?? "") + piece);
    });
  }
  return {
    all: [...paths.values()].join(""),
    colours: [...paths].map(([colour, path]) => ({ colour, path, ...(tones[colour] ?? OPEN) })),
    places: dots.map(({ x, y }) => `M${at(x)} ${at(y)}h0`).join(""),
  };
}

const GOLDEN = 0.6180339887;

const at = (value: number): string => String(Math.round(value * 10) / 10);

/** The hue of a board's paper, chosen as `ferrovia.draw` does: by its name's checksum, spread evenly. */
export function hueOf(id: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(id)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ((((crc ^ 0xffffffff) >>> 0) * GOLDEN) % 1) * 360;
}
