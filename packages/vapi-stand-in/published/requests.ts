/** Takes what the vendor's document allows and the stand-in simulates, and refuses the rest. */
import type { Context } from "hono";
import { must } from "@hark/stand-in-kit/must";
import { ApiError } from "../http/api-error.ts";
import { operations, types } from "./document.ts";
import { branchFor, faultsOf, isFields, resolved } from "./faults.ts";
import type { Schema } from "./schema.ts";
import { unsimulated } from "./simulated.ts";

type Fields = Record<string, unknown>;

export async function jsonOf({ req }: Context): Promise<unknown> {
  const body = await req.text();
  try {
    return JSON.parse(body === "" ? "{}" : body) as unknown;
  } catch {
    throw new ApiError(400, "The body is not valid JSON.");
  }
}

/** A body that fits; otherwise a 400 that lists all that is wrong with it. */
export function checked(schema: Schema, value: unknown): Fields {
  const faults = faultsOf(schema, value, { types, isNullAbsent: true });
  if (faults.length > 0) throw new ApiError(400, faults);
  return value as Fields;
}

/** The same for what an operation of the document takes: `POST /assistant`. */
export function checkedBody(operation: string, value: unknown): Fields {
  const schema = must(operations[operation]?.body, operation);
  return withoutNulls(schema, simulatedOnly(schema, value)) as Fields;
}

/** The same, with a null for each field that is to go. */
export function checkedChange(operation: string, value: unknown): Fields {
  const change = checkedBody(operation, value);
  const removed = Object.entries(value as Fields).filter(([, item]) => item === null);
  return { ...change, ...Object.fromEntries(removed) };
}

/** The same for the query of an operation, its numbers as numbers. */
export function checkedQuery(operation: string, query: URLSearchParams): Fields {
  const schema = must(operations[operation]?.query, operation);
  return checked(schema, queryOf(schema, query));
}

export function queryOf({ properties }: Schema, query: URLSearchParams): Fields {
  return Object.fromEntries(
    [...query].map(([name, value]) => {
      const isNumber = properties?.[name]?.type === "number" && value.trim() !== "";
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

export function notSimulated(what: string[]): ApiError {
  const details = what.map((one) => `${one} is not simulated by the local voice platform`);
  return new ApiError(400, details, "not_simulated");
}

function simulatedOnly(schema: Schema, value: unknown): Fields {
  const body = checked(schema, value);
  const vain = unsimulated(schema, body);
  if (vain.length > 0) throw notSimulated(vain);
  return body;
}

/** Without what is null and published by name: answers may not show it. Metadata keeps what it has. */
function withoutNulls(schema: Schema, value: unknown): unknown {
  const { oneOf, items = {}, properties = {} } = resolved(schema, types);
  if (oneOf !== undefined) {
    const branch = branchFor(oneOf, value, { types, isNullAbsent: true });
    return withoutNulls(branch?.schema ?? {}, value);
  }
  if (Array.isArray(value)) return value.map((item) => withoutNulls(items, item));
  if (!isFields(value)) return value;
  const given = Object.entries(value).filter(
    ([name, item]) => item !== null || !Object.hasOwn(properties, name),
  );
  return Object.fromEntries(
    given.map(([name, item]) => [name, withoutNulls(properties[name] ?? {}, item)]),
  );
}
