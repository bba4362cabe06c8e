import { t } from "./words.svelte";

/** A span of time in the largest unit that it fills, rounded up. */
export function durationInWords(seconds: number): string {
  if (seconds >= 86_400) return t("time.days", { count: Math.ceil(seconds / 86_400) });
  if (seconds >= 3_600) return t("time.hours", { count: Math.ceil(seconds / 3_600) });
  return seconds >= 60 ? t("time.minutes", { count: Math.ceil(seconds / 60) }) : t("time.seconds", { count: seconds });
}
