import { expect, it } from "vitest";
import { badgeOutline, badgePattern, pieceOutline, piecePattern } from "../../src/art/looks";
import { players } from "../../src/lib/drawing/palette";

const all = <Made>(make: (look: (typeof players)[number]) => Made): Set<Made> => new Set(players.map(make));

it("draws six players six ways, as a piece and as a badge", () => {
  expect(players).toHaveLength(6);
  expect(all((look) => pieceOutline(look.outline, 30, 12)).size).toBe(6);
  expect(all((look) => badgeOutline(look.outline, 17)).size).toBe(6);
  expect(all((look) => JSON.stringify(piecePattern(look.pattern, 30, 12))).size).toBe(6);
  expect(all((look) => JSON.stringify(badgePattern(look.pattern, 17))).size).toBe(6);
});

it("keeps every piece inside its space", () => {
  for (const { outline } of players) {
    if (outline === "round" || outline === "square") continue; // drawn with arcs
    for (const [x, y] of corners(pieceOutline(outline, 30, 12)))
      expect([Math.abs(x) <= 15, Math.abs(y) <= 6]).toEqual([true, true]);
  }
});

function corners(path: string): [number, number][] {
  return path
    .slice(1, -1)
    .split("L")
    .map((point) => point.split(" ").map(Number) as [number, number]);
}
