import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { Showing } from "../../src/lib/table/showing.svelte";
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
    events: [],
    showing: new Showing(() => "normal"),
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

  it("leaves nothing on the map that tells of a hand or of tickets", () => {
    store.position = makePosition({
      choices: makeChoices({ claims: [{ lane: ULM_JENA, payments: [], default: 0, terms: [] }] }),
      view: makeView({ tickets: [0] }),
    });
    expect([screen.claimable.size, screen.important.length > 0, screen.helpful.size > 0]).toEqual([1, true, true]);
    screen.pinned = 0;
    screen.handTo(1, true);
    expect([screen.claimable.size, screen.important, screen.helpful.size]).toEqual([0, [], 0]);
    expect(screen.highlight).toEqual({ places: [], lanes: [] });
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
    store.showing.now([makeEvent("route.claimed", 1, { lane: 4 }), makeEvent("card.blind", 1)]);
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

describe("what others did", () => {
  const drawn = makeEvent("card.blind", 1, {}, 2);
  const claimed = makeEvent("route.claimed", 1, { lane: ULM_JENA, points: 4 }, 3);
  beforeEach(() => {
    store.events = [drawn, claimed];
    store.position = makePosition({ view: makeView({ owner: [1, -1, -1, -1, -1, -1], points: [0, 4] }) });
    store.showing.later([drawn, claimed]);
  });

  it("is on the map and in the log when it is shown, while the truth is there already", () => {
    expect([screen.shown?.owner[ULM_JENA], screen.shown?.points]).toEqual([-1, [0, 0]]);
    expect([screen.view?.owner[ULM_JENA], screen.view?.points]).toEqual([1, [0, 4]]);
    expect(screen.shownEvents).toEqual([drawn]);
    store.showing.skip();
    expect(screen.shown).toBe(screen.view);
    expect(screen.shownEvents).toEqual([drawn, claimed]);
  });

  it("stays in the log while it is shown again", () => {
    store.showing.again([drawn, claimed]);
    expect(screen.shown?.owner[ULM_JENA]).toBe(-1);
    expect(screen.shownEvents).toEqual([drawn, claimed]);
    store.showing.stop();
  });
});
