import type { Spot } from "../../generated/types";

/** The shadow of a space as path data, for a pen as wide as the narrowest space is. */
export function shadow(space: Spot, pen: number): string {
  const { x, y, width, height, turn } = space;
  const short = (value: number): string => value.toFixed(1);
  if (width - height < 1) {
    const r = Math.max(0, (width - pen) / 2);
    return `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0Z`;
  }
  const angle = (turn * Math.PI) / 180;
  const half = (width - pen) / 2;
  const [right, down] = [half * Math.cos(angle), half * Math.sin(angle)];
  return `M${short(x - right)} ${short(y - down)}l${short(2 * right)} ${short(2 * down)}`;
}
