import shared from "../../generated/words.en.json";

/** locales/AREA.en.json: one file per area of the page. Those of locales/pages come with their page. */
const areas = import.meta.glob<Record<string, string>>("../../locales/*.en.json", { eager: true, import: "default" });

export default [shared, ...Object.values(areas)] as Record<string, string>[];
