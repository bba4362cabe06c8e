import { describe, expect, it } from "vitest";
import type { SentenceInfo } from "../../src/generated/types";
import { settings } from "../../src/lib/app/settings.svelte";
import { blocks, condition, said } from "../../src/lib/text/rulebook";
import { learn } from "../../src/lib/text/words.svelte";
import { makeBoard } from "../builders";
import { plain } from "../plain";

function sentence(key: string, change: Partial<SentenceInfo> = {}): SentenceInfo {
  return { key, params: {}, figures: [], when: [], ...change } as SentenceInfo;
}

describe("a sentence", () => {
  it("is filled with numbers, names and lists of these", () => {
    learn({ en: { "rulebook.ferry.cost": "{pieces} cost {costs} on {days} {days:day|days}." } });
    const params = { pieces: { en: "ferries", fr: "bacs" }, costs: [2, 3], days: 1 };
    expect(plain(said(sentence("ferry.cost", { params })))).toBe("ferries cost 2 and 3 on 1 day.");
  });

  it("without words shows its key", () => {
    expect(said(sentence("ferry.none"))).toBe("ferry.none");
  });
});

describe("what a rule depends on", () => {
  const option = { id: "goods", names: { en: "Goods", fr: "Marchandises" } };
  const board = makeBoard({ options: [option] as unknown as ReturnType<typeof makeBoard>["options"] });

  it("is nothing, if it always holds", () => {
    expect(condition(board, [], null)).toBe("");
  });

  it("is an option and a number of players, in the language of the page", () => {
    settings.set({ language: "fr" });
    expect(condition(board, [{ option: "goods", on: true }], null)).toContain("Marchandises");
    expect(condition(board, [], [2, 2])).toMatch(/2/);
    expect(condition(board, [], [2, 3])).toMatch(/2.*3/);
  });
});

it("sentences that look alike and hold alike stand together", () => {
  const when = [{ option: "goods", on: true }];
  const found = blocks(
    [
      sentence("turn.draw"),
      sentence("turn.claim"),
      sentence("points.one", { figures: [1] }),
      sentence("points.two", { figures: [2] }),
      sentence("goods.one"),
      sentence("goods.two", { when }),
    ],
    ({ key }) => key.startsWith("turn."),
  );
  expect(found.map((block) => [block.shape, block.sentences.length])).toEqual([
    ["cards", 2],
    ["figures", 2],
    ["text", 1],
    ["text", 1],
  ]);
  expect(found.at(-1)?.when).toEqual(when);
});
