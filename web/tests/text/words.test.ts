import { describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { ago, learn, learnOwn, list, lookup, number, of, percent, t } from "../../src/lib/text/words.svelte";
import { plain } from "../plain";

describe("a number decides the word beside it", () => {
  it.each([
    ["en", 0, "0 days"],
    ["en", 1, "1 day"],
    ["en", 2, "2 days"],
    ["fr", 0, "0 jour"],
    ["fr", 1, "1 jour"],
    ["fr", 2, "2 jours"],
    ["fr", 1_000_000, "1 000 000 jours"],
  ] as const)("in %s, %d", (language, count, said) => {
    settings.set({ language });
    expect(plain(t("clock.day_count", { count }))).toBe(said);
  });
});

describe("a text", () => {
  it("keeps a gap that nobody filled", () => {
    expect(t("status.wait")).toBe("Waiting for {names}");
  });

  it("has a printer's apostrophes", () => {
    expect(t("error.offline")).not.toContain("'");
    expect(of({ en: "Land's End" })).toBe("Land’s End");
  });

  it("keeps a number on the line of what it counts", () => {
    expect(t("clock.minutes", { count: 5 })).toBe("5\u00a0min");
  });

  it("is not there for what has no words", () => {
    expect(lookup("bot", "nobody")).toBeNull();
    expect(lookup("bot", "novice")).not.toBeNull();
  });

  it("changes with the language, at once", () => {
    const english = t("home.play");
    settings.set({ language: "fr" });
    expect(t("home.play")).not.toBe(english);
  });

  it("has to have a key that is there", () => {
    // @ts-expect-error: `tools/web.py check` fails once any string may be a key
    expect(t("home.no_such_key")).toBe("home.no_such_key");
    // @ts-expect-error: the same for sections
    expect(lookup("no_such_section", "play")).toBeNull();
  });
});

describe("words of a board's own rules", () => {
  it("are learnt, and in English where they have no others", () => {
    learn({ en: { "ledger.ferries": "ferries", "ledger.piers": "piers" }, fr: { "ledger.ferries": "bacs" } });
    settings.set({ language: "fr" });
    expect([lookup("ledger", "ferries"), lookup("ledger", "piers")]).toEqual(["bacs", "piers"]);
  });

  it("never take the place of the page's own", () => {
    const own = t("home.play");
    learn({ en: { "home.play": "something else" } });
    expect(t("home.play")).toBe(own);
  });

  it("make room for those that a page brings along later", () => {
    learn({ en: { "studio.title": "something else" } });
    learnOwn({ en: { "studio.title": "Studio" }, fr: { "studio.title": "Atelier" } });
    expect(t("studio.title")).toBe("Studio");
  });
});

describe("figures", () => {
  it("have a true minus", () => {
    expect(number(-3)).toBe("−3");
  });

  it("are parts of a hundred, or a dash", () => {
    expect(percent(1, 4)).toBe("25%");
    expect(percent(0, 0)).toBe("–");
  });

  it("are listed as a sentence lists", () => {
    expect(list(["Ada", "Bo", "Cleo"])).toBe("Ada, Bo, and Cleo");
    settings.set({ language: "fr" });
    expect(list(["Ada", "Bo", "Cleo"])).toBe("Ada, Bo et Cleo");
  });
});

describe("a time ago", () => {
  it.each([
    [0, "now"],
    [-100, "2 minutes ago"], // to the nearest
    [-7200, "2 hours ago"],
    [-86_400, "yesterday"],
    [30, "now"], // a server whose clock is ahead
  ])("%d seconds", (seconds, said) => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    expect(ago(Date.now() + seconds * 1000)).toBe(said);
  });
});

it("makes what writes numbers once for each language: it takes longer than to write a hundred of them", () => {
  const made = vi.spyOn(Intl, "NumberFormat");
  for (let value = 0; value < 50; value++)
    for (const language of ["en", "fr"] as const) {
      settings.set({ language });
      number(value);
    }
  expect(made.mock.calls.length).toBeLessThanOrEqual(2);
  settings.set({ language: "en" });
  expect(number(1234567)).toBe("1,234,567");
});
