/** The drawings of train cards, as `ferrovia.draw.cards` makes them for the page and for paper. */
import drawings from "../generated/cards.json";

export interface CardPart {
  /** A place in `paths`. */
  path: number;
  fill?: string;
  stroke?: string;
  pen?: number;
  opacity: number;
  x?: number;
  y?: number;
  scale: number;
}

/** `small`: as small as a card is in a row of many. */
interface Drawn {
  large: CardPart[];
  small: CardPart[];
}

export const paths: string[] = drawings.paths;
/** By colour. */
export const faces = drawings.faces as Record<string, Drawn>;
export const back: Drawn = drawings.back;
/** The wild card's mark, of radius 1 around 0,0. */
export const wheel: Drawn = drawings.wheel;
/** Where a card's name stands on a large face. */
export const name = drawings.name;
