import type { Facts } from "../knowledge/reading/facts";
import type { TrialTopic } from "../shared/siteTrials";
import type { TrialSite } from "./readSite";

/** Words with which pages speak about a topic, in the languages that assistants speak most. */
const WORDS: Record<TrialTopic, RegExp> = {
  hours:
    /opening (hours|times)|opens? at|open (daily|from|on)|öffnungszeiten|geöffnet|horaires|ouvert|horario|orari|openingstijden|öppettider|åbningstider|godziny otwarcia|営業時間/i,
  prices:
    /(?:[€$£¥]|\b(?:eur|chf|usd|gbp))\s?\d|\d\s?(?:€|£|(?:eur|chf|usd|dollars?|euros?|zł|kr)\b)/i,
  place:
    /\b(street|square|avenue|road)\b|\w+(straße|strasse|gasse|platz)\b|\b(rue|via|calle|plaza|piazza)\s/i,
  phone: /\+\d[\d\s()/-]{6,}|\btel(ephone|efon|éfono)?[.:]/i,
  booking:
    /\b(book(ing)?s?|appointments?|reserv\w+)\b|\btermine?\b|rendez-vous|prenota\w*|\bcita\b/i,
  delivery: /\b(deliver(y|ies)?|shipping|liefer\w+|livraison|envíos?|spedizion\w+|verzend\w+)\b/i,
};

/** What the pages obviously have an answer to, the most asked first. */
export function topicsOf({ pages }: TrialSite, facts: Facts): TrialTopic[] {
  const stated: Partial<Record<TrialTopic, unknown>> = {
    hours: facts.openingHours,
    prices: facts.priceRange,
    place: facts.address,
    phone: facts.telephone,
  };
  const text = pages.map((page) => page.text).join("\n");
  return (Object.keys(WORDS) as TrialTopic[]).filter(
    (topic) => (stated[topic] ?? null) !== null || WORDS[topic].test(text),
  );
}

/** What a row of a table, a list or a menu names before its price. */
const PRICED =
  /^(?:[-•] )?(\p{L}[\p{L}\d '’-]{2,39}?)(?: \||:| [–—-]) *(?:from |ab )?(?:(?:[€$£¥]|eur|chf|usd|gbp) ?)?\d/imu;

export function pricedIn({ pages }: TrialSite): string | null {
  const lines = pages.flatMap(({ text }) => text.split("\n"));
  for (const line of lines) {
    if (!WORDS.prices.test(line)) continue;
    const [, name] = PRICED.exec(line) ?? [];
    if (name !== undefined) return name.trim();
  }
  return null;
}
