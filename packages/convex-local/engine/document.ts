import { getDocumentSize, jsonToConvex } from "convex/values";
import type { Value } from "convex/values";
import { encodeOrderKey } from "../values/order-key.ts";
import type { JsonObject } from "../values/json.ts";
import type { StoredRow } from "../storage/store.ts";

/** A document as it was read: text, parsed when a field is needed. */
export interface Document {
  id: string;
  text: string;
  sizeBytes: number;
  json(): JsonObject;
}

export function documentKey(id: string): Buffer {
  return encodeOrderKey([id]);
}

export function documentFromRow(row: StoredRow): Document {
  let json: JsonObject | undefined;
  const parsed = () => (json ??= JSON.parse(row.text) as JsonObject);
  return {
    get id() {
      return parsed()._id as string;
    },
    text: row.text,
    sizeBytes: row.sizeBytes,
    json: parsed,
  };
}

export function documentFromJson(json: JsonObject): Document {
  return {
    id: json._id as string,
    text: JSON.stringify(json),
    sizeBytes: getDocumentSize(jsonToConvex(json) as Record<string, Value>),
    json: () => json,
  };
}
