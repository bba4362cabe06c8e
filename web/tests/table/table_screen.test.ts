import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { TableScreen } from "../../src/lib/table/table_screen.svelte";
import type { TableStore } from "../../src/lib/table/table_store.svelte";
import {
  BONN, BONN_CELLE, CELLE, CELLE_ULM, ULM, ULM_JENA, makeBoard, makeChoices, makeEvent, makePosition, makeView,
} from "../builders"; // prettier-ignore
import { serve } from "../fake_server";

const advice = { places: [CELLE], lanes: [CELLE_ULM] };
const setLog = vi.fn();
let store: TableStore;
let screen: TableScreen;

beforeEach(() => {
  store = {
    id: "t",
    token: null,
    position: makePosition({ choices: makeChoices() }),
    connection: "open",
    sending: false,
    news: [],
    setLog,
  } as unknown as TableStore;
  screen = new TableScreen(
    store,
    () => makeBoard(),
    () => advice,
  );
});

describe("a new decision", () => {
  it("is new once, and only if it comes after the last one", () => {
    expect([screen.asked(7), screen.asked(7), screen.asked(null), screen.asked(8)]).toEqual([true, false, false, true]);
  });

  it("makes plans for the last one void", () => {
    screen.asked(7);
    screen.pending.arm({ kind: "blind" });
    screen.pinned = 0;
    screen.open("routes");
    screen.asked(8);
    expect([screen.pending.plan, screen.pinned, screen.sheet]).toEqual([null, null, null]);
  });

  it("leaves a sheet open that has nothing to do with it", () => {
    screen.asked(7);
    screen.open("menu");
    screen.asked(8);
    expect(screen.sheet).toBe("menu");
  });
});

describe("a curtain", () => {
  it("falls before another person's cards on a shared device", () => {
    screen.handTo(0, true);
    expect([screen.curtain, screen.seated]).toEqual([0, false]);
    screen.curtain = null;
    screen.handTo(0, true);
    expect([screen.curtain, screen.seated]).toEqual([null, true]);
    screen.open("tickets");
    screen.handTo(1, true);
    expect([screen.curtain, screen.sheet]).toEqual([1, null]);
  });

  it("is remembered over turns of others", () => {
    screen.handTo(0, true);
    screen.curtain = null;
    screen.handTo(null, true);
    screen.handTo(0, true);
    expect(screen.curtain).toBeNull();
  });

  it("never falls on a device of one's own", () => {
    screen.handTo(0, false);
    expect(screen.curtain).toBeNull();
  });
});

describe("the map shows", () => {
  it("what a coach speaks of, while nothing else is looked at", () => {
    expect(screen.highlight).toEqual(advice);
    void screen.pending.look(ULM_JENA);
    expect(screen.highlight).toEqual({ places: [], lanes: [] });
  });

  it("a ticket and a way for it; what the mouse is over goes before what was pressed", () => {
    screen.pinned = 1;
    screen.peeked = 0;
    expect(screen.highlight).toEqual({ places: [ULM, BONN], lanes: [CELLE_ULM, BONN_CELLE] });
    screen.close();
    expect(screen.ticket).toBe(1);
  });

  it("the places of offered tickets that are to be kept", () => {
    const choices = makeChoices({ kind: "keep_tickets", keep_least: 1 });
    store.position = makePosition({ choices, view: makeView({ offer: [2, 0] }) });
    screen.pending.toggle(1);
    expect(screen.highlight).toEqual({ places: [ULM, BONN], lanes: [] });
  });

  it("what is counted, at the end", () => {
    screen.counted = { places: [], lanes: [3] };
    expect(screen.highlight).toEqual(advice);
    screen.open("end");
    expect(screen.highlight.lanes).toEqual([3]);
  });

  it("pieces that land, unless nothing may move", () => {
    store.news = [makeEvent("route.claimed", 1, { lane: 4 }), makeEvent("card.blind", 1)];
    expect([...new TableScreen(store, () => makeBoard()).placed]).toEqual([4]);
    settings.set({ motion: false });
    expect([...new TableScreen(store, () => makeBoard()).placed]).toEqual([]);
  });
});

it("a ticket shown from its sheet closes the sheet; hiding it does not", () => {
  screen.open("tickets");
  screen.showOnMap(null);
  expect(screen.sheet).toBe("tickets");
  screen.showOnMap(2);
  expect([screen.sheet, screen.pinned]).toEqual([null, 2]);
});

it("the log is asked for from the beginning when it is opened", async () => {
  const events = [makeEvent("route.claimed", 0)];
  serve({ "GET tables/t/log?since=0": { version: 1, events } });
  screen.open("log");
  await vi.waitFor(() => expect(setLog).toHaveBeenCalledWith(events));
});

it("nothing can be pressed while a move is on its way or nobody listens", () => {
  expect(screen.busy).toBe(false);
  store.sending = true;
  expect(screen.busy).toBe(true);
  store.sending = false;
  store.connection = "waiting";
  expect(screen.busy).toBe(true);
});
