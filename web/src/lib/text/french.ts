/** How French joins a small word to the name that follows it: d’Ada, qu’Inès, au joueur neutre. */

/** Stands before a parameter that was filled in. */
export const MARK = "\u0002";

const ELIDED = new RegExp(`(?<!\\p{L})(d|qu)e ${MARK}(?=[aeiouâàäéèêëîïôöùûüœæ]|y[^aeiou]|h[éèy])`, "giu");
const CONTRACTED = new RegExp(`(?<!\\p{L})(de|à) ${MARK}(les?) `, "gu");
const CONTRACTIONS: Record<string, string> = { "de le": "du", "de les": "des", "à le": "au", "à les": "aux" };

/** A text with marked parameters, as it is written. Only what was filled in is joined: the text itself is right. */
export function join(text: string): string {
  return text
    .replace(ELIDED, "$1’")
    .replace(CONTRACTED, (_, word: string, article: string) => `${CONTRACTIONS[`${word} ${article}`] ?? ""} `)
    .replaceAll(MARK, "");
}
