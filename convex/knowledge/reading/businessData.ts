import { parseJson } from "../../lib/fields";
import { isRecord, listOf, textOf } from "./untyped";

/**
 * A business in JSON-LD: https://schema.org/LocalBusiness has about 150 subtypes, so we choose by what an entry says and not
 * by a list of types.
 */

const MAX_ENTRIES = 2000;
const MAX_ADDRESS_LENGTH = 300;
/** What these say about themselves, and whatever is inside them, is not about the business. */
const OTHER_THINGS =
  /(Event|Review|Rating|Article|Posting|Person|Product|Offer|Recipe|Course|Comment|List)$/;

/**
 * What a page's entries say about its business, those first that say most. Two entries of one type are two branches, of
 * which we take one.
 */
export function businessIn(texts: readonly string[]): Record<string, unknown> {
  const scored = entriesOf(texts)
    .map((entry) => ({ entry, score: scoreOf(entry) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const byType = new Map<string, Record<string, unknown>>();
  for (const { entry } of scored) {
    const type = typeOf(entry);
    if (!byType.has(type)) byType.set(type, entry);
  }
  return Object.assign({}, ...[...byType.values()].reverse()) as Record<string, unknown>;
}

/** Of text or of https://schema.org/PostalAddress: street, postal code and town, country. */
export function addressText(value: unknown): string {
  const [address] = listOf(value, 1);
  if (!isRecord(address)) return textOf(address, MAX_ADDRESS_LENGTH);
  const part = (name: string) => textOf(address[name], MAX_ADDRESS_LENGTH);
  const town = [part("postalCode"), part("addressLocality")].filter((one) => one !== "").join(" ");
  return [part("streetAddress"), town, part("addressRegion"), part("addressCountry")]
    .filter((one) => one !== "")
    .join(", ")
    .slice(0, MAX_ADDRESS_LENGTH);
}

/** Breadth first and without recursion, because a stranger decides how deep this is. */
function entriesOf(texts: readonly string[]): Record<string, unknown>[] {
  const waiting: unknown[] = texts.map(parse);
  const entries: Record<string, unknown>[] = [];
  for (let at = 0; at < waiting.length && at < MAX_ENTRIES; at++) {
    const value = waiting[at];
    const left = MAX_ENTRIES - waiting.length;
    if (Array.isArray(value)) waiting.push(...listOf(value, Math.max(0, left)));
    if (!isRecord(value) || isOtherThing(value)) continue;
    entries.push(value);
    for (const inner of Object.values(value).slice(0, Math.max(0, left))) {
      if (typeof inner === "object" && inner !== null) waiting.push(inner);
    }
  }
  return entries;
}

function isOtherThing(entry: Record<string, unknown>): boolean {
  return listOf(entry["@type"], 10).some((type) => OTHER_THINGS.test(textOf(type, 100)));
}

function scoreOf(entry: Record<string, unknown>): number {
  if (typeOf(entry) === "") return 0;
  const has = (name: string) => (entry[name] === undefined ? 0 : 1);
  const hours = has("openingHours") + has("openingHoursSpecification");
  const contact = has("telephone") + has("address") + has("email") + has("priceRange");
  // A name alone is that of a page, an image or an organization that only published the page.
  return hours * 3 + contact * 2 === 0 ? 0 : hours * 3 + contact * 2 + has("name");
}

function typeOf(entry: Record<string, unknown>): string {
  return textOf(entry["@type"], 100);
}

/** Some builders write comments or CDATA around it. */
function parse(text: string): unknown {
  return parseJson(
    text.replace(/^\s*(<!--|\/\/<!\[CDATA\[|<!\[CDATA\[)|(-->|\/\/\]\]>|\]\]>)\s*$/g, ""),
  );
}
