import { settings } from "../app/settings.svelte";
import type { KeyIn } from "../text/words.svelte";
import type { Plan } from "./pending_move.svelte";
import type { TableScreen } from "./table_screen.svelte";

/** A key of the table, and what it does there. */
interface Shortcut {
  key: string;
  does: KeyIn<"keys">;
  press: (screen: TableScreen) => void;
}

const SLOTS = [0, 1, 2, 3, 4];

/** What the sheet of keys lists, and nothing else: what stands there works. */
export const shortcuts: readonly Shortcut[] = [
  ...SLOTS.map((slot): Shortcut => ({
    key: String(slot + 1),
    does: "slot",
    press: (screen) => drawSlot(screen, slot),
  })),
  { key: "d", does: "blind", press: (screen) => arm(screen, { kind: "blind" }, screen.choices?.blind) },
  { key: "t", does: "draw_tickets", press: (screen) => arm(screen, { kind: "tickets" }, screen.choices?.tickets) },
  { key: "Enter", does: "confirm", press: confirm },
  { key: "Escape", does: "cancel", press: ({ pending }) => pending.forget() },
  { key: "r", does: "routes", press: (screen) => screen.choices?.claims.length && screen.open("routes") },
  { key: "p", does: "places", press: (screen) => screen.sites.length && screen.open("sites") },
  { key: "b", does: "tickets", press: (screen) => screen.seated && screen.open("tickets") },
  { key: "l", does: "log", press: (screen) => screen.open("log") },
  { key: "a", does: "again", press: ({ store }) => store.again() },
  { key: "m", does: "menu", press: (screen) => screen.open("menu") },
  { key: "?", does: "help", press: (screen) => screen.open("keys") },
];

/** Keys of the map, while it has the focus. */
export const mapKeys: readonly { keys: string; does: KeyIn<"keys"> }[] = [
  { keys: "+ −", does: "zoom" },
  { keys: "0", does: "whole" },
  { keys: "← → ↑ ↓", does: "pan" },
];

/** Moving about is no wish to see the present. */
const STAY = new Set(["Tab", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);

/** A key was pressed at the table. Any ends what is being shown of others' moves; true if it did something besides. */
export function pressed(event: KeyboardEvent, screen: TableScreen): boolean {
  if (!STAY.has(event.key) && !event.key.startsWith("Arrow") && event.key !== "a") screen.store.showing.skip();
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || screen.sheet !== null) return false;
  if (screen.curtain !== null || isTyping(event)) return false;
  if (!settings.shortcuts && event.key !== "Escape") return false;
  const found = shortcuts.find(({ key }) => key === event.key);
  found?.press(screen);
  return found !== undefined;
}

/** What has the focus makes something of keys by itself: of all of them, or of Enter. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const own =
    key === "Enter"
      ? "button, a, input, select, textarea, summary"
      : "input:not([type=radio], [type=checkbox]), select, textarea";
  return target.closest(own) !== null;
}

function drawSlot(screen: TableScreen, slot: number): void {
  const isOffered = screen.choices?.slots.includes(slot);
  arm(screen, { kind: "slot", slot }, isOffered, screen.shown?.row[slot]);
}

function arm(screen: TableScreen, plan: Plan, isOffered: boolean | undefined, seen?: number): void {
  if (isOffered && !screen.busy) screen.pending.arm(plan, seen);
}

function confirm({ pending, choosing, busy }: TableScreen): void {
  if (busy) return;
  if (choosing) void pending.keep();
  else void pending.commit();
}
