import type { MoveFacts, ReasonFacts, TurningPoint } from "../../generated/types";
import type { Names } from "./names";
import { lookup, number, t } from "./words.svelte";

/** A move that might have been made, as the object of a sentence: "claim Dallas – Houston with 2 red". */
export function moveInWords(move: MoveFacts, names: Names): string {
  if (move.kind === "claim")
    return t("move.claim", { lane: names.lane(move.lane), payment: paymentInWords(move, names) });
  if (move.kind === "slot") return t("move.slot", { card: names.one(move.card) });
  if (move.kind === "keep")
    return move.tickets.length > 0 ? t("move.keep", { tickets: names.tickets(move.tickets) }) : t("move.keep_some");
  return move.kind === "rule" ? move.text : t(`move.${move.kind}`);
}

function paymentInWords(move: MoveFacts, names: Names): string {
  const counts = new Array<number>(names.board.cards.length).fill(0);
  const wild = counts.length - 1;
  const cards = names.board.routes[move.lane]?.cards ?? 0;
  counts[move.card] = cards - move.wilds;
  counts[wild] = (move.card === wild ? 0 : (counts[wild] ?? 0)) + move.wilds;
  return names.cards(counts);
}

const inHundred = (chance: number): string => t("replay.percent", { percent: number(Math.round(100 * chance)) });

/** How far a chance fell, and by whose move. */
export function fallInWords(point: TurningPoint, mover: number, names: Names): string {
  const params = {
    seat: names.seat(point.seat),
    before: inHundred(point.before),
    after: inHundred(point.after),
    mover: names.seat(mover),
    move: moveInWords(point.played, names),
  };
  return t(mover === point.seat ? "replay.fell" : "replay.fell_by", params);
}

/** What would have been better, with how much it would have brought. */
export function betterInWords(point: TurningPoint, isOwn: boolean, names: Names): string {
  if (!isOwn) return "";
  if (!point.better) return t("replay.no_better");
  const better = t("replay.better", {
    move: moveInWords(point.better, names),
    gain: number(Math.round(100 * point.gain)),
    error: number(Math.max(1, Math.round(100 * point.error))),
  });
  return point.better_why ? `${better} ${reasonInWords(point.better_why, names)}` : better;
}

/** What speaks for a move, in a sentence. */
export function reasonInWords(reason: ReasonFacts, names: Names): string {
  const { lane, card, seat, ...numbers } = reason.params;
  const said = lookup("why", reason.code, {
    ...numbers,
    ...(lane === undefined ? {} : { lane: names.lane(lane) }),
    ...(card === undefined ? {} : { card: names.one(card) }),
    ...(seat === undefined ? {} : { seat: names.seat(seat) }),
    tickets: names.tickets(reason.tickets),
  });
  return said ?? "";
}
