import { expect, it } from "vitest";
import { placeOf, placesOf } from "../../src/lib/table/log_places";
import { BONN, CELLE, JENA, ULM, ULM_JENA, makeBoard, makeEvent } from "../builders";

const board = makeBoard();
const ME = 0;

it("a claim points to its lane and both ends", () => {
  const claimed = makeEvent("route.claimed", 1, { lane: ULM_JENA, points: 2 });
  expect(placeOf(claimed, board, ME)).toEqual({ places: [ULM, JENA], lanes: [ULM_JENA] });
});

it("one's own tickets point to their places, each once", () => {
  const kept = makeEvent("tickets.kept", ME, { tickets: [0, 2] });
  expect(placeOf(kept, board, ME)).toEqual({ places: [ULM, BONN, CELLE], lanes: [] });
});

it("others' tickets point nowhere, not even where they were shown to their holder on the same device", () => {
  expect(placeOf(makeEvent("tickets.kept", 1, { kept: 2 }), board, ME)).toBeNull();
  expect(placeOf(makeEvent("tickets.kept", 1, { kept: 1, tickets: [1] }), board, ME)).toBeNull();
  expect(placeOf(makeEvent("tickets.kept", 1, { kept: 1, tickets: [1] }), board, null)).toBeNull();
});

it("a ticket that was turned up for all to see points to its places", () => {
  expect(placeOf(makeEvent("neutral.turned", 1, { ticket: 1 }), board, ME)?.places).toEqual([JENA, CELLE]);
});

it("a card points nowhere", () => {
  expect(placeOf(makeEvent("card.blind", 1), board, ME)).toBeNull();
});

it("what comes with a claim points to its lane, and what the row does points nowhere", () => {
  const events = [
    makeEvent("route.claimed", 1, { lane: ULM_JENA, points: 2 }, 7),
    makeEvent("cards.paid", 1, { colour: 0, plain: 2, wilds: 0 }, 7),
    makeEvent("deck.reshuffled", -1, { cards: 9 }, 7),
    makeEvent("card.blind", 0, {}, 8),
  ];
  expect(placesOf(events, board, ME).map((found) => found?.lanes)).toEqual([
    [ULM_JENA], [ULM_JENA], undefined, undefined,
  ]); // prettier-ignore
});
