/** The frames of the sync protocol, as JSON. */
import type { JSONValue } from "convex/values";
import type { JsonObject } from "../values/json.ts";

export type ClientMessage =
  | {
      type: "Connect";
      sessionId: string;
      connectionCount: number;
      lastCloseReason: string | null;
      maxObservedTimestamp?: string;
    }
  | {
      type: "Authenticate";
      tokenType: "User" | "Admin" | "None";
      value?: string;
      impersonating?: JsonObject;
      baseVersion: number;
    }
  | {
      type: "ModifyQuerySet";
      baseVersion: number;
      newVersion: number;
      modifications: QueryModification[];
    }
  | {
      type: "Mutation" | "Action";
      requestId: number;
      udfPath: string;
      args: JsonObject[];
      componentPath?: string;
    }
  | { type: "Event"; eventType: string; event: JSONValue };

export type QueryModification =
  | {
      type: "Add";
      queryId: number;
      udfPath: string;
      args: JsonObject[];
      journal?: string | null;
      componentPath?: string;
    }
  | { type: "Remove"; queryId: number };

export interface StateVersion {
  querySet: number;
  identity: number;
  ts: string;
}

export type StateModification =
  | {
      type: "QueryUpdated";
      queryId: number;
      value: JSONValue;
      logLines: string[];
      journal: string | null;
    }
  | {
      type: "QueryFailed";
      queryId: number;
      errorMessage: string;
      logLines: string[];
      errorData?: JSONValue;
      journal: string | null;
    }
  | { type: "QueryRemoved"; queryId: number };

/** A timestamp as eight bytes, least significant first, in base 64. */
export function encodeTimestamp(timestamp: bigint): string {
  const word = Buffer.alloc(8);
  word.writeBigUInt64LE(timestamp);
  return word.toString("base64");
}

export function decodeTimestamp(text: string): bigint {
  const word = Buffer.from(text, "base64");
  if (word.length !== 8) throw new ProtocolError(`Bad timestamp ${JSON.stringify(text)}`);
  return word.readBigUInt64LE();
}

/** The client broke the protocol; it must not try again with the same. */
export class ProtocolError extends Error {}

export function parseClientMessage(text: string): ClientMessage {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new ProtocolError("Received a frame that is not JSON");
  }
  if (!isMessage(message)) throw new ProtocolError("Received a message of an unknown form");
  return message;
}

const FIELDS: Record<ClientMessage["type"], Record<string, "string" | "number" | "object">> = {
  Connect: { sessionId: "string" },
  Authenticate: { tokenType: "string", baseVersion: "number" },
  ModifyQuerySet: { baseVersion: "number", newVersion: "number", modifications: "object" },
  Mutation: { requestId: "number", udfPath: "string", args: "object" },
  Action: { requestId: "number", udfPath: "string", args: "object" },
  Event: {},
};

function isMessage(value: unknown): value is ClientMessage {
  if (typeof value !== "object" || value === null) return false;
  const { type } = value as { type?: unknown };
  if (typeof type !== "string" || !Object.hasOwn(FIELDS, type)) return false;
  const fields = Object.entries(FIELDS[type as ClientMessage["type"]]);
  return fields.every(([name, kind]) => typeof (value as JsonObject)[name] === kind);
}
