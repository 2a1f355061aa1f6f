/**
 * What arguments and results may be: get-convex/convex-backend, crates/value/src (array.rs, object.rs,
 * size.rs), crates/udf/src/helpers.rs, crates/isolate/src/helpers.rs.
 */
import { getConvexSize, jsonToConvex } from "convex/values";
import type { JSONValue } from "convex/values";
import { isJsonObject } from "./json.ts";

const LARGEST_BYTES = 16 * 2 ** 20;
const MOST_ITEMS = 8_192;
const MOST_FIELDS = 1_024;
const LONGEST_FIELD = 1_024;
const DEEPEST = 64;

// No shorter text holds a value of these sizes: two signs for each level, and nine bytes for two signs.
const SHORTEST_DEEP = 2 * DEEPEST;
const SHORTEST_LARGE = (LARGEST_BYTES / 9) * 2;

/** What is wrong with the arguments of a function in Convex's words, or null. */
export function findBadArguments(path: string, text: string, value: JSONValue): string | null {
  const wrong = findBadValue(text, value);
  if (wrong !== null) return `Invalid arguments for ${modulePath(path)}: ${wrong}`;
  const size = sizeIfLarge(text, value);
  if (size === null) return null;
  return `Arguments for ${modulePath(path)} are too large (actual: ${inBinary(size)}, limit: ${inBinary(LARGEST_BYTES)})`;
}

/** The same of its result. */
export function findBadResult(path: string, text: string): string | null {
  const half = findHalfPair(text);
  if (half !== null) {
    return `Function ${modulePath(path)} failed. Could not parse return value as json: ${half}`;
  }
  if (text.length < SHORTEST_DEEP) return null;
  const value = JSON.parse(text) as JSONValue;
  const wrong = findBadValue(text, value);
  if (wrong !== null) return `Function ${modulePath(path)} return value invalid: ${wrong}`;
  const size = sizeIfLarge(text, value);
  if (size === null) return null;
  return `Function ${modulePath(path)} return value is too large (actual: ${inBinary(size)}, limit: ${inBinary(LARGEST_BYTES)})`;
}

/** JSON writes half a pair of surrogates as an escape, which serde_json refuses; whole ones it never escapes. */
export function findHalfPair(text: string): string | null {
  if (!text.includes("\\ud")) return null;
  const half = /(?<!\\)(?:\\\\)*\\ud([89a-f])[0-9a-f]{2}/.exec(text)?.[1];
  if (half === undefined) return null;
  return /[89ab]/.test(half)
    ? "unexpected end of hex escape"
    : "lone leading surrogate in hex escape";
}

/** Of anything that functions take or give; documents have tighter limits of their own. */
export function findBadParts(value: JSONValue): string | null {
  if (Array.isArray(value)) {
    if (value.length > MOST_ITEMS) {
      return `Array length is too long (${value.length} > maximum length ${MOST_ITEMS})`;
    }
    return firstWrong(value);
  }
  if (!isJsonObject(value) || isSpecial(value)) return null;
  const fields = Object.keys(value);
  if (fields.length > MOST_FIELDS) {
    return `Object has too many fields (${fields.length} > maximum number ${MOST_FIELDS})`;
  }
  const long = fields.find((field) => field.length > LONGEST_FIELD);
  if (long !== undefined) {
    return `Field name is too long (${long.length} > maximum ${LONGEST_FIELD})`;
  }
  return firstWrong(Object.values(value));
}

export function depthOf(value: JSONValue): number {
  if (typeof value !== "object" || value === null || isSpecial(value)) return 0;
  let deepest = 0;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item));
  return 1 + deepest;
}

/** As Rust's humansize writes it: `16 MiB`, `1.5 KiB` as `1.50 KiB`. */
export function inBinary(bytes: number): string {
  const unit = bytes >= 2 ** 20 ? "MiB" : bytes >= 2 ** 10 ? "KiB" : "B";
  const value = bytes / { MiB: 2 ** 20, KiB: 2 ** 10, B: 1 }[unit];
  return `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`;
}

function findBadValue(text: string, value: JSONValue): string | null {
  if (text.length < SHORTEST_DEEP) return null;
  const wrong = findBadParts(value);
  if (wrong !== null) return wrong;
  const depth = depthOf(value);
  return depth > DEEPEST
    ? `Value is too nested (nested ${depth} levels deep > maximum nesting ${DEEPEST})`
    : null;
}

function sizeIfLarge(text: string, value: JSONValue): number | null {
  if (text.length < SHORTEST_LARGE) return null;
  const size = getConvexSize(jsonToConvex(value));
  return size > LARGEST_BYTES ? size : null;
}

function firstWrong(values: readonly JSONValue[]): string | null {
  for (const value of values) {
    const wrong = findBadParts(value);
    if (wrong !== null) return wrong;
  }
  return null;
}

function modulePath(path: string): string {
  return path.replace(":", ".js:");
}

/** An int64, bytes and the like, which only look like objects. */
function isSpecial(value: JSONValue): boolean {
  return isJsonObject(value) && Object.keys(value).some((field) => field.startsWith("$"));
}
