import type { LanguageId } from "../../../convex/shared/languages";
import { en, type TalkTexts } from "./languages/en";

type Other = Exclude<LanguageId, "en">;

const OTHERS: Record<Other, () => Promise<TalkTexts>> = {
  da: async () => (await import("./languages/da")).da,
  de: async () => (await import("./languages/de")).de,
  es: async () => (await import("./languages/es")).es,
  fr: async () => (await import("./languages/fr")).fr,
  it: async () => (await import("./languages/it")).it,
  ja: async () => (await import("./languages/ja")).ja,
  nl: async () => (await import("./languages/nl")).nl,
  pl: async () => (await import("./languages/pl")).pl,
  pt: async () => (await import("./languages/pt")).pt,
  sv: async () => (await import("./languages/sv")).sv,
  tr: async () => (await import("./languages/tr")).tr,
};

/** English if there are none in this language, or they do not load. */
export async function loadTexts(language: string): Promise<TalkTexts> {
  const [id = ""] = language.toLowerCase().split("-");
  if (!Object.hasOwn(OTHERS, id)) return en;
  return await OTHERS[id as Other]().catch(() => en);
}
