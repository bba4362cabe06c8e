import type { BoardInfo, Choices, LaneAnswer } from "../../generated/types";
import { holdReload } from "../app/build";
import { settings } from "../app/settings.svelte";
import { Refused, api } from "../server/api";
import type { Names } from "../text/names";
import type { TableStore } from "./table_store.svelte";
import { failureInWords } from "../text/failures";

/** Something that would be done, shown first and done only when it is confirmed. */
export type Plan =
  | { kind: "slot"; slot: number }
  | { kind: "blind" }
  | { kind: "tickets" }
  | { kind: "pass" }
  | { kind: "own"; action: number; text: string }
  | { kind: "claim"; lane: number; payment: number };

/** What one seat is about to do. Nothing is sent before `commit`; nothing can be taken back after it. */
export class PendingMove {
  plan = $state<Plan | null>(null);
  /** The lane that is looked at, claimable or not. */
  lane = $state<number | null>(null);
  /** What the server says about that lane. */
  answer = $state.raw<LaneAnswer | null>(null);
  /** Offered tickets that are to be kept, by their place in the offer. */
  kept = $state<number[]>([]);
  problem = $state("");

  constructor(
    private readonly store: TableStore,
    private readonly names: () => Names | null,
  ) {
    holdReload({ isOver: () => store.connection === "closed", isHalfDone: () => this.isHalfChosen });
  }

  /** Something was chosen, and not yet sent. */
  private get isHalfChosen(): boolean {
    return !this.store.sending && (this.plan !== null || this.kept.length > 0);
  }

  get choices(): Choices | null {
    return this.store.position?.choices ?? null;
  }

  /** Called when a new decision is asked for: plans for the last one are worth nothing. */
  forget(): void {
    this.plan = null;
    this.lane = null;
    this.answer = null;
    this.kept = [];
    this.problem = "";
  }

  /** A second tap on the same thing confirms it; for a card one is enough, where that was chosen. `seen` is the card that
   * was shown there: another one is there by now if others' moves were still being shown, and then one tap is not enough. */
  arm(plan: Plan, seen?: number): void {
    this.problem = "";
    const isSame = JSON.stringify(this.plan) === JSON.stringify(plan);
    const isDrawn = settings.oneClick && (plan.kind === "blind" || plan.kind === "slot");
    const isAsSeen = plan.kind !== "slot" || seen === undefined || seen === this.store.position?.view?.row[plan.slot];
    this.store.showing.skip();
    this.lane = null;
    this.plan = plan;
    if ((isSame || isDrawn) && isAsSeen) void this.commit();
  }

  async look(lane: number): Promise<void> {
    this.problem = "";
    this.plan = null;
    this.answer = null;
    this.lane = lane;
    if (this.choices) this.store.showing.skip();
    const claim = this.choices?.claims.find((claim) => claim.lane === lane);
    if (claim) this.plan = { kind: "claim", lane, payment: claim.default };
    else if (this.store.token !== null && this.store.position?.status === "playing") {
      const answer = await api.lane(this.store.id, lane, this.store.token).catch(() => null);
      if (this.lane !== lane) return;
      this.answer = answer;
      const [first] = answer?.payments ?? [];
      if (first) this.plan = { kind: "claim", lane, payment: first.action }; // for when the turn comes
    }
  }

  pay(payment: number): void {
    if (this.plan?.kind === "claim") this.plan = { ...this.plan, payment };
  }

  /** How many of each card the chosen payment would take. */
  spent(board: BoardInfo): number[] {
    const counts = new Array<number>(board.cards.length).fill(0);
    const plan = this.plan;
    if (plan?.kind !== "claim") return counts;
    const claim = this.choices?.claims.find((claim) => claim.lane === plan.lane) ?? this.answer;
    const payment = claim?.payments.find((way) => way.action === plan.payment);
    const route = board.routes[plan.lane];
    if (!payment || !route) return counts;
    if (payment.wilds < route.cards) counts[payment.colour] = route.cards - payment.wilds;
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + payment.wilds;
    return counts;
  }

  toggle(index: number): void {
    this.problem = "";
    this.kept = this.kept.includes(index) ? this.kept.filter((kept) => kept !== index) : [...this.kept, index].sort();
  }

  async keep(): Promise<void> {
    const chosen = this.kept.join();
    await this.send(this.choices?.keeps.find((keep) => keep.kept.join() === chosen)?.action);
  }

  async commit(): Promise<void> {
    const plan = this.plan;
    if (!plan || !this.choices) return;
    await this.send(this.actionOf(plan));
  }

  /** The number under which the server offers what is planned. */
  private actionOf(plan: Plan): number | null | undefined {
    const choices = this.choices;
    if (plan.kind === "slot") return choices?.slot_actions[choices.slots.indexOf(plan.slot)];
    if (plan.kind === "blind") return choices?.blind_action;
    if (plan.kind === "tickets") return choices?.tickets_action;
    if (plan.kind === "pass") return choices?.pass_action;
    return plan.kind === "claim" ? plan.payment : plan.action;
  }

  /** Claims the lane that is looked at when this seat's turn comes. */
  async planNext(draws: boolean): Promise<void> {
    if (this.lane === null) return;
    const payment = this.plan?.kind === "claim" ? this.plan.payment : null;
    try {
      await this.store.planNext({ lane: this.lane, payment, draws });
      this.forget();
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused("server.failed");
      this.problem = this.names()?.refusal(refused.code, refused.params) ?? failureInWords(refused);
    }
  }

  private async send(action: number | null | undefined): Promise<void> {
    if (this.store.sending || action === null || action === undefined) return;
    try {
      await this.store.move(action);
      this.forget();
    } catch (error) {
      const names = this.names();
      const refused = error instanceof Refused ? error : new Refused("server.failed");
      this.problem = names ? names.refusal(refused.code, refused.params) : failureInWords(refused);
      this.plan = null;
    }
  }
}
