import { afterEach, beforeEach, vi } from "vitest";
import { myTables } from "../src/lib/mine/my_tables.svelte";
import { settings } from "../src/lib/app/settings.svelte";
import { loadWords } from "../src/lib/text/words.svelte";

// Nothing a test leaves running may reach a network: this stays when what tests put in its place is gone.
globalThis.fetch = () => Promise.reject(new TypeError("this test expects no request"));

await Promise.all([loadWords("en"), loadWords("fr")]);

/** Every test begins in a browser that has never been here: it remembers nothing, and nobody answers it. */
beforeEach(() => {
  localStorage.clear();
  myTables.tables = [];
  settings.set({ language: "en", motion: true, sound: false });
  history.replaceState(null, "", "/games/");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
