/**
 * Every text of the page, in the language of the settings. A template names its parameters in braces;
 * `{count:card|cards}` is the word that goes with a number. What the command line has words for comes from there.
 */
import sharedEnglish from "../../generated/words.en.json";
import sharedFrench from "../../generated/words.fr.json";
import { settings, type Language } from "../app/settings.svelte";

export type Params = Record<string, string | number>;

type Texts = Record<string, string>;

/** locales/AREA.LANGUAGE.json: one file per area of the page and language. */
const english = import.meta.glob<Texts>("../../locales/*.en.json", { eager: true, import: "default" });
const french = import.meta.glob<Texts>("../../locales/*.fr.json", { eager: true, import: "default" });

/** With the apostrophes of a printer; keyboards have the other one. */
const curled = (text: string): string => text.replaceAll("'", "’");

function printed(...parts: Texts[]): Texts {
  return Object.fromEntries(parts.flatMap(Object.entries<string>).map(([key, text]) => [key, curled(text)]));
}

const texts: Record<Language, Texts> = {
  en: printed(sharedEnglish, ...Object.values(english)),
  fr: printed(sharedFrench, ...Object.values(french)),
};

/** Words that the rules of a board bring along, in English where they have no others. The page's own come first. */
export function learn(words: Record<string, Texts>): void {
  for (const language of ["en", "fr"] as const) {
    const own = texts[language];
    const brought = printed(words["en"] ?? {}, words[language] ?? {});
    texts[language] = { ...brought, ...own };
  }
}

function singular(language: Language, value: string | number | undefined): boolean {
  const number = Number(value);
  return language === "fr" ? Math.abs(number) < 2 : number === 1;
}

/** A number stays on the line of what it counts; French keeps : ; ! ? and guillemets with what they belong to. */
function typeset(text: string, language: Language): string {
  const joined = text.replace(/(\d) (?=[\p{L}→×])/gu, "$1\u00a0").replace(/→ (?=\d)/g, "→\u00a0");
  return language === "fr" ? joined.replace(/ ([:;!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0") : joined;
}

function fill(template: string, params: Params, language: Language): string {
  return template.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (one !== undefined && many !== undefined) return singular(language, value) ? one : many;
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

export function knows(key: string): boolean {
  return key in texts[settings.language];
}

/** The text of a key. A key without one is shown as it is: better than nothing, and seen at once. */
export function t(key: string, params: Params = {}): string {
  const language = settings.language;
  const template = texts[language][key];
  if (template === undefined) return key;
  // twice: a plural may have a parameter inside
  return typeset(fill(fill(template, params, language), params, language), language);
}

export function number(value: number): string {
  return new Intl.NumberFormat(settings.language).format(value).replace("-", "−");
}

/** A text that a board brings along in several languages. */
export function of(names: Record<string, string>): string {
  return curled(names[settings.language] ?? names["en"] ?? Object.values(names)[0] ?? "");
}

export function list(items: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "conjunction" }).format(items);
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
