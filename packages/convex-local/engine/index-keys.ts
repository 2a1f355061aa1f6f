import { encodeOrderKey } from "../values/order-key.ts";
import { valueAtPath } from "../values/json.ts";
import { tokensOf } from "../values/search-text.ts";
import type { Index } from "./catalog.ts";
import type { Document } from "./document.ts";

/** The keys of a document in an index: one key, or for a search index one for each distinct word. */
export function indexKeys(index: Index, document: Document): Buffer[] {
  const json = document.json();
  if (index.kind === "database") {
    return [encodeOrderKey(index.fields.map((field) => valueAtPath(json, field)))];
  }
  const [searchField = ""] = index.fields;
  const text = valueAtPath(json, searchField);
  if (typeof text !== "string") return [];
  return [...new Set(tokensOf(text))].map((token) => encodeOrderKey([token, document.id]));
}
