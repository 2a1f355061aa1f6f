/** The frames of the sync protocol, as JSON. */
import type { JSONValue } from "convex/values";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { findHalfPair } from "../values/value-limits.ts";

export type ClientMessage =
  | {
      type: "Connect";
      sessionId: string;
      /** How often the client had connected before. */
      connectionCount?: number | null;
      lastCloseReason?: string | null;
      maxObservedTimestamp?: string | null;
    }
  | {
      type: "Authenticate";
      tokenType: "User" | "Admin" | "None";
      value?: string | null;
      impersonating?: JsonObject | null;
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
      componentPath?: string | null;
    }
  | { type: "Event" };

export type QueryModification =
  | {
      type: "Add";
      queryId: number;
      udfPath: string;
      args: JsonObject[];
      journal?: string | null;
      componentPath?: string | null;
    }
  | { type: "Remove"; queryId: number };

export interface StateVersion {
  querySet: number;
  identity: number;
  ts: string;
}

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

/** Validates the whole message before any of it is used, as upstream does: sync_types/src/types/json.rs. */
export function parseClientMessage(text: string): ClientMessage {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new ProtocolError("Received a frame that is not JSON");
  }
  const half = findHalfPair(text);
  if (half !== null) throw new ProtocolError(`Received a frame that is not JSON: ${half}`);
  const type = isJsonObject(message) ? message.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(SHAPES, type)) {
    throw new ProtocolError(`A message's type is one of ${Object.keys(SHAPES).join(", ")}`);
  }
  check(type, message, SHAPES[type as ClientMessage["type"]]);
  return message as ClientMessage;
}

interface Kind {
  is: (value: unknown) => boolean;
  name: string;
}
type Shape = Record<string, Kind>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const text: Kind = { is: (value) => typeof value === "string", name: "a string" };
const argumentList: Kind = {
  is: (value) => Array.isArray(value) && value.length <= 1 && value.every(isJsonObject),
  name: "a list of one object",
};
const list: Kind = { is: Array.isArray, name: "a list" };
const wholeNumber: Kind = {
  is: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32,
  name: "a whole number below 2^32",
};
const session: Kind = {
  is: (value) => typeof value === "string" && UUID.test(value),
  name: "a UUID",
};
const object: Kind = { is: isJsonObject, name: "an object" };
const optional = ({ is, name }: Kind): Kind => ({
  is: (value) => value === undefined || value === null || is(value),
  name: `${name}, if anything`,
});
const anyOf = (...values: string[]): Kind => ({
  is: (value) => values.some((one) => one === value),
  name: values.join(" or "),
});

const CALL: Shape = {
  requestId: wholeNumber,
  udfPath: text,
  args: argumentList,
  componentPath: optional(text),
};
const SHAPES: Record<ClientMessage["type"], Shape> = {
  Connect: {
    sessionId: session,
    connectionCount: optional(wholeNumber),
    lastCloseReason: optional(text),
    maxObservedTimestamp: optional(text),
  },
  Authenticate: {
    tokenType: anyOf("User", "Admin", "None"),
    value: optional(text),
    impersonating: optional(object),
    baseVersion: wholeNumber,
  },
  ModifyQuerySet: { baseVersion: wholeNumber, newVersion: wholeNumber, modifications: list },
  Mutation: CALL,
  Action: CALL,
  Event: {},
};
const MODIFICATIONS: Record<QueryModification["type"], Shape> = {
  Add: {
    queryId: wholeNumber,
    udfPath: text,
    args: argumentList,
    journal: optional(text),
    componentPath: optional(text),
  },
  Remove: { queryId: wholeNumber },
};

function check(path: string, value: unknown, shape: Shape): void {
  const fields = value as JsonObject;
  for (const [name, kind] of Object.entries(shape)) {
    if (!kind.is(fields[name])) throw new ProtocolError(`${path}.${name} must be ${kind.name}`);
  }
  if (!("modifications" in shape)) return;
  for (const [at, one] of (fields.modifications as JSONValue[]).entries()) {
    const place = `${path}.modifications[${at}]`;
    const type = isJsonObject(one) ? one.type : undefined;
    if (type !== "Add" && type !== "Remove") {
      throw new ProtocolError(`${place}.type must be Add or Remove`);
    }
    check(place, one, MODIFICATIONS[type]);
  }
}
