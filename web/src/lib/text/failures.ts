import { Refused } from "../server/api";
import { knows, t, type Params } from "./words.svelte";

/** Any error in words: what the server refused, or that something else went wrong. */
export function failureInWords(error: unknown): string {
  if (!(error instanceof Refused)) return t("error.other", { error: String(error) });
  const key = `error.${error.code}`;
  return knows(key) ? t(key, error.params as Params) : t("error.other", { error: error.code });
}
