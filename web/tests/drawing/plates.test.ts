import { expect, test } from "vitest";
import { lineBreaks } from "../../src/lib/drawing/plates";

test("a name is parted between words, and never so that a line has hardly a letter", () => {
  expect(lineBreaks("New Orleans")).toEqual([["New Orleans"], ["New", "Orleans"]]);
  expect(lineBreaks("Homme-de-la-Roche")).toEqual([["Homme-de-la-Roche"], ["Homme-de-", "la-Roche"]]);
  expect(lineBreaks("'s-Hertogenbosch")).toEqual([["'s-Hertogenbosch"]]);
  expect(lineBreaks("La Martinière")).toEqual([["La Martinière"]]);
});
