import { Refused } from "../server/api";
import { durationInWords } from "./durations";
import { lookup, t, type Params } from "./words.svelte";

/** Any error in words: what the server refused, or that something else went wrong. */
export function failureInWords(error: unknown): string {
  if (!(error instanceof Refused)) return t("error.other", { error: String(error) });
  const { seconds } = error.params;
  const time = typeof seconds === "number" ? { time: durationInWords(seconds) } : {};
  return (
    lookup("error", error.code, { ...(error.params as Params), ...time }) ?? t("error.other", { error: error.code })
  );
}
