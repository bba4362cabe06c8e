/** Reactions, each drawn in lines on a square of 24: what is filled, and what is only outlined. */
export interface Drawn {
  fill?: string;
  line: string;
}

export const reactions = {
  /** A steam whistle. */
  whistle: {
    line: "M3 10H13V16H6A3 3 0 0 1 3 13ZM13 11H16M8 10V7M6 7H10M17 8C19 7 19 5 21 4M17.500 11.500H21M17 15C19 16 19 18 21 19",
  },
  /** A semaphore that says: go. */
  clear: { fill: "M10 5L19 2L20 5L11 8Z", line: "M9 21V3M6 21H12M10 5L19 2L20 5L11 8ZM9 3A1 1 0 0 1 9 2" },
  star: {
    fill: "M12 3L14.600 9.200L21 9.700L16.100 13.900L17.600 20.300L12 16.900L6.400 20.300L7.900 13.900L3 9.700L9.400 9.200Z",
    line: "M12 3L14.600 9.200L21 9.700L16.100 13.900L17.600 20.300L12 16.900L6.400 20.300L7.900 13.900L3 9.700L9.400 9.200Z",
  },
  heart: {
    fill: "M12 20C6 15.500 3 12.500 3 9A4.500 4.500 0 0 1 12 7A4.500 4.500 0 0 1 21 9C21 12.500 18 15.500 12 20Z",
    line: "M12 20C6 15.500 3 12.500 3 9A4.500 4.500 0 0 1 12 7A4.500 4.500 0 0 1 21 9C21 12.500 18 15.500 12 20Z",
  },
  /** Bad luck: it rains. */
  rain: { line: "M7 14A4 4 0 0 1 7 6A5 5 0 0 1 16.500 7.500A3.300 3.300 0 0 1 17 14ZM8 17L7 20M12 17L11 21M16 17L15 20" },
  /** Take your time. */
  coffee: { line: "M4 10H16V15A4 4 0 0 1 12 19H8A4 4 0 0 1 4 15ZM16 11H18A2.500 2.500 0 0 1 18 16H16M3 21.500H17M8 7C7 5.500 9 4.500 8 3M12 7C11 5.500 13 4.500 12 3" },
} as const satisfies Record<string, Drawn>;

export type Reaction = keyof typeof reactions;

export const isReaction = (name: string): name is Reaction => name in reactions;
