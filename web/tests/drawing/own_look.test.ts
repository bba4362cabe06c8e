import { afterEach, describe, expect, it } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { ownLook } from "../../src/lib/drawing/own_look.svelte";
import { lookOf, neutral, players } from "../../src/lib/drawing/palette";

const SEATS = 4;
const shown = (): number[] => [0, 1, 2, 3].map((seat) => players.indexOf(lookOf(seat, SEATS)));

afterEach(() => {
  settings.set({ look: null });
  ownLook.seat = null;
});

describe("a look of one's own", () => {
  it("is the seat's until another one is chosen", () => {
    ownLook.seat = 1;
    expect(shown()).toEqual([0, 1, 2, 3]);
  });

  it("is the one that was chosen, and whoever had it wears the seat's", () => {
    ownLook.seat = 1;
    settings.set({ look: 3 });
    expect(shown()).toEqual([0, 3, 2, 1]);
  });

  it("may be one that nobody else has", () => {
    ownLook.seat = 1;
    settings.set({ look: 4 });
    expect(shown()).toEqual([0, 4, 2, 3]);
  });

  it("is nothing to tables that one only watches", () => {
    settings.set({ look: 3 });
    expect(shown()).toEqual([0, 1, 2, 3]);
  });

  it("leaves the neutral player alone", () => {
    ownLook.seat = 0;
    settings.set({ look: SEATS });
    expect(lookOf(SEATS, SEATS)).toBe(neutral);
  });
});
