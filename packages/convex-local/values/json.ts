/** Convex's JSON form of values: special values are objects with a single `$` field. */
import { jsonToConvex } from "convex/values";
import type { JSONValue, Value } from "convex/values";

export type JsonObject = Record<string, JSONValue>;

const COMMIT_TIME = '{"$commitTs":null}';

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at `a.b.c`, or undefined where the path leads nowhere. */
export function valueAtPath(document: JsonObject, path: string): Value | undefined {
  let current: JSONValue | undefined = document;
  for (const field of path.split(".")) {
    if (!isJsonObject(current)) return undefined;
    current = current[field];
  }
  return current === undefined ? undefined : jsonToConvex(current);
}

/** A value as queries and patches carry it, where `{$undefined: null}` stands for a missing field. */
export function maybeUndefined(json: JSONValue): Value | undefined {
  if (isJsonObject(json) && "$undefined" in json) return undefined;
  return jsonToConvex(json);
}

export function hasCommitTime(text: string): boolean {
  return text.includes(COMMIT_TIME);
}

/** Puts the commit's own timestamp where a document asked for it. */
export function resolveCommitTime(json: JSONValue, timestamp: bigint): JSONValue {
  if (Array.isArray(json)) return json.map((item) => resolveCommitTime(item, timestamp));
  if (!isJsonObject(json)) return json;
  if ("$commitTs" in json) return int64Json(timestamp);
  return Object.fromEntries(
    Object.entries(json).map(([field, value]) => [field, resolveCommitTime(value, timestamp)]),
  );
}

export function int64Json(value: bigint): { $integer: string } {
  const word = Buffer.alloc(8);
  word.writeBigInt64LE(value);
  return { $integer: word.toString("base64") };
}

export function int64FromJson({ $integer }: { $integer: string }): bigint {
  return Buffer.from($integer, "base64").readBigInt64LE();
}
