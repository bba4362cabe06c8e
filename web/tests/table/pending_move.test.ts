import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../../src/lib/server/api";
import { settings } from "../../src/lib/app/settings.svelte";
import { PendingMove } from "../../src/lib/table/pending_move.svelte";
import { Showing } from "../../src/lib/table/showing.svelte";
import type { TableStore } from "../../src/lib/table/table_store.svelte";
import { Names } from "../../src/lib/text/names";
import { BLUE, RED, ULM_BONN, ULM_JENA, makeBoard, makeChoices, makeEvent, makePosition } from "../builders";
import { serve } from "../fake_server";

const board = makeBoard();
const claim = {
  lane: ULM_JENA,
  default: 41,
  terms: [],
  payments: [
    { action: 41, colour: RED, wilds: 0 },
    { action: 42, colour: RED, wilds: 1 },
    { action: 43, colour: RED, wilds: 2 },
  ],
};
const choices = makeChoices({
  slots: [0, 2],
  slot_actions: [10, 12],
  blind_action: 20,
  tickets_action: 30,
  pass_action: 31,
  claims: [claim],
  keeps: [
    { kept: [0], action: 50 },
    { kept: [0, 2], action: 52 },
  ],
});

let sent: number[];
let refusal: Error | null;
let pending: PendingMove;
let showing: Showing;

beforeEach(() => {
  showing = new Showing(() => "normal");
  sent = [];
  refusal = null;
  const position = makePosition({ choices });
  const store = {
    id: "t",
    token: "secret",
    position,
    sending: false,
    showing,
    move: (action: number) => {
      sent.push(action);
      return refusal ? Promise.reject(refusal) : Promise.resolve();
    },
  } as unknown as TableStore;
  pending = new PendingMove(store, () => new Names(board, position.people, 0));
});

describe("a plan", () => {
  it("is only shown; a second tap on the same thing does it", async () => {
    pending.arm({ kind: "slot", slot: 2 });
    expect([pending.plan, sent]).toEqual([{ kind: "slot", slot: 2 }, []]);
    pending.arm({ kind: "slot", slot: 2 });
    await vi.waitFor(() => expect(pending.plan).toBeNull());
    expect(sent).toEqual([12]);
  });

  it("is replaced by another one, which is not done either", () => {
    pending.arm({ kind: "slot", slot: 2 });
    pending.arm({ kind: "blind" });
    expect([pending.plan?.kind, sent]).toEqual(["blind", []]);
  });

  it.each([
    [{ kind: "slot", slot: 0 }, 10],
    [{ kind: "blind" }, 20],
    [{ kind: "tickets" }, 30],
    [{ kind: "pass" }, 31],
    [{ kind: "own", action: 60, text: "" }, 60],
  ] as const)("%o is sent as the server numbers it", async (plan, action) => {
    pending.arm(plan);
    await pending.commit();
    expect(sent).toEqual([action]);
  });

  it("that the server does not offer is not sent", async () => {
    pending.arm({ kind: "slot", slot: 4 });
    await pending.commit();
    expect(sent).toEqual([]);
  });
});

describe("a lane", () => {
  it("that can be claimed is planned with what the server proposes", async () => {
    await pending.look(ULM_JENA);
    expect(pending.plan).toEqual({ kind: "claim", lane: ULM_JENA, payment: 41 });
    expect(pending.spent(board)).toEqual([2, 0, 0]);
  });

  it("may be paid otherwise", async () => {
    await pending.look(ULM_JENA);
    pending.pay(42);
    expect(pending.spent(board)).toEqual([1, 0, 1]);
    pending.pay(43);
    expect(pending.spent(board)).toEqual([0, 0, 2]);
    await pending.commit();
    expect(sent).toEqual([43]);
  });

  it("that can't be claimed is asked about", async () => {
    const answer = { lane: ULM_BONN, refusal: { code: "cards.too_few", params: {} }, payments: [], terms: [] };
    const asked = serve({ [`GET tables/t/lanes/${ULM_BONN}`]: answer });
    await pending.look(ULM_BONN);
    expect([pending.plan, pending.answer, asked[0]?.token]).toEqual([null, answer, "secret"]);
  });

  it("that was left meanwhile gets no late answer", async () => {
    serve({ [`GET tables/t/lanes/${ULM_BONN}`]: { lane: ULM_BONN, refusal: null, payments: [], terms: [] } });
    const looking = pending.look(ULM_BONN);
    await pending.look(ULM_JENA);
    await looking;
    expect(pending.answer).toBeNull();
  });

  it("costs nothing while no claim is planned", () => {
    pending.arm({ kind: "blind" });
    expect(pending.spent(board)).toEqual([0, 0, 0]);
  });
});

describe("tickets", () => {
  it("are kept in the order of the offer, whatever the order of the taps", async () => {
    pending.toggle(2);
    pending.toggle(1);
    pending.toggle(0);
    pending.toggle(1);
    expect(pending.kept).toEqual([0, 2]);
    await pending.keep();
    expect(sent).toEqual([52]);
  });

  it("are not sent while the choice is none that is offered", async () => {
    pending.toggle(1);
    await pending.keep();
    expect(sent).toEqual([]);
  });
});

describe("a refusal", () => {
  it("is told in words, and the plan is gone", async () => {
    refusal = new Refused("route.taken", { lane: ULM_JENA, owner: 1 });
    await pending.look(ULM_JENA);
    await pending.commit();
    expect(pending.problem).toContain("Ulm – Jena belongs to Bo");
    expect(pending.plan).toBeNull();
  });

  it("is forgotten with the next thing that is done", async () => {
    refusal = new Refused("route.taken");
    pending.arm({ kind: "blind" });
    await pending.commit();
    pending.arm({ kind: "blind" });
    expect(pending.problem).toBe("");
  });
});

it("cards of another colour are never counted for a lane", async () => {
  await pending.look(ULM_JENA);
  expect(pending.spent(board)[BLUE]).toBe(0);
});

describe("one click to draw", () => {
  beforeEach(() => settings.set({ oneClick: true }));
  afterEach(() => settings.set({ oneClick: false }));

  it("draws a card, but tickets are asked about", () => {
    pending.arm({ kind: "slot", slot: 2 }, BLUE);
    pending.arm({ kind: "tickets" });
    expect(sent).toEqual([12]);
  });

  it("takes no other card than the one that was shown", () => {
    pending.arm({ kind: "slot", slot: 2 }, RED);
    expect([sent, pending.plan]).toEqual([[], { kind: "slot", slot: 2 }]);
    pending.arm({ kind: "slot", slot: 2 }, BLUE);
    expect(sent).toEqual([12]);
  });
});

it("whoever acts sees the present", () => {
  const bots = [2, 3].map((version) => makeEvent("card.blind", 1, {}, version));
  showing.later(bots);
  pending.arm({ kind: "blind" });
  expect(showing.isBehind).toBe(false);
  showing.later(bots);
  void pending.look(ULM_JENA);
  expect(showing.isBehind).toBe(false);
});
