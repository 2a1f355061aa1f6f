/**
 * Values as a snapshot's lines hold them: whole numbers without a point are int64s, with one they are
 * floats (get-convex/convex-backend, crates/value/src/export.rs, ConvexExportJSON).
 */
import { convexToJson, jsonToConvex } from "convex/values";
import type { JSONValue } from "convex/values";
import { int64FromJson, int64Json, isJsonObject } from "../values/json.ts";

export function exportText(value: JSONValue): string {
  if (typeof value === "number") return floatText(value);
  if (Array.isArray(value)) return `[${value.map(exportText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const { $integer, $float } = value;
  if (typeof $integer === "string") return int64FromJson({ $integer }).toString();
  if (typeof $float === "string" && Object.is(jsonToConvex(value), -0)) return "-0.0";
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${exportText(value[field] ?? null)}`).join(",")}}`;
}

function floatText(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

// A string, which is left alone, or a number.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE_NUMBER = /^-?\d+$/;
const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/** JSON of which the whole numbers have become int64s. JSON.parse alone would lose their point. */
export function parseExportText(text: string): JSONValue {
  // What is no JSON must fail as such, and not as what the replacing made of it.
  JSON.parse(text);
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    WHOLE_NUMBER.test(token) ? int64Text(token) : token,
  );
  return JSON.parse(marked) as JSONValue;
}

function int64Text(token: string): string {
  const value = BigInt(token);
  const fits = value >= INT64.least && value <= INT64.most;
  return fits ? JSON.stringify(int64Json(value)) : token;
}

/** The same value in the one form in which it is stored; throws when it is no Convex value. */
export function storedForm(value: JSONValue): JSONValue {
  return convexToJson(jsonToConvex(value));
}

/** For JSON that is not Convex's own: there, a field with a dollar sign has no special meaning. */
export function refuseDollarFields(value: JSONValue): void {
  if (Array.isArray(value)) return value.forEach(refuseDollarFields);
  if (!isJsonObject(value)) return;
  for (const [field, item] of Object.entries(value)) {
    if (field.startsWith("$")) {
      throw new Error(`Field name ${field} starts with '$', which is reserved.`);
    }
    refuseDollarFields(item);
  }
}
