/**
 * Every text of the page, in the language of the settings. A template names its parameters in braces;
 * `{count:card|cards}` is the word that goes with a number. What the command line has words for comes from there.
 * A language is loaded when it is first spoken: most visitors need one.
 */
import type { MessageKey } from "../../generated/keys";
import { MARK, join } from "./french";
import { settings, type Language } from "../app/settings.svelte";

export type Params = Record<string, string | number>;

/** What keys begin with: `home.play` is one of `home`. */
export type Section = MessageKey extends `${infer Name}.${string}` ? Name : never;

/** What follows in the keys of a section. */
export type KeyIn<Of extends Section, Key = MessageKey> = Key extends `${Of}.${infer Name}` ? Name : never;

type Texts = Record<string, string>;

const catalogues: Record<Language, () => Promise<{ default: Texts[] }>> = {
  en: () => import("./texts.en"),
  fr: () => import("./texts.fr"),
};

/** With typographic apostrophes in place of straight ones. */
const curled = (text: string): string => text.replaceAll("'", "’");

function printed(...parts: Texts[]): Texts {
  return Object.fromEntries(parts.flatMap(Object.entries<string>).map(([key, text]) => [key, curled(text)]));
}

const texts: Record<Language, Texts> = { en: {}, fr: {} };
const spoken = new Set<Language>();

/** Until the texts of a language are here. */
export async function loadWords(language: Language): Promise<void> {
  if (spoken.has(language)) return;
  const { default: parts } = await catalogues[language]();
  texts[language] = { ...texts[language], ...printed(...parts) };
  spoken.add(language);
}

/** From now on everything is said in this language; in the one before if its texts can't be had. */
export async function speak(language: Language): Promise<void> {
  await loadWords(language).then(
    () => settings.set({ language }),
    () => undefined,
  );
}

/** The words that only one page needs: it brings them along when it is loaded. */
export function learnOwn(words: Record<Language, Texts>): void {
  for (const language of ["en", "fr"] as const) Object.assign(texts[language], printed(words[language]));
}

/** Words that the rules of a board bring along, in English where they have no others. The page's own come first. */
export function learn(words: Record<string, Texts>): void {
  for (const language of ["en", "fr"] as const) {
    const own = texts[language];
    const brought = printed(words["en"] ?? {}, words[language] ?? {});
    texts[language] = { ...brought, ...own };
  }
}

const plurals: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  fr: new Intl.PluralRules("fr"),
};

/** A number stays on the line of what it counts; French keeps : ; ! ? and guillemets with what they belong to. */
function typeset(text: string, language: Language): string {
  const joined = text.replace(/(\d) (?=[\p{L}→×])/gu, "$1\u00a0").replace(/→ (?=\d)/g, "→\u00a0");
  return language === "fr" ? joined.replace(/ ([:;!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0") : joined;
}

function fill(template: string, params: Params, language: Language): string {
  return template.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (one !== undefined && many !== undefined) return plurals[language].select(Number(value)) === "one" ? one : many;
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : language === "fr" ? MARK + value : value;
  });
}

function say(template: string, params: Params): string {
  const language = settings.language;
  // twice: a plural may have a parameter inside
  const filled = fill(fill(template, params, language), params, language);
  return typeset(language === "fr" ? join(filled) : filled, language);
}

/** The text of a key. */
export function t(key: MessageKey, params: Params = {}): string {
  return say(texts[settings.language][key] ?? key, params);
}

/** The text for what the server or a board names, in one of our sections; null if there are no words for it. */
export function lookup(section: Section, name: string, params: Params = {}): string | null {
  const template = texts[settings.language][`${section}.${name}`];
  return template === undefined ? null : say(template, params);
}

/** One for each language, made when it is first needed: to make one takes longer than to write a hundred numbers. */
function inLanguage<Formatter>(make: (language: Language) => Formatter): () => Formatter {
  const made = new Map<Language, Formatter>();
  return () => {
    const known = made.get(settings.language);
    if (known) return known;
    const formatter = make(settings.language);
    made.set(settings.language, formatter);
    return formatter;
  };
}

const numbers = inLanguage((language) => new Intl.NumberFormat(language));
const decimals = inLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const hundredthsOf = inLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const shares = inLanguage(
  (language) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }),
);
const lists = inLanguage((language) => new Intl.ListFormat(language, { type: "conjunction" }));

export function number(value: number): string {
  return numbers().format(value).replace("-", "−");
}

/** With one decimal. */
export function decimal(value: number): string {
  return decimals().format(value).replace("-", "−");
}

export function hundredths(value: number): string {
  return hundredthsOf().format(value).replace("-", "−");
}

/** A share; a dash if there is nothing to share. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "–";
  return shares().format(part / whole);
}

/** The date of a time in milliseconds. */
export function day(time: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(time);
}

/** A text that a board brings along in several languages. */
export function of(names: Record<string, string>): string {
  return curled(names[settings.language] ?? names["en"] ?? Object.values(names)[0] ?? "");
}

export function list(items: string[]): string {
  return lists().format(items);
}

export function ago(time: number): string {
  const seconds = Math.round((time - Date.now()) / 1000);
  const relative = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return relative.format(Math.min(seconds, 0), "second");
}
