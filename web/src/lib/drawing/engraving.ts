/** Lines of an engraved landscape, worked out instead of drawn: the same every time. */

type Shape = (x: number) => number;

const at = (value: number): string => String(Math.round(value * 10) / 10);

/** Even enough to look random, always the same. */
export function scatter(index: number, salt = 0): number {
  const value = Math.sin(index * 127.1 + salt * 311.7) * 43758.5453;
  return value - Math.floor(value);
}

export function waves(level: number, ...parts: [height: number, length: number, shift: number][]): Shape {
  return (x) => parts.reduce((y, [height, length, shift]) => y + height * Math.sin((x + shift) / length), level);
}

function along(shape: Shape, from: number, to: number, step = 12): string {
  let path = `M${at(from)} ${at(shape(from))}`;
  for (let x = from + step; x <= to; x += step) path += `L${at(x)} ${at(shape(x))}`;
  return path;
}

/** The land under a skyline, closed at the bottom. */
export function land(shape: Shape, width: number, height: number): string {
  return `${along(shape, -20, width + 20)}L${width + 20} ${height}L-20 ${height}Z`;
}

/** Strokes that follow the land, denser on slopes away from the light, as a burin makes them. */
export function hatching(shape: Shape, width: number, rows: number, gap: number, salt: number): string {
  let path = "";
  for (let row = 1; row <= rows; row += 1) {
    const down = gap * row * (1 + row * 0.07);
    let x = -20 + 60 * scatter(row, salt);
    for (let stroke = 0; x < width + 20; stroke += 1) {
      const slope = shape(x + 8) - shape(x - 8);
      const dark = Math.max(0.08, Math.min(1, 0.36 + slope * 0.075 - row * 0.018));
      const long = 10 + 74 * dark * (0.5 + scatter(stroke, salt + row));
      path += along((at) => shape(at) + down, x, x + long, 9);
      x += long + 6 + 64 * (1 - dark) * scatter(stroke, salt + row + 7);
    }
  }
  return path;
}

/** Peaks with their lit and their dark side. */
export function mountains(
  peaks: [x: number, y: number, half: number][],
  foot: number,
): { line: string; shade: string; body: string } {
  let line = "";
  let shade = "";
  let body = "";
  peaks.forEach(([x, y, half], number) => {
    const flank = (side: number, share: number): [number, number] => {
      const rough = share > 0 && share < 1 ? (scatter(number * 9 + Math.round(share * 10), side) - 0.5) * 11 : 0;
      return [x + side * half * share ** 0.92, y + (foot - y) * share + rough];
    };
    const steps = [0, 0.14, 0.3, 0.44, 0.6, 0.78, 1];
    const left = steps.map((share) => flank(-1, share));
    const right = steps.map((share) => flank(1, share));
    const outline = [...left.reverse(), ...right.slice(1)].map(([px, py]) => `${at(px)} ${at(py)}`).join("L");
    body += `M${outline}Z`;
    line += `M${outline}`;
    for (let share = 0.05; share < 0.96; share += 0.045) {
      const [px, py] = [x + half * share ** 0.92, y + (foot - y) * share];
      const long = (foot - py) * (0.34 + 0.34 * scatter(Math.round(share * 100), number)) * (1 - share * 0.4);
      shade += `M${at(px - 3)} ${at(py + 4)}l${at(-long * 0.36)} ${at(long)}`;
    }
  });
  return { line, shade, body };
}

/** Level lines of the sky, broken around the sun. */
export function sky(width: number, top: number, bottom: number, sun: { x: number; y: number; r: number }): string {
  let path = "";
  for (let y = top, row = 0; y < bottom; y += 7 + row * 0.5, row += 1) {
    let x = -20 + 220 * scatter(row, 3);
    for (let stroke = 0; x < width; stroke += 1) {
      const long = 40 + 260 * scatter(stroke, row) ** 2;
      const away = Math.hypot(x + long / 2 - sun.x, (y - sun.y) * 1.7);
      if (away > sun.r * 2 + long * 0.5) path += `M${at(x)} ${at(y)}h${at(long)}`;
      x += long + 30 + 260 * scatter(stroke, row + 31);
    }
  }
  return path;
}

/** Rays, long and short in turn. */
export function rays(sun: { x: number; y: number; r: number }): string {
  let path = "";
  for (let ray = 0; ray < 48; ray += 1) {
    const angle = (Math.PI * 2 * ray) / 48;
    const from = sun.r + 7;
    const to = sun.r + (ray % 2 ? 16 : 30) + 4 * scatter(ray);
    path += `M${at(sun.x + Math.cos(angle) * from)} ${at(sun.y + Math.sin(angle) * from)}`;
    path += `L${at(sun.x + Math.cos(angle) * to)} ${at(sun.y + Math.sin(angle) * to)}`;
  }
  return path;
}

export interface Viaduct {
  stone: string;
  lines: string;
  shade: string;
}

/** Arches between two ends, from the deck down to the foot. */
export function viaduct(from: number, arches: number, wide: number, deck: number, foot: Shape): Viaduct {
  const pier = wide * 0.2;
  const spring = deck + 16 + wide * 0.42;
  const end = from + arches * wide + pier;
  let stone = `M${at(from - 10)} ${deck}H${at(end + 10)}V${deck + 9}H${at(end)}V${at(foot(end))}H${at(end - pier)}`;
  let lines = `M${at(from - 14)} ${deck + 9}H${at(end + 14)}`;
  let shade = "";
  for (let arch = arches - 1; arch >= 0; arch -= 1) {
    const left = from + arch * wide + pier;
    const right = left + wide - pier;
    const r = (right - left) / 2;
    const ground = foot(left - pier / 2);
    stone += `V${at(spring)}A${at(r)} ${at(r * 0.98)} 0 0 0 ${at(left)} ${at(spring)}V${at(ground)}H${at(left - pier)}`;
    lines += `M${at(left - 3)} ${at(spring)}A${at(r + 3)} ${at(r + 3)} 0 0 1 ${at(right + 3)} ${at(spring)}M${at(left - pier - 2)} ${at(spring)}h${at(pier + 4)}`;
    for (let y = spring + 8; y < ground - 2; y += 5.5) shade += `M${at(left - pier * 0.55)} ${at(y)}h${at(pier * 0.5)}`;
    for (let x = left - pier + 4; x < left + wide - pier; x += 7) {
      const under =
        Math.abs(x - (left + right) / 2) < r
          ? spring - Math.sqrt(Math.max(0, r * r - (x - (left + right) / 2) ** 2)) - 4
          : spring;
      const long = under - deck - 13;
      if (long > 3) shade += `M${at(x)} ${deck + 12}v${at(Math.min(long, 3 + 7 * scatter(Math.round(x))))}`;
    }
  }
  return { stone: `${stone}V${deck + 9}H${at(from - 10)}Z`, lines, shade };
}

/** A spruce in strokes. */
export function spruce(x: number, foot: number, tall: number): string {
  let path = `M${at(x)} ${at(foot)}V${at(foot - tall)}`;
  for (let up = 0.12; up < 0.97; up += 0.09) {
    const half = tall * 0.25 * (1 - up) + 1.2;
    const y = foot - tall * up;
    path += `M${at(x - half)} ${at(y + 3)}Q${at(x)} ${at(y - 3)} ${at(x + half)} ${at(y + 3)}`;
  }
  return path;
}

/** Still water: dashes, closer in the middle. */
export function water(from: number, to: number, top: number, bottom: number): string {
  let path = "";
  for (let y = top, row = 0; y < bottom; y += 4.5, row += 1) {
    for (let x = from + 40 * scatter(row, 5), stroke = 0; x < to; stroke += 1) {
      const long = 8 + 54 * scatter(stroke, row + 50) ** 2;
      path += `M${at(x)} ${at(y)}h${at(long)}`;
      x += long + 14 + 46 * scatter(stroke, row + 80);
    }
  }
  return path;
}
