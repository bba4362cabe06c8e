import { beforeEach, describe, expect, it, vi } from "vitest";
import { at, base, link } from "../../src/lib/app/base";
import { follow, isOverlay, overlay, router } from "../../src/lib/app/router.svelte";

/** History as a browser keeps it: `back` takes a moment. */
class Entries {
  entries: { state: unknown; url: string }[] = [{ state: null, url: "/games/" }];
  now = 0;

  get state(): unknown {
    return this.entries[this.now]?.state;
  }
  pushState(state: unknown, _: string, url?: string): void {
    this.entries = [...this.entries.slice(0, this.now + 1), { state, url: url ?? this.url }];
    this.now += 1;
  }
  replaceState(state: unknown, _: string, url?: string): void {
    this.entries[this.now] = { state, url: url ?? this.url };
  }
  back(): void {
    setTimeout(() => {
      this.now = Math.max(0, this.now - 1);
      dispatchEvent(new Event("popstate"));
    });
  }
  get url(): string {
    return this.entries[this.now]?.url ?? "";
  }
}

let entries: Entries;
beforeEach(() => {
  entries = new Entries();
  vi.stubGlobal("history", entries);
  vi.stubGlobal("scrollTo", vi.fn());
});

describe("an address", () => {
  it("is below the app's root, wherever that is", () => {
    expect([base, at("t/1"), at("/new"), link("t/1")]).toEqual([
      "/games/", "/games/t/1", "/games/new", "http://localhost/games/t/1",
    ]); // prettier-ignore
  });

  it("is read in parts", () => {
    vi.stubGlobal("location", { pathname: "/games/t/a%20b", hash: "#secret" });
    router.read();
    expect([[...router.parts], router.hash]).toEqual([["t", "a b"], "secret"]);
  });

  it("of somebody else's is the start page", () => {
    vi.stubGlobal("location", { pathname: "/elsewhere/t", hash: "" });
    router.read();
    expect([...router.parts]).toEqual([]);
  });
});

describe("going somewhere", () => {
  it("can be gone back from, unless it takes the place of where one was", () => {
    router.go("new");
    router.go("t/1#secret", true);
    expect(entries.entries.map(({ url }) => url)).toEqual(["/games/", "/games/t/1#secret"]);
  });

  it("from under an overlay takes the overlay's place", () => {
    overlay();
    router.go("new");
    expect(entries.entries.map(({ url }) => url)).toEqual(["/games/", "/games/new"]);
  });
});

describe("an overlay", () => {
  it("is an entry of its own, which ends with it", async () => {
    vi.useFakeTimers();
    const end = overlay();
    expect([isOverlay(), entries.now]).toEqual([true, 1]);
    end();
    await vi.runAllTimersAsync();
    expect([isOverlay(), entries.now]).toEqual([false, 0]);
  });

  it("that follows another one waits until that one's entry is gone", async () => {
    vi.useFakeTimers();
    overlay()();
    const end = overlay();
    expect(entries.now).toBe(1); // still the first one's
    await vi.runAllTimersAsync();
    expect([isOverlay(), entries.now]).toEqual([true, 1]);
    end();
    await vi.runAllTimersAsync();
    expect(entries.now).toBe(0);
  });

  it("that is there after a reload is not made twice", () => {
    entries.pushState({ overlay: true }, "");
    overlay();
    expect(entries.now).toBe(1);
  });
});

describe("a click on a link", () => {
  function click(href: string, change: MouseEventInit & { download?: boolean } = {}): boolean {
    const anchor = document.createElement("a");
    anchor.href = href;
    if (change.download) anchor.setAttribute("download", "");
    const event = new MouseEvent("click", { button: 0, cancelable: true, ...change });
    Object.defineProperty(event, "target", { value: anchor });
    follow(event);
    return event.defaultPrevented;
  }
  const here = "http://localhost/games/rules/usa";

  it("stays in the app", () => {
    expect(click(here)).toBe(true);
    expect(entries.url).toBe("/games/rules/usa");
  });

  it.each([
    ["with a key held", here, { ctrlKey: true }],
    ["with another button", here, { button: 1 }],
    ["that saves a file", here, { download: true }],
    ["to the server", "http://localhost/games/api/tables/t/record", {}],
    ["out of the app", "http://localhost/elsewhere", {}],
    ["to another host", "http://other.test/games/", {}],
  ])("is the browser's own: %s", (_, href, change) => {
    expect([click(href, change), entries.now]).toEqual([false, 0]);
  });
});
