import type { NewTable } from "../../generated/types";
import { t } from "./words.svelte";

/** A table's clock in words. */
export function clockInWords(clock: NonNullable<NewTable["clock"]>): string {
  if (clock.kind === "live") {
    const { bank_seconds: bank = 600, increment_seconds: increment = 10 } = clock;
    const time = bank % 60 ? t("clock.seconds", { count: bank }) : t("clock.minutes", { count: bank / 60 });
    return increment ? t("clock.bank_and", { time, increment: t("clock.seconds", { count: increment }) }) : time;
  }
  return clock.kind === "correspondence"
    ? t("clock.each", { time: t("clock.day_count", { count: clock.days ?? 3 }) })
    : t("clock.none");
}
