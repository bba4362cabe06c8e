import { describe, expect, it } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { Names } from "../../src/lib/text/names";
import english from "../../src/lib/text/texts.en";
import french from "../../src/lib/text/texts.fr";
import { plain } from "../plain";
import { BLUE, RED, ULM, ULM_BONN, ULM_JENA, WILD, bot, makeBoard, makeEvent, person } from "../builders";

const board = makeBoard();
const people = [person("Ada"), bot("novice"), bot("novice"), bot("commuter")];
const names = new Names(board, people, 0);

describe("somebody at the table", () => {
  it("is called by name, and bots of one kind by the number on their badges", () => {
    expect([0, 1, 2, 3].map((seat) => names.seat(seat))).toEqual(["Ada", "Novice 2", "Novice 3", "Commuter"]);
  });

  it("may be the bank or the neutral player", () => {
    expect([names.seat(-1), names.seat(4)]).toEqual(["the bank", "the neutral player"]);
  });

  it("is you, on a screen that nobody else looks at", () => {
    expect(new Names(board, people, 0, true).player(0)).toBe("You");
    expect(names.player(0)).toBe("Ada");
  });
});

describe("a place", () => {
  it("has its name in the language, if there is one", () => {
    settings.set({ language: "fr" });
    expect([names.place(ULM), names.place(1)]).toEqual(["Oulm", "Jena"]);
  });

  it("has none off the board", () => {
    expect([names.place(99), names.lane(99), names.ticket(99)]).toEqual(["", "", ""]);
  });
});

describe("a lane", () => {
  it("costs cards of its colour, or of any one colour", () => {
    expect(plain(names.cost(ULM_JENA))).toBe("2 red cards");
    expect(plain(names.cost(ULM_BONN))).toBe("5 cards of any one colour");
  });

  it("takes a kind of piece only where there are several", () => {
    expect(names.piece(ULM_JENA)).toBe("");
    const [wagon] = board.kinds;
    const kinds = wagon ? [wagon, { ...wagon, id: "ferry", names: { en: "ferries" } }] : [];
    expect(new Names(makeBoard({ kinds }), people).piece(ULM_JENA)).toBe("wagons");
  });
});

describe("cards", () => {
  it("are counted by colour; none is nothing", () => {
    expect(plain(names.cards([2, 1, 0]))).toBe("2 red and 1 blue");
    expect(names.cards([0, 0, 0])).toBe("nothing");
  });

  it("are a dash where there is none", () => {
    expect([names.card(-1), names.one(-1)]).toEqual(["–", "–"]);
  });

  it("are named one by one", () => {
    expect([RED, BLUE, WILD].map((card) => names.colour(card))).toEqual(["red", "blue", "wild"]);
  });
});

describe("an event", () => {
  const claimed = makeEvent("route.claimed", 0, { lane: ULM_JENA, points: 4 });

  it("is told by names", () => {
    expect(plain(new Names(board, people, 1).tell(claimed))).toBe("Ada claims Ulm – Jena for 4 points.");
  });

  it("is told as yours to whoever sits alone at the screen", () => {
    expect(plain(new Names(board, people, 0, true).tell(claimed))).toBe("You claim Ulm – Jena for 4 points.");
  });

  it("is told as paid to you, and begun by you", () => {
    const mine = new Names(board, people, 0, true);
    settings.set({ language: "fr" });
    expect(plain(mine.tell(makeEvent("toll.paid", 1, { tokens: 2, to: 0 })))).toBe("Novice 2 vous paie un péage de 2.");
    expect(plain(mine.tell(makeEvent("game.started", -1, { first: 0 })))).toBe(
      "Les cartes sont distribuées. Vous commencez.",
    );
    expect(plain(mine.tell(makeEvent("table.returned", 0)))).toBe("Vous êtes de retour.");
    expect(plain(names.tell(makeEvent("toll.paid", 1, { tokens: 2, to: 0 })))).toBe(
      "Novice 2 paie un péage de 2 à Ada.",
    );
  });

  it.each([
    ["en", english],
    ["fr", french],
  ])("that somebody does is told as yours, in %s", (_, parts) => {
    const texts = new Map(parts.flatMap((part) => Object.entries(part)));
    const told = [...texts].filter(([key, text]) => /^event\.[^/]+$/.test(key) && text.includes("{seat}"));
    const untold = ["event.hand.dealt", "event.tickets.chosen"]; // everybody sees it anyway
    const missing = told.map(([key]) => key).filter((key) => !texts.has(`${key}/you`) && !untold.includes(key));
    expect(missing).toEqual([]);
  });

  it("tells a payment in cards, wilds last", () => {
    const paid = makeEvent("cards.paid", 0, { colour: RED, plain: 1, wilds: 1 });
    expect(plain(names.tell(paid))).toBe("Ada pays 1 red and 1 wild.");
  });

  it("is left out if everybody sees it anyway", () => {
    expect(names.tell(makeEvent("row.filled", -1))).toBeNull();
  });

  it("that a rule has no words for shows its code", () => {
    expect(names.tell(makeEvent("ferry.sunk", 0))).toBe("ferry.sunk");
  });
});

it("a refusal is told in words, an unknown one by its code", () => {
  expect(names.refusal("route.taken", { lane: ULM_JENA, owner: 0 })).toContain("Ulm – Jena");
  expect(names.refusal("no.such.code", {})).toContain("no.such.code");
});

it("a term without words of its own shows its key", () => {
  expect(names.term({ key: "barge", params: {}, warning: true, glyph: "", cards: [] })).toBe("barge");
  expect(names.warning({ key: "barge", params: {}, warning: true, glyph: "", cards: [] })).toBe("barge");
});

it("a time to wait is told in days, not in seconds", () => {
  const wait = (seconds: number): string | null => plain(String(names.fill({ seconds })["time"]));
  expect(wait(259_200)).toBe("3 days");
  settings.set({ language: "fr" });
  expect([259_200, 5_400, 60, 1].map(wait)).toEqual(["3 jours", "2 heures", "1 minute", "1 seconde"]);
});
