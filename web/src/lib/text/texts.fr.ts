import shared from "../../generated/words.fr.json";

/** locales/AREA.fr.json: one file per area of the page. Those of locales/pages come with their page. */
const areas = import.meta.glob<Record<string, string>>("../../locales/*.fr.json", { eager: true, import: "default" });

export default [shared, ...Object.values(areas)] as Record<string, string>[];
