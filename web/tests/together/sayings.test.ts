import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SaidInfo } from "../../src/generated/types";
import { Sayings, inWords, phrases } from "../../src/lib/together/sayings.svelte";
import { settings } from "../../src/lib/app/settings.svelte";

const said = (number: number, change: Partial<SaidInfo> = {}): SaidInfo => ({
  number,
  at: 1000,
  seat: 1,
  kind: "phrase",
  text: "hello",
  name: "",
  ...change,
});

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

describe("what is said", () => {
  it("is heard once, in order, and lies over the map for a while", () => {
    const sayings = new Sayings("t");
    sayings.take([said(2)], [0], 1000);
    sayings.take([said(1, { at: -60_000 }), said(2)], [0], 1000);
    expect(sayings.all.map(({ number }) => number)).toEqual([1, 2]);
    expect(sayings.fresh.map(({ number }) => number)).toEqual([2]);
    expect(sayings.unread).toBe(1);
    vi.runAllTimers();
    expect(sayings.fresh).toEqual([]);
  });

  it("is not heard from who is muted, also after the page was loaded anew", () => {
    new Sayings("t").mute(1, true);
    const sayings = new Sayings("t");
    sayings.take([said(1), said(2, { seat: null, kind: "chat", name: "Eve" })], [0], 1000);
    expect(sayings.all.map(({ number }) => number)).toEqual([2]);
    sayings.mute(1, false);
    expect(sayings.all).toHaveLength(2);
    expect(new Sayings("other").isMuted(1)).toBe(false);
  });

  it("is read in one's own language; free words stay as they are", () => {
    settings.set({ language: "fr" });
    expect(inWords(said(1))).toMatch(/^Bonjour/);
    settings.set({ language: "en" });
    expect(inWords(said(1))).toBe("Hello!");
    expect(inWords(said(1, { kind: "chat", text: "<b>{seat}</b>" }))).toBe("<b>{seat}</b>");
    for (const phrase of phrases) expect(inWords(said(1, { text: phrase }))).not.toBe(phrase);
  });
});
