import { expect, it } from "vitest";
import { rewind } from "../../src/lib/table/rewind";
import { BLUE, RED, ULM_JENA, ULM_BONN, ULM_JENA_2, WILD, makeBoard, makeEvent, makeView } from "../builders";

const board = makeBoard();

it("without anything to take back it is the same view", () => {
  const view = makeView();
  expect(rewind(board, view, [])).toBe(view);
});

it("a card from the row is there again, and no longer in a hand", () => {
  const before = makeView({ hand_sizes: [4, 4], waiting: [false, true] });
  const now = makeView({ row: [RED, WILD, BLUE, WILD, BLUE], hand_sizes: [4, 5], deck_size: 19 });
  const drawn = [
    makeEvent("card.face_up", 1, { slot: 1, card: RED }),
    makeEvent("row.filled", -1, { slot: 1, card: WILD }),
  ];
  expect(rewind(board, now, drawn)).toEqual(before);
});

it("a row that was dealt again is the one from before", () => {
  const before = makeView({ row: [WILD, WILD, WILD, RED, BLUE], deck_size: 12, discard: [2, 0, 0] });
  const filled = [0, 1, 2, 3, 4].map((slot) => makeEvent("row.filled", -1, { slot, card: RED }));
  const now = makeView({ row: [RED, RED, RED, RED, RED], deck_size: 7, discard: [3, 1, 3] });
  const dealt = rewind(board, now, [makeEvent("row.reset", -1, { row: before.row }), ...filled]);
  expect([dealt.row, dealt.deck_size, dealt.discard]).toEqual([before.row, 12, before.discard]);
});

it("a card from the deck is back on it", () => {
  const now = makeView({ hand_sizes: [4, 6], deck_size: 18 });
  const { hand_sizes, deck_size } = rewind(board, now, [makeEvent("card.blind", 1), makeEvent("card.blind", 1)]);
  expect([hand_sizes, deck_size]).toEqual([[4, 4], 20]);
});

it("a claim is taken back with its cards, pieces, points and the lane it closed", () => {
  const before = makeView({ waiting: [false, true] });
  const now = makeView({
    owner: [1, -1, -1, -1, -1, -1],
    hand_sizes: [4, 2],
    discard: [1, 0, 1],
    pieces: [[20], [18]],
    points: [0, 2],
    closed: [[ULM_JENA_2], [ULM_JENA_2]],
  });
  const claim = [
    makeEvent("cards.paid", 1, { colour: RED, plain: 1, wilds: 1 }),
    makeEvent("route.claimed", 1, { lane: ULM_JENA, points: 2 }),
    makeEvent("route.closed", -1, { lane: ULM_JENA_2 }),
  ];
  expect(rewind(board, now, claim)).toEqual(before);
});

it("drawn tickets are back in their deck", () => {
  const now = makeView({ ticket_counts: [2, 3], ticket_deck_size: 10 });
  const kept = [makeEvent("tickets.offered", 1, { count: 3 }), makeEvent("tickets.kept", 1, { kept: 1, rejected: 2 })];
  const before = rewind(board, now, kept);
  expect([before.ticket_counts, before.ticket_deck_size]).toEqual([[2, 2], 11]);
});

it("the result is not told before the last move is shown, and one's own cards stay", () => {
  const now = makeView({ standings: [[1, 0, 30, 1]], ledger: [["routes", 0, 30, 0]], hand: [3, 0, 1] });
  const before = rewind(board, now, [makeEvent("card.blind", 1), makeEvent("game.over", -1)]);
  expect([before.standings, before.ledger, before.hand]).toEqual([[], [], [3, 0, 1]]);
  expect(before.waiting).toEqual([false, true]);
});

it("a deck that was shuffled anew is a pile of discarded cards again", () => {
  const shuffled = [makeEvent("card.blind", 1), makeEvent("deck.reshuffled", -1, { cards: 9 })];
  const { deck_size, discard } = rewind(board, makeView({ deck_size: 9 }), shuffled);
  expect([deck_size, discard.reduce((sum, count) => sum + count)]).toEqual([1, 9]);
});

it("whoever takes back a lane may have its twin again", () => {
  const now = makeView({ owner: [0, -1, -1, -1, -1, -1], closed: [[ULM_JENA_2, ULM_BONN], [ULM_BONN]] });
  const { closed } = rewind(board, now, [makeEvent("route.claimed", 0, { lane: ULM_JENA, points: 2 })]);
  expect(closed).toEqual([[ULM_BONN], [ULM_BONN]]);
});

it("tickets that were turned up or shuffled are back in their piles", () => {
  const turned = [makeEvent("tickets.reshuffled", -1, { count: 8 }), makeEvent("neutral.turned", 1, { ticket: 0 })];
  expect(rewind(board, makeView({ ticket_deck_size: 10 }), turned).ticket_deck_size).toBe(3);
});
