import { expect, it } from "vitest";
import { lastMoves } from "../../src/lib/table/last_moves";
import { makeEvent } from "../builders";

const codes = (events: ReturnType<typeof lastMoves>): [number, string][] =>
  events.map(({ seat, code }) => [seat, code]);

it("tells of each other seat the weightiest thing since one's own move", () => {
  const events = [
    makeEvent("route.claimed", 1), // before one's own: not told again
    makeEvent("card.blind", 0),
    makeEvent("card.face_up", 1),
    makeEvent("card.blind", 1),
    makeEvent("cards.paid", 2), // no move by itself
    makeEvent("route.claimed", 2),
  ];
  expect(codes(lastMoves(events, 0))).toEqual([
    [1, "card.face_up"],
    [2, "route.claimed"],
  ]);
});

it("tells one's own move while nobody has answered it", () => {
  expect(codes(lastMoves([makeEvent("card.blind", 1), makeEvent("route.claimed", 0)], 0))).toEqual([
    [0, "route.claimed"],
  ]);
});

it("tells a watcher everybody's last move", () => {
  const events = [makeEvent("card.blind", 0), makeEvent("tickets.kept", 1)];
  expect(codes(lastMoves(events, null))).toEqual([[0, "card.blind"], [1, "tickets.kept"]]); // prettier-ignore
});

it("has nothing to tell before the first move", () => {
  expect(lastMoves([makeEvent("hand.dealt", 0)], 0)).toEqual([]);
});
