import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { Showing } from "../../src/lib/table/showing.svelte";
import { pressed, shortcuts } from "../../src/lib/table/shortcuts";
import { TableScreen } from "../../src/lib/table/table_screen.svelte";
import type { TableStore } from "../../src/lib/table/table_store.svelte";
import { makeBoard, makeChoices, makeEvent, makePosition } from "../builders";
import { serve } from "../fake_server";

const claim = { lane: 0, default: 41, terms: [], payments: [{ action: 41, colour: 0, wilds: 0 }] };
const choices = makeChoices({
  slots: [0, 1, 2, 3, 4],
  slot_actions: [10, 11, 12, 13, 14],
  blind: true,
  blind_action: 20,
  tickets: true,
  tickets_action: 30,
  claims: [claim],
});
let sent: number[];
let store: TableStore;
let screen: TableScreen;
const again = vi.fn();

beforeEach(() => {
  serve({ "GET tables/t/log": { version: 1, events: [] } });
  sent = [];
  store = {
    id: "t",
    token: null,
    position: makePosition({ choices }),
    connection: "open",
    sending: false,
    events: [],
    showing: new Showing(() => "normal"),
    setLog: vi.fn(),
    again,
    move: (action: number) => Promise.resolve(void sent.push(action)),
  } as unknown as TableStore;
  screen = new TableScreen(store, () => makeBoard());
});
afterEach(() => {
  store.showing.stop();
  document.body.innerHTML = "";
});

function press(key: string, on: HTMLElement = document.body, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  Object.defineProperty(event, "target", { value: on });
  return pressed(event, screen);
}

describe("a key of the table", () => {
  it.each(shortcuts.map(({ key, does }) => [key, does]))("%s is heard: %s", (key) => {
    expect(press(key)).toBe(true);
  });

  it("chooses a card, and takes it when it is pressed again", () => {
    press("3");
    expect([screen.pending.plan, sent]).toEqual([{ kind: "slot", slot: 2 }, []]);
    press("3");
    expect(sent).toEqual([12]);
  });

  it("chooses, confirms and cancels", () => {
    press("d");
    press("Escape");
    press("Enter");
    expect(sent).toEqual([]);
    press("t");
    press("Enter");
    expect(sent).toEqual([30]);
  });

  it.each([
    ["r", "routes"],
    ["b", "tickets"],
    ["l", "log"],
    ["m", "menu"],
    ["?", "keys"],
  ])("%s opens %s", (key, sheet) => {
    press(key);
    expect(screen.sheet).toBe(sheet);
  });

  it("shows the last round again", () => {
    press("a");
    expect(again).toHaveBeenCalledOnce();
  });

  it("does nothing that can't be done now", () => {
    store.position = makePosition({ choices: null });
    for (const key of ["1", "d", "t", "r", "Enter"]) press(key);
    expect([screen.pending.plan, screen.sheet, sent]).toEqual([null, null, []]);
  });
});

describe("keys are left alone", () => {
  it("while somebody types, under a sheet, behind a curtain and with other keys held", () => {
    const field = document.createElement("input");
    expect(press("d", field)).toBe(false);
    expect(press("d", document.body, { ctrlKey: true })).toBe(false);
    screen.open("menu");
    expect(press("d")).toBe(false);
    screen.close();
    screen.curtain = 0;
    expect(press("d")).toBe(false);
    expect(screen.pending.plan).toBeNull();
  });

  it("where Enter presses what has the focus", () => {
    expect(press("Enter", document.createElement("button"))).toBe(false);
    expect(press("d", document.createElement("button"))).toBe(true);
  });

  it("if nobody wants them; but Escape always cancels", () => {
    settings.set({ shortcuts: false });
    screen.pending.arm({ kind: "blind" });
    expect([press("t"), press("Escape")]).toEqual([false, true]);
    expect(screen.pending.plan).toBeNull();
    settings.set({ shortcuts: true });
  });
});

it("any key but those for moving about ends what is being shown", () => {
  const actions = [2, 3].map((version) => makeEvent("card.blind", 1, {}, version));
  for (const [key, isBehind] of [
    ["Tab", true],
    ["ArrowLeft", true],
    ["Shift", true],
    ["x", false],
    ["Escape", false],
  ] as const) {
    store.showing.skip();
    store.showing.later(actions);
    press(key);
    expect([key, store.showing.isBehind]).toEqual([key, isBehind]);
  }
});
