/** Values from other people's JSON, which may have any type. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value alone counts as a list of one. */
export function listOf(value: unknown, maxLength: number): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, maxLength) : [value];
}

/** The text of a string or a number, and of `{ "@id": … }` and `{ "name": … }`; otherwise empty. */
export function textOf(value: unknown, maxLength: number): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string")
    return clean(value.slice(0, maxLength * 2))
      .slice(0, maxLength)
      .trim();
  if (Array.isArray(value)) return textOf(value[0], maxLength);
  if (!isRecord(value)) return "";
  const named = value.name ?? value["@id"];
  return typeof named === "string" ? textOf(named, maxLength) : "";
}

const ENTITIES: Record<string, string> = {
  ...{ "&amp;": "&", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&nbsp;": " " },
  ...{ "&#039;": "'", "&#39;": "'", "&apos;": "'", "&#8211;": "–", "&#8217;": "’" },
};

/** Without tags and the entities that builders leave in JSON. */
function clean(text: string): string {
  return text
    .replace(/<[^<>]*>/g, " ")
    .replace(/&#?\w{2,6};/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
