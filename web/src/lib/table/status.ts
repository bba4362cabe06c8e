import type { Choices, Position, ViewFacts } from "../../generated/types";
import { wild } from "../drawing/palette";
import type { Names } from "../text/names";
import { t } from "../text/words.svelte";
import type { Plan } from "./pending_move.svelte";

/** The one sentence that says what is going on. */
export function statusOf(position: Position, names: Names): string {
  const { view, choices } = position;
  if (!view) return "";
  if (position.status === "over") return t("status.over");
  if (isAway(position)) return t("status.away");
  if (choices) {
    const asked =
      choices.kind === "turn" ? turnOf(choices) : t(`status.${choices.kind}`, { least: choices.keep_least });
    return view.turns_left > 0 ? `${t("status.last")} ${asked}` : asked;
  }
  const waiting = view.waiting.flatMap((waits, seat) => (waits ? [names.seat(seat)] : []));
  return t("status.wait", { names: waiting.join(", ") });
}

/** Near the end there may be no card to take. */
function turnOf({ must_pass: mustPass, blind, slots }: Choices): string {
  if (mustPass) return t("status.turn_pass");
  return t(blind || slots.length > 0 ? "status.turn" : "status.turn_no_cards");
}

/** Whether a bot plays for whoever looks at this. */
export function isAway({ seat, people }: Position): boolean {
  return seat !== null && (people[seat]?.away ?? false);
}

/** What the button says that does what is planned. A claim has a panel of its own, and no words here. */
export function planInWords(plan: Plan | null, view: ViewFacts, names: Names): string {
  if (!plan || plan.kind === "claim") return "";
  if (plan.kind === "own") return plan.text;
  if (plan.kind !== "slot") return t(`confirm.${plan.kind}`);
  const card = view.row[plan.slot] ?? -1;
  return names.colour(card) === wild ? t("confirm.wild") : t("confirm.slot", { card: names.one(card) });
}
