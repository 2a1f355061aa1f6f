/** The sizes and shapes that a stored document may have. */
import type { JsonObject } from "./json.ts";
import { depthOf, findBadParts, inBinary } from "./value-limits.ts";

const LARGEST_BYTES = 2 ** 20;
const DEEPEST = 16;

/** What is wrong with it in Convex's words, or null. */
export function findBadShape(document: JsonObject, sizeBytes: number): string | null {
  const wrong = findBadParts(document);
  if (wrong !== null) return wrong;
  if (sizeBytes > LARGEST_BYTES) {
    return `Value is too large (${inBinary(sizeBytes)} > maximum size ${inBinary(LARGEST_BYTES)})`;
  }
  const depth = depthOf(document);
  if (depth > DEEPEST) {
    return `Document is too nested (nested ${depth} levels deep > maximum nesting ${DEEPEST})`;
  }
  return null;
}
