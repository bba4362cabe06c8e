import type { BoardInfo, ConditionInfo, SentenceInfo } from "../../generated/types";
import { list, lookup, number, of, t, type Params } from "./words.svelte";

/** What a rulebook says, put into words: nothing here knows a rule. */
export function said(sentence: SentenceInfo): string {
  const params: Params = {};
  for (const [name, value] of Object.entries(sentence.params)) params[name] = worded(value);
  return lookup("rulebook", sentence.key, params) ?? sentence.key;
}

/** A number, a name in several languages, or a list of these. */
function worded(value: unknown): string | number {
  if (typeof value === "number") return value;
  if (Array.isArray(value))
    return list(value.map((item) => (typeof item === "number" ? number(item) : String(worded(item)))));
  return typeof value === "object" && value !== null ? of(value as Record<string, string>) : String(value);
}

/** With which options and how many players something holds; empty if always. */
export function condition(board: BoardInfo, when: ConditionInfo[], players: [number, number] | null): string {
  const parts = when.map(({ option, on }) => {
    const name = of(board.options.find((each) => each.id === option)?.names ?? { en: option });
    return t(on ? "rulebook.with" : "rulebook.without", { option: name });
  });
  if (players) {
    const [least, most] = players;
    parts.push(t(least === most ? "rulebook.only" : "rulebook.only_range", { players: least, least, most }));
  }
  return parts.join(", ");
}

/** Sentences that are shown alike: a list, the rows of a table, or cards with a picture each. */
export interface Block {
  shape: "text" | "figures" | "cards";
  when: ConditionInfo[];
  sentences: SentenceInfo[];
}

export function blocks(sentences: SentenceInfo[], isCard: (sentence: SentenceInfo) => boolean): Block[] {
  const found: Block[] = [];
  for (const sentence of sentences) {
    const shape = sentence.figures.length > 0 ? "figures" : isCard(sentence) ? "cards" : "text";
    const last = found.at(-1);
    if (last?.shape === shape && JSON.stringify(last.when) === JSON.stringify(sentence.when))
      last.sentences.push(sentence);
    else found.push({ shape, when: sentence.when, sentences: [sentence] });
  }
  return found;
}
