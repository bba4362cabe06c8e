/** A text with plain spaces where a printer keeps words together. */
export const plain = (text: string | null): string | null => text?.replace(/[\u00a0\u202f]/g, " ") ?? null;
