import { expect, it } from "vitest";
import type { Choices, TermInfo } from "../../src/generated/types";
import { paidBy, piecesOn, saidOf, sitesOf } from "../../src/lib/table/places";
import { makeEvent } from "../builders";

const term = (params: Record<string, number>, more: Partial<TermInfo> = {}): TermInfo => ({
  key: "depot",
  params,
  warning: false,
  glyph: "",
  cards: [],
  ...more,
});
const depot = term({ seat: 1, place: 3 }, { glyph: "M0 0" });
const blocked = term({ lane: 2 }, { cards: [0, 1] });

it("what has a glyph stands on the map, and the rest is said", () => {
  expect(piecesOn([depot, blocked])).toEqual([{ place: 3, seat: 1, glyph: "M0 0" }]);
  expect(saidOf([depot, blocked])).toEqual([blocked]);
});

it("a piece is not there before the move is shown that puts it there", () => {
  expect(piecesOn([depot], [makeEvent("depot.built", 1, { place: 3 })])).toEqual([]);
  expect(piecesOn([depot], [makeEvent("depot.built", 1, { place: 4 })])).toHaveLength(1);
});

it("moves that name a place are chosen by it", () => {
  const own = [
    { action: 7, text: "depot 3", term: term({ place: 3 }) },
    { action: 8, text: "depot none", term: term({}) },
    { action: 9, text: "else", term: null },
  ];
  expect(sitesOf({ own } as unknown as Choices).map(({ action }) => action)).toEqual([7]);
  expect(sitesOf(null)).toEqual([]);
});

it("a payment is told card by card", () => {
  expect(paidBy(term({ colour: 2, plain: 3, wilds: 1 }), 8)).toEqual([
    { card: 2, count: 3 },
    { card: 8, count: 1 },
  ]);
  expect(paidBy(term({ colour: 8, plain: 0, wilds: 2 }), 8)).toEqual([{ card: 8, count: 2 }]);
  expect(paidBy(term({ place: 1 }), 8)).toEqual([]);
});
