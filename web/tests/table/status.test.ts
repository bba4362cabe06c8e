import { describe, expect, it } from "vitest";
import type { Choices } from "../../src/generated/types";
import { isAway, planInWords, statusOf } from "../../src/lib/table/status";
import { Names } from "../../src/lib/text/names";
import { makeBoard, makeChoices, makePosition, makeView, person } from "../builders";
import { plain } from "../plain";

const position = makePosition();
const names = new Names(makeBoard(), position.people, 0);
const status = (change: Parameters<typeof makePosition>[0]): string | null =>
  plain(statusOf(makePosition(change), names));

describe("the status", () => {
  it("asks for the decision that is due", () => {
    expect(status({ choices: makeChoices({ kind: "keep_tickets", keep_least: 1 }) })).toBe("Keep at least 1 ticket.");
    expect(status({ choices: makeChoices({ kind: "keep_tickets", keep_least: 2 }) })).toBe("Keep at least 2 tickets.");
  });

  it("offers no cards where none can be taken", () => {
    const turn: Partial<Choices> = { kind: "turn", slots: [], must_pass: false };
    expect(status({ choices: makeChoices({ ...turn, blind: true }) })).toContain("take cards");
    expect(status({ choices: makeChoices({ ...turn, slots: [2], blind: false }) })).toContain("take cards");
    expect(status({ choices: makeChoices({ ...turn, blind: false }) })).toContain("no cards to take");
    expect(status({ choices: makeChoices({ ...turn, blind: false, must_pass: true }) })).toContain("but pass");
  });

  it("warns of the last turn", () => {
    const view = makeView({ turns_left: 1 });
    expect(status({ view, choices: makeChoices({ kind: "second_card" }) })).toBe("Last turn! One more card.");
  });

  it("names everybody who is waited for", () => {
    expect(status({ view: makeView({ waiting: [true, true] }), seat: null })).toBe("Waiting for Ada, Bo");
  });

  it("says that a bot plays for a seat, and that it is over", () => {
    const away = [{ ...person("Ada"), away: true }, person("Bo")];
    expect(status({ people: away, choices: makeChoices() })).toBe("A stand-in is playing this seat.");
    expect(isAway(makePosition({ people: away }))).toBe(true);
    expect(isAway(makePosition({ people: away, seat: null }))).toBe(false);
    expect(status({ status: "over", people: away })).toBe("The game is over.");
  });

  it("says nothing where nothing may be known", () => {
    expect(status({ view: null })).toBe("");
  });
});

describe("what is planned", () => {
  const view = makeView();

  it.each([
    [null, ""],
    [{ kind: "claim", lane: 0, payment: 1 }, ""],
    [{ kind: "slot", slot: 0 }, "Take a red card"],
    [{ kind: "slot", slot: 3 }, "Take the wild: the whole turn"],
    [{ kind: "blind" }, "Draw from the deck"],
    [{ kind: "tickets" }, "Draw tickets"],
    [{ kind: "pass" }, "Pass"],
    [{ kind: "own", action: 9, text: "tunnel pay" }, "tunnel pay"],
  ] as const)("%o is said on its button", (plan, said) => {
    expect(plain(planInWords(plan, view, names))).toBe(said);
  });
});
