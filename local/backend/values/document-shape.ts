/** The sizes and shapes that a stored document may have. */
import type { JSONValue } from "convex/values";
import { formatBytes } from "./format-bytes.ts";
import { isJsonObject } from "./json.ts";
import type { JsonObject } from "./json.ts";

const LARGEST_BYTES = 2 ** 20;
const MOST_ITEMS = 8_192;
const MOST_FIELDS = 1_024;
const DEEPEST = 16;

/** What is wrong with it in Convex's words, or null. */
export function findBadShape(document: JsonObject, sizeBytes: number): string | null {
  const wrong = checkParts(document);
  if (wrong !== null) return wrong;
  if (sizeBytes > LARGEST_BYTES) {
    return `Value is too large (${formatBytes(sizeBytes)} > maximum size ${formatBytes(LARGEST_BYTES)})`;
  }
  const depth = depthOf(document);
  if (depth > DEEPEST) {
    return `Document is too nested (nested ${depth} levels deep > maximum nesting ${DEEPEST})`;
  }
  return null;
}

function checkParts(value: JSONValue): string | null {
  if (Array.isArray(value)) {
    if (value.length > MOST_ITEMS) {
      return `Array length is too long (${value.length} > maximum length ${MOST_ITEMS})`;
    }
    return firstWrong(value);
  }
  if (!isJsonObject(value)) return null;
  const fields = Object.keys(value);
  if (fields.length > MOST_FIELDS) {
    return `Object has too many fields (${fields.length} > maximum number ${MOST_FIELDS})`;
  }
  return firstWrong(Object.values(value));
}

function firstWrong(values: readonly JSONValue[]): string | null {
  for (const value of values) {
    const wrong = checkParts(value);
    if (wrong !== null) return wrong;
  }
  return null;
}

function depthOf(value: JSONValue): number {
  if (typeof value !== "object" || value === null || isSpecial(value)) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** An int64, bytes and the like, which only look like objects. */
function isSpecial(value: JSONValue): boolean {
  return isJsonObject(value) && Object.keys(value).some((field) => field.startsWith("$"));
}
