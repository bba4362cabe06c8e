import type { Position, SeatPresence } from "../../generated/types";
import { durationInWords } from "../text/durations";
import { t } from "../text/words.svelte";

/** Milliseconds until somebody who is gone is said to be away for some time. */
const A_WHILE = 60_000;

/** Whether a person is there, in a few words; empty for bots and open seats. */
export function presenceInWords(
  { people, status }: Position,
  seat: number,
  presence: SeatPresence | undefined,
  isWaitedFor: boolean,
  now: number,
): string {
  const person = people[seat];
  if (!presence || person?.kind !== "person" || person.away) return person?.resigned ? t("presence.resigned") : "";
  if (presence.connected) return t(isWaitedFor && status === "playing" ? "presence.thinking" : "presence.here");
  const gone = presence.since === null ? 0 : now - presence.since;
  if (gone < A_WHILE) return t("presence.away");
  return t("presence.away_for", { time: durationInWords(Math.floor(gone / 1000)) });
}

/** Somebody keeps the table waiting and is not there. */
export interface Missing {
  seat: number;
  /** Milliseconds until a stand-in may play without their consent; null where the clock decides. */
  left: number | null;
}

/** Who is waited for and away, and until when the others have to wait: only without a clock. */
export function missingPeople(position: Position, presence: SeatPresence[], now: number): Missing[] {
  if (position.status !== "playing") return [];
  return position.people.flatMap((person, seat) => {
    const here = presence[seat];
    const isWaitedFor = position.view?.waiting[seat] ?? false;
    if (person.kind !== "person" || person.away || !isWaitedFor || !here || here.connected) return [];
    if (position.mine.includes(seat)) return [];
    return [{ seat, left: here.stand_in_at === null ? null : Math.max(0, here.stand_in_at - now) }];
  });
}

/** Minutes and seconds, as on a clock. */
export function minutes(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
