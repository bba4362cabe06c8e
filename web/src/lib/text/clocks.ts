import type { ClockInfo, NewTable } from "../../generated/types";
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

/** What a seat has left on its clock; null without one. */
export function timeLeft(
  kind: NonNullable<NewTable["clock"]>["kind"],
  { banks, deadlines }: ClockInfo,
  seat: number,
  now: number,
): string | null {
  if (kind === "none") return null;
  const deadline = deadlines[seat] ?? null;
  if (kind === "live") {
    const seconds = Math.floor((deadline === null ? (banks[seat] ?? 0) : Math.max(0, deadline - now)) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (deadline === null) return null;
  const hours = Math.max(0, (deadline - now) / 3_600_000);
  return hours >= 24
    ? t("clock.days", { count: Math.floor(hours / 24) })
    : t("clock.hours", { count: Math.floor(hours) });
}
