import { describe, expect, it } from "vitest";
import { joinedBy, openTickets, piecesLeft, possiblePath, ticketsHelped, wayOf } from "../../src/lib/table/path";
import {
  BONN, BONN_CELLE, CELLE, CELLE_ULM, JENA, JENA_BONN, ULM, ULM_BONN, ULM_JENA, ULM_JENA_2, makeBoard, makeView,
} from "../builders"; // prettier-ignore

const board = makeBoard();

/** Owners of lanes: those named, nobody of the others. */
function owned(...pairs: [lane: number, seat: number][]): number[] {
  const owner = board.routes.map(() => -1);
  for (const [lane, seat] of pairs) owner[lane] = seat;
  return owner;
}

describe("a possible path", () => {
  it("is the cheapest in cards, not the shortest in lanes", () => {
    expect(possiblePath(board, makeView(), 0, ULM, BONN)).toEqual([CELLE_ULM, BONN_CELLE]);
  });

  it("goes around what others hold", () => {
    const view = makeView({ owner: owned([BONN_CELLE, 1]) });
    expect(possiblePath(board, view, 0, ULM, BONN)).toEqual([ULM_JENA, JENA_BONN]);
  });

  it("goes around a lane that is closed for the seat", () => {
    const view = makeView({ owner: owned([BONN_CELLE, 1]), closed: [[ULM_JENA, ULM_JENA_2], []] });
    expect(possiblePath(board, view, 0, ULM, BONN)).toEqual([ULM_BONN]);
  });

  it("takes one's own lanes for nothing", () => {
    const view = makeView({ owner: owned([ULM_BONN, 0]) });
    expect(possiblePath(board, view, 0, ULM, BONN)).toEqual([ULM_BONN]);
  });

  it("needs pieces for all that is missing", () => {
    expect(possiblePath(board, makeView({ pieces: [[1], [20]] }), 0, ULM, BONN)).toBeNull();
    expect(possiblePath(board, makeView({ pieces: [[2], [20]] }), 0, ULM, BONN)).not.toBeNull();
  });

  it("takes a dearer way if the cheapest has too many pieces of a kind", () => {
    const [wagon] = board.kinds;
    const kinds = wagon ? [wagon, { ...wagon, id: "ferry" }] : [];
    const routes = board.routes.map((route, lane) => (lane === CELLE_ULM ? { ...route, kind: 1 } : route));
    const view = makeView({
      pieces: [
        [20, 0],
        [20, 20],
      ],
    }); // no ferry left
    expect(possiblePath(makeBoard({ kinds, routes }), view, 0, ULM, BONN)).toEqual([ULM_JENA, JENA_BONN]);
  });

  it("is not there once everything around is built", () => {
    const view = makeView({ owner: owned([CELLE_ULM, 1], [ULM_JENA, 1], [ULM_JENA_2, 1], [ULM_BONN, 1]) });
    expect(possiblePath(board, view, 0, ULM, BONN)).toBeNull();
  });

  it("for a watcher counts no pieces", () => {
    expect(possiblePath(board, makeView({ pieces: [[0], [0]] }), null, ULM, BONN)).not.toBeNull();
  });
});

describe("the way of an owner", () => {
  it("joins two places by the fewest lanes", () => {
    const owners = owned([ULM_JENA, 0], [JENA_BONN, 0], [ULM_BONN, 0]);
    expect(wayOf(board, owners, 0, ULM, BONN)).toEqual([ULM_BONN]);
  });

  it("is empty where they are not joined, or by others", () => {
    expect(wayOf(board, owned([ULM_JENA, 0], [JENA_BONN, 1]), 0, ULM, BONN)).toEqual([]);
  });
});

describe("tickets in hand", () => {
  const view = makeView({ tickets: [0, 1], completed: [false, true] });

  it("are open until they are joined", () => {
    expect(openTickets(board, view, 0).map(({ ticket }) => ticket)).toEqual([0]);
  });

  it("are helped by the lanes of a way for them", () => {
    expect([...ticketsHelped(board, view, 0)]).toEqual([
      [CELLE_ULM, [0]],
      [BONN_CELLE, [0]],
    ]);
  });

  it("are joined by the lane that was missing, and by no other", () => {
    const after = makeView({
      tickets: [0],
      completed: [true],
      owner: owned([CELLE_ULM, 0], [BONN_CELLE, 0], [JENA_BONN, 0]),
    });
    expect(joinedBy(board, after, 0, BONN_CELLE)).toEqual([0]);
    expect(joinedBy(board, after, 0, JENA_BONN)).toEqual([]);
  });
});

it("pieces of all kinds are counted together", () => {
  expect(piecesLeft(makeView({ pieces: [[3, 2], [1]] }), 0)).toBe(5);
  expect(piecesLeft(makeView(), 9)).toBe(0);
});

it("the board of the tests is the square it says it is", () => {
  expect(board.routes[JENA_BONN]).toMatchObject({ a: JENA, b: BONN });
  expect(board.routes[CELLE_ULM]).toMatchObject({ a: CELLE, b: ULM });
});
