import { expect, it } from "vitest";
import type { MoveFacts, TurningPoint } from "../../src/generated/types";
import { betterInWords, fallInWords, moveInWords, reasonInWords } from "../../src/lib/text/moves";
import { Names } from "../../src/lib/text/names";
import { makeBoard, person } from "../builders";
import { plain } from "../plain";

const names = new Names(makeBoard(), [person("Ada"), person("Bo")]);
const wild = names.board.cards.length - 1;
const move = (change: Partial<MoveFacts>): MoveFacts => ({
  kind: "pass",
  text: "pass",
  lane: -1,
  card: -1,
  wilds: 0,
  tickets: [],
  ...change,
});
const point = (change: Partial<TurningPoint> = {}): TurningPoint => ({
  number: 7,
  seat: 0,
  before: 0.62,
  after: 0.41,
  played: move({ kind: "blind" }),
  better: move({ kind: "slot", card: 0 }),
  gain: 0.093,
  error: 0.021,
  why: null,
  better_why: null,
  ...change,
});

it("a claim names its route and what pays it", () => {
  const cards = names.board.routes[0]?.cards ?? 0;
  const paid = (change: Partial<MoveFacts>): string => moveInWords(move({ kind: "claim", lane: 0, ...change }), names);
  expect(paid({ card: 0 })).toBe(`claim ${names.lane(0)} with ${names.counted(0, cards)}`);
  expect(paid({ card: wild, wilds: cards })).toBe(`claim ${names.lane(0)} with ${names.counted(wild, cards)}`);
});

it("every other move has words, too", () => {
  expect(moveInWords(move({ kind: "slot", card: 0 }), names)).toBe(`take ${names.one(0)} from the row`);
  expect(moveInWords(move({ kind: "keep", tickets: [1] }), names)).toBe(`keep ${names.ticket(1)}`);
  expect(moveInWords(move({ kind: "keep" }), names)).toBe("choose tickets");
  expect(moveInWords(move({ kind: "rule", text: "tunnel pay" }), names)).toBe("tunnel pay");
  for (const kind of ["blind", "tickets", "pass"] as const) {
    expect(moveInWords(move({ kind }), names)).not.toContain("move.");
  }
});

it("a fall says how far, and by whom", () => {
  expect(plain(fallInWords(point(), 0, names))).toBe("Ada fell from 62 % to 41 %. Played: draw from the deck.");
  expect(fallInWords(point(), 1, names)).toContain("when Bo played");
});

it("what would have been better comes with its figures; nobody is told what others should have done", () => {
  expect(plain(betterInWords(point(), true, names))).toContain("about 9 points of a hundred more, give or take 2");
  expect(betterInWords(point({ better: null }), true, names)).toContain("No clearly better move");
  expect(betterInWords(point(), false, names)).toBe("");
});

it("a better move says what speaks for it, and an unknown reason nothing", () => {
  const why = { code: "card.planned", params: { card: 0, lane: 0, lack: 2 }, tickets: [] };
  const told = plain(betterInWords(point({ better_why: why }), true, names));
  expect(told).toContain(plain(`${names.lane(0)} is planned and lacks 2 cards: ${names.one(0)} fits.`));
  expect(reasonInWords({ code: "claim.completes", params: { lane: 0 }, tickets: [1] }, names)).toBe(
    `${names.lane(0)} completes ${names.ticket(1)}.`,
  );
  expect(reasonInWords({ code: "of.tomorrow", params: {}, tickets: [] }, names)).toBe("");
});
