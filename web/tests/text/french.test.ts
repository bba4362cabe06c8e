import { beforeEach, expect, it } from "vitest";
import { settings } from "../../src/lib/app/settings.svelte";
import { t } from "../../src/lib/text/words.svelte";

beforeEach(() => settings.set({ language: "fr" }));

it.each([
  ["Ada", "d’Ada"],
  ["Émile et Bo", "d’Émile et Bo"],
  ["œuf", "d’œuf"],
  ["Hélène", "d’Hélène"],
  ["Yves", "d’Yves"],
  ["Yann", "de Yann"],
  ["Bo", "de Bo"],
  ["Houston", "de Houston"],
  ["le joueur neutre", "du joueur neutre"],
  ["la banque", "de la banque"],
])("in French one waits for %s: %s", (names, said) => {
  expect(t("status.wait", { names })).toBe(`En attente ${said}`);
});

it("que is elided, à contracted, and a name is left as it is", () => {
  expect(t("end.why_tickets", { seat: "Inès" })).toContain("qu’Inès");
  expect(t("claim.owned", { owner: "le joueur neutre" })).toBe("Cette route appartient au joueur neutre.");
  expect(t("claim.owned", { owner: "Le Grand" })).toBe("Cette route appartient à Le Grand.");
  expect(t("claim.owned", { owner: "Ada" })).toBe("Cette route appartient à Ada.");
});

it("English joins nothing", () => {
  settings.set({ language: "en" });
  expect(t("status.wait", { names: "Ada" })).not.toContain("’");
});
