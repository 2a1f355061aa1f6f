/** Resend's document, as reduced by `reduce.ts`, and the validation of values against it. */
import { readFileSync } from "node:fs";
import { must } from "@hark/stand-in-kit/must";
import type { Operation, PublishedDocument, Schema } from "./schema.ts";

const REDUCED = new URL("resend.json", import.meta.url);

export const { operations, types } = JSON.parse(readFileSync(REDUCED, "utf8")) as PublishedDocument;

/** Null for a path that Resend does not have. */
export function operationFor(method: string, pathname: string): Operation | null {
  const names = Object.keys(operations).filter((candidate) => {
    const [verb, path] = candidate.split(" ");
    return verb === method && fits(must(path, "path"), pathname);
  });
  // `/emails/batch` is not an email with the id "batch".
  const name = names.find((candidate) => !candidate.includes("{")) ?? names[0];
  return name === undefined ? null : must(operations[name], name);
}

/** Whether Resend has the path, with any method. */
export function isKnownPath(pathname: string): boolean {
  return Object.keys(operations).some((name) => fits(must(name.split(" ")[1], "path"), pathname));
}

function fits(pattern: string, pathname: string): boolean {
  const [wanted, given] = [pattern.split("/"), pathname.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith("{") ? given[at] !== "" : part === given[at]))
  );
}

type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lists what does not match the schema, each with its path. An unlisted property is an error too. */
export function faultsOf(schema: Schema, value: unknown, at = ""): string[] {
  const here = at === "" ? "the whole" : at;
  if (schema.ref !== undefined) return faultsOf(must(types[schema.ref], schema.ref), value, at);
  if (schema.oneOf !== undefined) {
    const found = schema.oneOf.map((one) => faultsOf(one, value, at));
    return found.some((faults) => faults.length === 0)
      ? []
      : [`${here} matches none of its schemas`];
  }
  const kinds = schema.type === undefined ? [] : [schema.type].flat();
  if (kinds.length > 0 && !kinds.some((kind) => isOf(kind, value))) {
    return [`${here} must be ${kinds.join(" or ")}`];
  }
  if (schema.const !== undefined && value !== schema.const) return [`${here} is not its constant`];
  if (schema.enum?.includes(value) === false) return [`${here} is not one of its values`];
  if (typeof value === "string" && schema.format === "uuid" && !UUID.test(value)) {
    return [`${here} is not a UUID`];
  }
  if (typeof value === "number" && outOf(value, schema.minimum, schema.maximum)) {
    return [`${here} is out of range`];
  }
  if (Array.isArray(value)) {
    if (outOf(value.length, schema.minItems, schema.maxItems)) {
      return [`${here} has ${value.length} items`];
    }
    const { items } = schema;
    return items === undefined
      ? []
      : value.flatMap((item, index) => faultsOf(items, item, `${at}[${index}]`));
  }
  return isFields(value) ? faultsInside(schema, value, at) : [];
}

function faultsInside(schema: Schema, value: Fields, at: string): string[] {
  const { properties, additionalProperties, required = [] } = schema;
  const way = (name: string) => (at === "" ? name : `${at}.${name}`);
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => `${way(name)} is missing`);
  const inside = Object.entries(value).flatMap(([name, item]) => {
    const one = properties?.[name] ?? additionalProperties;
    if (item === undefined) return [];
    if (one !== undefined) return faultsOf(one, item, way(name));
    return properties === undefined ? [] : [`${way(name)} is not published`];
  });
  return [...missing, ...inside];
}

export const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

function isOf(kind: string, value: unknown): boolean {
  if (kind === "array") return Array.isArray(value);
  if (kind === "object") return isFields(value);
  if (kind === "null") return value === null;
  if (kind === "integer") return Number.isInteger(value);
  return typeof value === kind;
}

function outOf(value: number, least = -Infinity, most = Infinity): boolean {
  return value < least || value > most;
}
