import type { BoardInfo, Choices, EventInfo, Position, ViewFacts } from "../../generated/types";
import { api } from "../server/api";
import { settings } from "../app/settings.svelte";
import { Names } from "../text/names";
import { t } from "../text/words.svelte";
import { importantPlaces } from "./attention";
import { nothing, type Highlight } from "./final_score";
import { possibleWay, ticketsHelped } from "./path";
import { PendingMove } from "./pending_move.svelte";
import { piecesOn, saidOf, sitesOf, type PlacePiece } from "./places";
import { rewind } from "./rewind";
import { planInWords, statusOf } from "./status";
import type { TableStore } from "./table_store.svelte";

/** What may lie over the table; one at a time. */
export type SheetName = "log" | "routes" | "sites" | "players" | "tickets" | "menu" | "keys" | "say" | "end";

/** Milliseconds that a line of the log stays marked on the map after its sheet is gone. */
const MARKED = 6_000;

/** What is shown of a table beside its position: which sheet is open, what is marked on the map, what one is about to do.
 * The panels of the table are given parts of it, and tell it what was pressed. */
export class TableScreen {
  sheet = $state<SheetName | null>(null);
  /** The ticket that stays marked on the map. */
  pinned = $state<number | null>(null);
  /** The ticket that a mouse is over. */
  peeked = $state<number | null>(null);
  /** What a line of the log speaks of that is pointed at. */
  logged = $state.raw<Highlight | null>(null);
  /** The place that the list of sites points at. */
  site = $state<number | null>(null);
  /** What the final count speaks of. */
  counted = $state.raw<Highlight>(nothing);
  /** The final count has been told: nothing is given away by the totals. */
  isCounted = $state(false);
  /** The seat that a shared device is handed to. Its cards are shown once the curtain is lifted. */
  curtain = $state<number | null>(null);

  readonly pending: PendingMove;
  private decision = -1;
  private seatBefore: number | null = null;
  private fading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly store: TableStore,
    private readonly board: () => BoardInfo,
    /** What a coach speaks of. */
    private readonly advice: () => Highlight = () => nothing,
  ) {
    this.pending = new PendingMove(store, () => this.names);
  }

  get position(): Position | null {
    return this.store.position;
  }

  get view(): ViewFacts | null {
    return this.position?.view ?? null;
  }

  /** What map, row and players show of it: others' actions come one after another, at the pace that was chosen. */
  readonly shown = $derived.by(() => (this.view ? rewind(this.board(), this.view, this.store.showing.held) : null));

  /** The log as far as it is shown. */
  readonly shownEvents = $derived.by((): EventInfo[] => {
    const { events, showing } = this.store;
    const next = showing.isAgain ? undefined : showing.held[0]?.version;
    return next === undefined ? events : events.filter((event) => event.version < next);
  });

  get choices(): Choices | null {
    return this.position?.choices ?? null;
  }

  get over(): boolean {
    return this.position?.status === "over";
  }

  get busy(): boolean {
    return this.store.sending || this.store.connection !== "open";
  }

  /** Tickets are offered: some of them have to be kept. */
  get choosing(): boolean {
    return (this.choices?.keep_least ?? 0) > 0;
  }

  /** Somebody sits here whose cards may be shown now. */
  get seated(): boolean {
    return this.position?.seat != null && this.curtain === null;
  }

  get ticket(): number | null {
    return this.peeked ?? this.pinned;
  }

  /** Who sits where, as text: with every move the position is another one, and mostly this is the same. */
  private readonly seating = $derived.by(() => {
    const { people = [], seat = null, mine = [] } = this.position ?? {};
    return JSON.stringify([people, seat, mine.length === 1]);
  });
  readonly names = $derived.by(() => {
    const [people, seat, alone] = JSON.parse(this.seating) as [Position["people"], number | null, boolean];
    return new Names(this.board(), people, seat, alone);
  });
  readonly status = $derived.by(() => (this.position ? statusOf(this.position, this.names) : ""));
  readonly planned = $derived.by(() => (this.view ? planInWords(this.pending.plan, this.view, this.names) : ""));
  readonly ticketsTitle = $derived.by(() => {
    const view = this.view;
    return t("panel.tickets", {
      done: view?.completed.filter(Boolean).length ?? 0,
      count: view?.tickets.length ?? 0,
    });
  });

  // --- the map
  /** Lanes that can be claimed now. */
  readonly claimable = $derived.by(() => {
    const claims = this.curtain === null ? (this.choices?.claims ?? []) : [];
    return new Set(claims.map((claim) => claim.lane));
  });
  /** Lanes that were claimed a moment ago. */
  readonly fresh = $derived.by(() => {
    const claims = this.store.showing.news.filter((event) => event.code === "route.claimed");
    return new Set(claims.map((event) => event.facts["lane"] as number));
  });
  /** Lanes whose pieces land now. */
  readonly placed = $derived.by(() => (settings.moves ? this.fresh : new Set<number>()));
  /** Lanes on a way of the tickets in hand that may still work. */
  readonly helpful = $derived.by(() => {
    const { view } = this;
    if (!view || !this.seated || this.over) return new Set<number>();
    return new Set(ticketsHelped(this.board(), view, this.position?.seat ?? null).keys());
  });
  /** Places whose names come first. */
  readonly important = $derived.by(() => {
    const { view } = this;
    if (!view || this.curtain !== null) return [];
    return importantPlaces(this.board(), view, this.position?.seat ?? null, this.fresh);
  });
  readonly closed = $derived.by(() => {
    const seat = this.curtain === null ? (this.position?.seat ?? null) : null;
    return seat === null ? [] : (this.view?.closed[seat] ?? []);
  });
  /** The seat whose pieces the selected lane would get. */
  readonly ghost = $derived.by(() => (this.pending.plan?.kind === "claim" ? (this.position?.seat ?? null) : null));
  /** What rules have standing on places. */
  readonly pieces = $derived.by(() => piecesOn(this.position?.standing ?? [], this.store.showing.held));
  /** What is said of the rules now, but for what the map shows. */
  readonly standing = $derived.by(() => saidOf(this.position?.standing ?? []));
  /** Moves of rules that are about a place. */
  readonly sites = $derived.by(() => (this.curtain === null ? sitesOf(this.choices) : []));
  readonly sitePlaces = $derived.by(() => new Set(this.sites.map(({ place }) => place)));
  /** What would stand on a place if what is chosen were done. */
  readonly rising = $derived.by((): PlacePiece | null => {
    const plan = this.pending.plan;
    const site = plan?.kind === "own" ? this.sites.find(({ action }) => action === plan.action) : undefined;
    const seat = this.position?.seat ?? null;
    return site && seat !== null ? { place: site.place, seat, glyph: site.term.glyph } : null;
  });
  /** A rule asks for a decision that has cards to be shown. */
  readonly ruling = $derived.by(() => {
    if (this.curtain !== null || this.choices?.kind !== "rule") return false;
    const isPaid = this.choices.own.some(({ term }) => term?.params["plain"] !== undefined);
    return isPaid || this.standing.some(({ cards }) => cards.length > 0);
  });
  readonly highlight = $derived.by((): Highlight => {
    if (this.sheet === "end") return this.counted;
    if (this.curtain !== null) return nothing;
    if (this.sheet === "sites" && this.site !== null) return { places: [this.site], lanes: [] };
    if (this.logged) return this.logged;
    if (this.rising) return { places: [this.rising.place], lanes: [] };
    const held = this.standing.flatMap(({ params: { lane } }) => (lane === undefined ? [] : [lane]));
    if (held.length > 0 && this.ticket === null && this.pending.lane === null) return { places: [], lanes: held };
    const kept = this.keptPlaces();
    if (this.ticket !== null) {
      const { places, lanes } = this.wayOf(this.ticket);
      return { places: [...kept, ...places], lanes };
    }
    return this.choosing || this.pending.lane !== null ? { places: kept, lanes: [] } : this.advice();
  });

  private keptPlaces(): number[] {
    const offer = this.choosing ? (this.view?.offer ?? []) : [];
    return this.pending.kept.flatMap((index) => this.placesOf(offer[index]));
  }

  private placesOf(ticket: number | undefined): number[] {
    const printed = ticket === undefined ? undefined : this.board().ticket_list[ticket];
    return printed ? [printed.a, ...printed.goals] : [];
  }

  /** The places of a ticket, and a way between them that may still work. */
  private wayOf(ticket: number): Highlight {
    const printed = this.board().ticket_list[ticket];
    if (!printed || !this.view) return nothing;
    const way = possibleWay(this.board(), this.view, this.position?.seat ?? null, printed);
    return { places: this.placesOf(ticket), lanes: way ?? [] };
  }

  // --- what happens
  /** Another decision may be asked for now: what was planned for the last one is forgotten. True if a new one is asked for. */
  asked(decision: number | null): boolean {
    const now = decision ?? -1;
    if (now === this.decision) return false;
    const isNew = now > this.decision;
    this.decision = now;
    this.pending.forget();
    this.pinned = this.peeked = null;
    this.logged = null;
    if (this.sheet === "routes" || this.sheet === "sites") this.sheet = null;
    return isNew;
  }

  /** It is a seat's turn. On a shared device a curtain falls before another person's cards are shown. */
  handTo(seat: number | null, isShared: boolean): void {
    if (seat === null) return;
    if (isShared && seat !== this.seatBefore) {
      this.curtain = seat;
      this.close();
    }
    this.seatBefore = seat;
  }

  // --- what is pressed
  open(sheet: SheetName): void {
    this.sheet = sheet;
    if (sheet === "log") void this.loadLog();
  }

  close(): void {
    this.sheet = null;
    this.peeked = this.site = null; // what the mouse was over is gone
  }

  /** A place, on the map or in the list: what a rule would do there is shown first. */
  choosePlace(place: number): void {
    const site = this.sites.find((each) => each.place === place);
    if (!site || this.busy) return;
    if (this.sheet === "sites") this.close();
    this.pending.arm({ kind: "own", action: site.action, text: this.names.term(site.term) });
  }

  /** From a sheet: the map lies below it. */
  showOnMap(ticket: number | null): void {
    this.pinned = ticket;
    if (ticket !== null) this.close();
  }

  /** From the sheet of the log: it goes, and what the line speaks of stays marked for a while. */
  showLogged(): void {
    const place = this.logged;
    if (this.sheet !== "log") return;
    this.close();
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.logged = null), MARKED);
    void Promise.resolve().then(() => (this.logged = place)); // after the line has lost the focus
  }

  private async loadLog(): Promise<void> {
    const log = await api.log(this.store.id, this.store.token ?? undefined).catch(() => null);
    if (log) this.store.setLog(log.events);
  }
}
