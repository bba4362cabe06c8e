import { expect, it } from "vitest";
import { lastMoves, lastRound } from "../../src/lib/table/last_moves";
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

const versions = (events: ReturnType<typeof lastRound>): number[] => events.map(({ version }) => version);

it("the last round is what others did since one's own move, and what came of it", () => {
  const events = [
    makeEvent("card.blind", 1, {}, 1),
    makeEvent("card.face_up", 0, {}, 2),
    makeEvent("row.filled", -1, {}, 2), // came of one's own move
    makeEvent("card.blind", 1, {}, 3),
    makeEvent("card.blind", 2, {}, 4),
  ];
  expect(versions(lastRound(events, [0]))).toEqual([3, 4]);
});

it("while nobody has answered one's own move, the last round ends with it", () => {
  const events = [
    makeEvent("card.blind", 0, {}, 1),
    makeEvent("card.blind", 1, {}, 2),
    makeEvent("card.blind", 0, {}, 3),
    makeEvent("card.blind", 0, {}, 4),
  ];
  expect(versions(lastRound(events, [0]))).toEqual([2, 3, 4]);
});

it("the last round of a game that has just begun is all there is", () => {
  expect(versions(lastRound([makeEvent("card.blind", 1, {}, 1)], [0]))).toEqual([1]);
  expect(versions(lastRound([makeEvent("card.blind", 0, {}, 1)], [0]))).toEqual([]);
});
