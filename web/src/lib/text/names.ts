import type { BoardInfo, EventInfo, SeatInfo, TermInfo, TicketInfo } from "../../generated/types";
import params from "../../generated/params.json";
import { botName, colourName, countedName } from "./bots_and_colours";
import { durationInWords } from "./durations";
import { list, lookup, of, t, type Params } from "./words.svelte";
import { grey } from "../drawing/palette";
import { settings } from "../app/settings.svelte";

/** Parameter → what it means, as the engine says it. */
type Meanings = Record<string, string>;
const events = params.events as Record<string, Meanings>;
const refusals = params.refusals as Record<string, Meanings>;
const usual = params.usual as Meanings;

/** The things on a table in words; the page's counterpart of the command line's `Table`. */
export class Names {
  constructor(
    readonly board: BoardInfo,
    readonly people: SeatInfo[],
    readonly me: number | null = null,
    /** Nobody else looks at this screen: what `me` does is told as yours. */
    readonly alone = false,
  ) {}

  seat(seat: number): string {
    if (seat < 0) return t("who.bank");
    const person = this.people[seat];
    if (!person) return t("who.neutral");
    if (person.name) return person.name;
    const alike = this.people.filter((other) => !other.name && other.bot === person.bot);
    const name = botName(person.bot);
    return alike.length > 1 ? `${name} ${seat + 1}` : name; // the number on its badge
  }

  /** The name of a seat; "You" for the seat of whoever looks at this screen. */
  player(seat: number): string {
    return this.alone && seat === this.me ? t("who.you") : this.seat(seat);
  }

  place(place: number): string {
    const found = this.board.locations[place];
    return found ? (found.names[settings.language] ?? found.name) : "";
  }

  lane(lane: number): string {
    const route = this.board.routes[lane];
    return route ? `${this.place(route.a)} – ${this.place(route.b)}` : "";
  }

  /** What a lane costs. */
  cost(lane: number): string {
    const route = this.board.routes[lane];
    if (!route) return "";
    const { cards, colour } = route;
    return colour === grey
      ? t("claim.any", { cards })
      : t("claim.cost", { cards, counted: countedName(colour, cards) });
  }

  /** Which piece a lane takes, where there is more than one kind. */
  piece(lane: number): string {
    const { kinds, routes } = this.board;
    const kind = kinds[routes[lane]?.kind ?? 0];
    return kinds.length > 1 && kind ? of(kind.names) : "";
  }

  /** What a claim costs or brings besides its cards, in a few words; a rule that has none for it shows its key. */
  term(term: TermInfo): string {
    return lookup("terms", term.key, this.fill(term.params)) ?? term.key;
  }

  /** The same as a whole sentence, for the moment before a claim; the few words if there is no sentence. */
  warning(term: TermInfo): string {
    return lookup("terms", `${term.key}/before`, this.fill(term.params)) ?? this.term(term);
  }

  /** The words for all moves of a rule that are alike but for their place. */
  choosing(term: TermInfo): string {
    return lookup("terms", `${term.key}/choose`) ?? t("action.more");
  }

  /** What everybody should see of a rule now. */
  standing(term: TermInfo): string {
    return lookup("status", term.key, this.fill(term.params)) ?? term.key;
  }

  colour(card: number): string {
    return this.board.cards[card] ?? "wild";
  }

  card(card: number): string {
    return card < 0 ? "–" : colourName(this.colour(card));
  }

  /** A card in a sentence. */
  one(card: number): string {
    const colour = this.colour(card);
    return card < 0 ? "–" : (lookup("one", colour) ?? colour);
  }

  counted(card: number, count: number): string {
    return countedName(this.colour(card), count);
  }

  cards(counts: number[]): string {
    const parts = counts.flatMap((count, card) => (count ? [this.counted(card, count)] : []));
    return parts.length ? list(parts) : t("word.nothing");
  }

  ticket(ticket: number): string {
    const found = this.board.ticket_list[ticket];
    return found ? `${this.place(found.a)} ↔ ${this.goals(found)} (${found.points})` : "";
  }

  /** Where a ticket leads: one of these places is enough. */
  goals(ticket: TicketInfo): string {
    return ticket.goals.map((place) => this.place(place)).join(" / ");
  }

  tickets(tickets: number[]): string {
    return tickets.length ? list(tickets.map((ticket) => this.ticket(ticket))) : t("word.none");
  }

  /** Parameters of an event or a refusal, numbers of things turned into their names. */
  fill(facts: Record<string, unknown>, meanings: Meanings = usual): Params {
    const said: Params = {};
    for (const [key, value] of Object.entries(facts)) said[key] = this.inWords(meanings[key] ?? "number", value);
    if (typeof facts["seconds"] === "number") said["time"] = durationInWords(facts["seconds"]);
    if (typeof facts["plain"] === "number" && typeof facts["wilds"] === "number") {
      const counts = new Array<number>(this.board.cards.length).fill(0);
      if (facts["plain"]) counts[facts["colour"] as number] = facts["plain"];
      counts[counts.length - 1] = (counts.at(-1) ?? 0) + facts["wilds"];
      said["payment"] = this.cards(counts);
    }
    return said;
  }

  private inWords(meaning: string, value: unknown): string | number {
    if (typeof value === "number") {
      if (meaning === "slot") return value + 1;
      if (meaning === "lane") return this.lane(value);
      if (meaning === "place") return this.place(value);
      if (meaning === "seat") return this.seat(value);
      if (meaning === "card") return this.one(value);
      if (meaning === "colour") return this.card(value);
      return meaning === "ticket" ? this.ticket(value) : value;
    }
    if (Array.isArray(value)) {
      const items = value as number[];
      if (meaning === "cards") return list(items.map((card) => this.card(card)));
      return meaning === "tickets" ? this.tickets(items) : items.join(", ");
    }
    return (meaning === "reason" && lookup("reason", String(value))) || String(value);
  }

  /** One event in words, as fully as this client may know it; null for what everybody sees anyway. */
  tell(event: EventInfo): string | null {
    if (["hand.dealt", "row.filled", "tickets.chosen", "table.created"].includes(event.code)) return null;
    const said = this.fill({ seat: event.seat, ...event.facts }, events[event.code]);
    const own = event.seat === this.me && "/own";
    const yours = own && this.alone && "/you";
    const isMine = (fact: "to" | "first"): boolean => this.alone && event.facts[fact] === this.me;
    const toYou = isMine("to") ? "/to_you" : isMine("first") && "/you_first";
    const open = Array.isArray(event.facts["discarded"]) && event.facts["discarded"].length > 0 && "/open";
    for (const variant of [toYou, yours, own, open]) {
      const text = variant && lookup("event", event.code + variant, said);
      if (text && isComplete(text)) return text;
    }
    return lookup("event", event.code, said) ?? event.code;
  }

  refusal(code: string, params: Record<string, unknown>): string {
    const said = this.fill(params, refusals[code]);
    return lookup("refused", code, said) ?? lookup("error", code, said) ?? t("error.other", { error: code });
  }
}

/** Whether everything a text needs was told. */
const isComplete = (text: string): boolean => !/\{\w+\}/.test(text);
