import type { ViewFacts } from "../../generated/types";
import type { Names } from "../text/names";
import { list, lookup, t } from "../text/words.svelte";
import { linesOf, standingsOf, stepsOf, type Line, type Standing, type Step } from "./final_score";

const FIRST = 700;
const TICKET = 1700;
const REST = 2200;

/** The final count as it is told, step by step: by itself, or at the pace of whoever reads. */
export class Count {
  /** How many steps have been told; one more than there are when all is told. */
  private reached = $state(0);
  private isByHand = $state(false);

  constructor(private readonly view: () => ViewFacts | null) {}

  readonly lines = $derived.by((): Line[] => {
    const view = this.view();
    return view ? linesOf(view) : [];
  });
  readonly standings = $derived.by((): Standing[] => {
    const view = this.view();
    return view ? standingsOf(view) : [];
  });
  private readonly steps = $derived.by(() => stepsOf(this.lines));

  /** The lines that have been told. */
  readonly told = $derived.by(() => this.steps.slice(0, this.reached).flatMap((step) => step.lines));
  readonly telling = $derived.by(() => this.reached <= this.steps.length);
  /** What is told now; null before the first step and when all is told. */
  readonly step = $derived.by((): Step | null => (this.telling ? (this.steps[this.reached - 1] ?? null) : null));

  /** Milliseconds until the next step; null if it is not told by itself. */
  get pause(): number | null {
    if (!this.telling || this.isByHand) return null;
    if (!this.step) return FIRST;
    return this.step.rule === "ticket" ? TICKET : REST;
  }

  next(): void {
    this.reached = Math.min(this.reached + 1, this.steps.length + 1);
  }

  /** The next step, and from here on at the reader's own pace. */
  turn(): void {
    this.isByHand = true;
    this.next();
  }

  skip(): void {
    this.reached = this.steps.length + 1;
  }

  again(): void {
    this.isByHand = false;
    this.reached = 0;
  }
}

/** A step of the count as a sentence. */
export function stepInWords({ rule, lines }: Step, names: Names): string {
  const line = lines[0];
  if (!line) return "";
  if (rule === "ticket") {
    const key = line.points > 0 ? "end.say_done" : "end.say_failed";
    return t(key, { seat: names.seat(line.seat), ticket: names.ticket(line.detail), points: Math.abs(line.points) });
  }
  const seat = list([...new Set(lines.map((each) => names.seat(each.seat)))]);
  const params = { seat, points: line.points, detail: line.detail, count: lines.length };
  return lookup("end", `say_${rule}`, params) ?? lookup("ledger", rule) ?? rule;
}

/** Who has won; several if they share the first place. */
export function winnersInWords(standings: Standing[], names: Names): string {
  const winners = standings.filter((standing) => standing.place === 1);
  return t(winners.length > 1 ? "end.win" : "end.wins", {
    names: list(winners.map((winner) => names.seat(winner.seat))),
    score: winners[0]?.score ?? 0,
  });
}

/** By what the first place was won. */
export function victoryInWords(standings: Standing[], names: Names): string {
  const [first, ...shared] = standings.filter((standing) => standing.place === 1);
  const second = standings.find((standing) => standing.place > 1);
  if (!first) return "";
  if (shared.length > 0) return t("end.why_shared");
  if (!second) return "";
  const params = { points: first.score - second.score, seat: names.seat(second.seat) };
  return lookup("end", `why_${second.decidedBy}`, params) ?? t("end.why_score", params);
}
