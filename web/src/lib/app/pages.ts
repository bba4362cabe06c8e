import type { Component } from "svelte";

interface Page {
  default: Component;
}

const pages: Record<string, () => Promise<Page>> = {
  "": () => import("../../pages/Home.svelte"),
  new: () => import("../../pages/NewTable.svelte"),
  t: () => import("../../pages/TablePage.svelte"),
  replay: () => import("../../pages/Replay.svelte"),
  record: () => import("../../pages/RecordFile.svelte"),
  count: () => import("../../pages/Count.svelte"),
  rules: () => import("../../pages/Rules.svelte"),
  day: () => import("../../pages/Day.svelte"),
  puzzles: () => import("../../pages/Puzzles.svelte"),
  tutorial: () => import("../../pages/Tutorial.svelte"),
  stats: () => import("../../pages/Stats.svelte"),
  balance: () => import("../../pages/Balance.svelte"),
  studio: () => import("../../pages/Studio.svelte"),
  settings: () => import("../../pages/Settings.svelte"),
  calls: () => import("../../pages/CallLink.svelte"),
  about: () => import("../../pages/About.svelte"),
};

/** The page of an address, by its first part. Each is loaded when it is first needed. */
export function loadPage(name: string): Promise<Page> {
  return (pages[name] ?? (() => import("../../pages/Missing.svelte")))();
}
