import type {
  BoardInfo,
  BoardPlan,
  EventInfo,
  PastPosition,
  SeatInfo,
  TurningPoint,
  ViewFacts,
} from "../../generated/types";
import { settings } from "../app/settings.svelte";
import { Refused } from "../server/api";
import { board as loadBoard, map as loadMap } from "../server/boards.svelte";
import { Names } from "../text/names";
import { linesOf, nothing, shows, standingsOf, together, type Highlight, type Line } from "./final_score";
import { ticketWay } from "./path";
import { ofTable, type OpenGame, type PastGame } from "./past_game";
import { Replay } from "./replay.svelte";

/** Milliseconds of a move while a game plays by itself, at the usual speed. */
const STEP = 1600;
const BUILT = new Set(["route.claimed", "neutral.placed"]);

/** What is shown of a finished game: the replay itself, its table and board, and what is pointed out on the map. */
export class ReplayScreen {
  readonly game: Replay;
  opened = $state.raw<OpenGame | null>(null);
  board = $state.raw<BoardInfo | null>(null);
  plan = $state.raw<BoardPlan | null>(null);
  playing = $state(false);
  speed = $state(1);
  analysing = $state(false);
  private refusal = $state.raw<Refused | null>(null);
  /** What somebody wants to see on the map. */
  private pointed = $state.raw<Highlight>(nothing);

  /** The turning point that is shown: the position is the one before it. */
  point = $state.raw<TurningPoint | null>(null);

  constructor(
    readonly id: string,
    private readonly source: PastGame = ofTable(id),
  ) {
    this.game = new Replay(id, source);
  }

  get past(): PastPosition | null {
    return this.game.shown;
  }

  get view(): ViewFacts | null {
    return this.past?.view ?? null;
  }

  get people(): SeatInfo[] {
    return this.opened?.people ?? [];
  }

  get seats(): number {
    return this.people.length;
  }

  /** Why there is nothing to see; a failed step leaves the last one standing. */
  get failure(): Refused | null {
    return this.refusal ?? (this.past ? null : this.game.failure);
  }

  /** Who made the move that is shown; null for the deal. */
  get mover(): number | null {
    return this.game.number > 0 ? (this.game.moves[this.game.number - 1]?.seat ?? null) : null;
  }

  /** Whose cards lie open. */
  get open(): number {
    return this.game.seat ?? this.mover ?? 0;
  }

  get over(): boolean {
    return this.game.last > 0 && this.game.number === this.game.last && (this.view?.standings.length ?? 0) > 0;
  }

  /** Moves are told as one seat saw them: the seat that was chosen, or whoever made the move. */
  readonly names = $derived.by(() =>
    this.board ? new Names(this.board, this.people, this.game.seat ?? this.mover) : null,
  );
  readonly lines = $derived.by(() => (this.over && this.view ? linesOf(this.view) : []));
  readonly standings = $derived.by(() => (this.over && this.view ? standingsOf(this.view) : []));
  readonly told = $derived.by(() =>
    claimBeforeCost(this.past?.events ?? []).flatMap((each) => this.names?.tell(each) ?? []),
  );
  private readonly claimed = $derived.by(() =>
    (this.past?.events ?? []).filter((event) => BUILT.has(event.code)).map((event) => event.facts["lane"] as number),
  );
  readonly placed = $derived.by(() => new Set(settings.moves ? this.claimed : []));
  readonly highlight = $derived.by(() =>
    this.pointed.places.length + this.pointed.lanes.length > 0 ? this.pointed : { places: [], lanes: this.claimed },
  );

  /** At the deal, or at a move that a link names. */
  async load(number = 0): Promise<void> {
    try {
      this.opened = await this.source.open();
      const { board } = this.opened;
      [this.board, this.plan] = await Promise.all([loadBoard(board), loadMap(board)]);
      await this.game.open(number);
    } catch (error) {
      this.refusal = error instanceof Refused ? error : new Refused("server.failed");
    }
  }

  /** The map has names on it: it is another one in another language. */
  async translate(): Promise<void> {
    const board = this.opened?.board;
    if (board) this.plan = await loadMap(board, settings.language);
  }

  go(to: number): void {
    this.playing = false;
    this.pointAtNothing();
    void this.game.go(to);
  }

  private pointAtNothing(): void {
    this.pointed = nothing;
    this.point = null;
  }

  /** The position before a turning point, with what was played and what would have been better on the map. */
  goToPoint(point: TurningPoint): void {
    this.go(point.number - 1);
    const better = point.better?.lane ?? -1;
    const ends = (point.better?.tickets ?? []).flatMap((ticket) => {
      const printed = this.board?.ticket_list[ticket];
      return printed ? [printed.a, ...printed.goals] : [];
    });
    this.point = point;
    this.pointed = {
      places: ends,
      lanes: [point.played.lane, better].filter((lane) => lane >= 0),
      next: better >= 0 ? better : null,
    };
  }

  /** Plays by itself, from the beginning if it is over; or stops. */
  play(): void {
    this.pointAtNothing();
    if (!this.playing && this.game.number >= this.game.last) void this.game.go(0);
    this.playing = !this.playing;
  }

  /** For an effect: the next step, once the last one is there to be seen. Answers what stops it. */
  playOn(): (() => void) | undefined {
    const { game } = this;
    if (!this.playing || this.past?.number !== game.number) return undefined;
    if (game.number >= game.last) {
      this.playing = false;
      return undefined;
    }
    const timer = setTimeout(() => void game.go(game.number + 1), STEP / this.speed);
    return () => clearTimeout(timer);
  }

  /** Plain arrows step, space plays. False for any other key. */
  key(key: string): boolean {
    const does: Record<string, () => void> = {
      ArrowLeft: () => this.go(this.game.number - 1),
      ArrowRight: () => this.go(this.game.number + 1),
      Home: () => this.go(0),
      End: () => this.go(this.game.last),
      " ": () => this.play(),
    };
    does[key]?.();
    return key in does;
  }

  analyse(): void {
    this.analysing = true;
    void this.game.analyse();
  }

  /** The way by which a seat has joined a ticket. */
  pointAtTicket(ticket: number, seat: number): void {
    const printed = this.board?.ticket_list[ticket];
    if (!printed || !this.board || !this.view) return;
    this.pointed = {
      places: [printed.a, ...printed.goals],
      lanes: ticketWay(this.board, this.view.owner, seat, printed),
    };
  }

  pointAtLines(lines: Line[]): void {
    const { board, past } = this;
    if (!board || !past?.view) return;
    const { lit, view } = past;
    this.pointed = together(lines.map((line) => shows(board, view.owner, lit, line)));
  }
}

/** Events in the order of telling: a claim before the cards it cost. */
export function claimBeforeCost(events: EventInfo[]): EventInfo[] {
  const paid = events.filter((event) => event.code === "cards.paid");
  const rest = events.filter((event) => event.code !== "cards.paid");
  const claim = rest.findIndex((event) => event.code === "route.claimed");
  return [...rest.slice(0, claim + 1), ...paid, ...rest.slice(claim + 1)];
}
