/** What a schema has against a value, worded as the vendor's validation words it. */
import { must } from "@hark/stand-in-kit/must";
import type { Schema } from "./schema.ts";

export type Types = Record<string, Schema>;

export interface Strictness {
  types?: Types;
  /**
   * Requests may say null for what they leave out or take away: the vendor's support says so of a field
   * that the document calls a string (github.com/VapiAI/server-sdk-typescript/issues/8).
   */
  isNullAbsent?: boolean;
}

/** Empty when the schema allows the value; otherwise all that is wrong, with the way to each. */
export function faultsOf(schema: Schema, value: unknown, strictness: Strictness = {}): string[] {
  return check(schema, value, { path: "", ...strictness });
}

interface Place extends Strictness {
  path: string;
}

type Fields = Record<string, unknown>;

const KINDS: Record<string, { isKind: (value: unknown) => boolean; words: string }> = {
  string: { isKind: (value) => typeof value === "string", words: "must be a string" },
  number: {
    isKind: (value) => Number.isFinite(value),
    words: "must be a number conforming to the specified constraints",
  },
  integer: { isKind: Number.isInteger, words: "must be an integer number" },
  boolean: { isKind: (value) => typeof value === "boolean", words: "must be a boolean value" },
  array: { isKind: Array.isArray, words: "must be an array" },
  object: { isKind: isFields, words: "must be an object" },
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const FORMATS: Record<string, { fits: (text: string) => boolean; words: string }> = {
  "date-time": {
    fits: (text) => !Number.isNaN(new Date(text).getTime()),
    words: "must be a Date instance",
  },
  uri: { fits: (text) => URL.canParse(text), words: "must be a URL address" },
  uuid: { fits: (text) => UUID.test(text), words: "must be a UUID" },
};

function check(given: Schema, value: unknown, place: Place): string[] {
  const schema = resolved(given, place.types);
  const said = (words: string) => [`${place.path || "the body"} ${words}`];
  if (value === null && schema.nullable === true) return [];
  if (schema.oneOf !== undefined) {
    const branch = branchFor(schema.oneOf, value, place);
    return branch === undefined ? said(valuesOf(schema.oneOf, value, place)) : branch.faults;
  }
  if (schema.enum !== undefined) {
    return schema.enum.includes(value)
      ? []
      : said(`must be one of the following values: ${schema.enum.join(", ")}`);
  }
  const kind = KINDS[schema.type ?? ""];
  if (kind?.isKind(value) === false) return said(kind.words);
  if (typeof value === "string") return textFaults(schema, value).flatMap(said);
  if (typeof value === "number") return numberFaults(schema, value).flatMap(said);
  if (Array.isArray(value)) {
    const { items = {}, maxItems = Infinity } = schema;
    return [
      ...(value.length > maxItems ? said(`must contain no more than ${maxItems} elements`) : []),
      ...value.flatMap((item, index) => check(items, item, below(place, String(index)))),
    ];
  }
  return isFields(value) ? fieldFaults(schema, value, place) : [];
}

function textFaults({ minLength, maxLength, pattern, format }: Schema, value: string): string[] {
  const { length } = value;
  const known = FORMATS[format ?? ""];
  return [
    ...(maxLength !== undefined && length > maxLength
      ? [`must be shorter than or equal to ${maxLength} characters`]
      : []),
    ...(minLength !== undefined && length < minLength
      ? [`must be longer than or equal to ${minLength} characters`]
      : []),
    ...(pattern !== undefined && !expressionOf(pattern).test(value)
      ? [`must match ${pattern} regular expression`]
      : []),
    ...(known?.fits(value) === false ? [known.words] : []),
  ];
}

/** Some are written as `/…/u` there. */
function expressionOf(pattern: string): RegExp {
  const [, source = pattern, flags = ""] = /^\/(.*)\/(\w*)$/s.exec(pattern) ?? [];
  return new RegExp(source, flags);
}

function numberFaults({ minimum, maximum }: Schema, value: number): string[] {
  return [
    ...(minimum !== undefined && value < minimum ? [`must not be less than ${minimum}`] : []),
    ...(maximum !== undefined && value > maximum ? [`must not be greater than ${maximum}`] : []),
  ];
}

function fieldFaults(schema: Schema, value: Fields, place: Place): string[] {
  const { properties, required = [], additionalProperties } = schema;
  // An object of which nothing is published may hold anything.
  if (properties === undefined && additionalProperties === undefined) return [];
  const known = properties ?? {};
  const prefix = place.path === "" ? "" : `${place.path}.`;
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(known, name));
  return [
    // Nest, which the vendor's API is built with, puts the parent's path first.
    ...others.flatMap(([name, item]) =>
      additionalProperties === undefined
        ? [`${prefix}property ${name} should not exist`]
        : check(additionalProperties, item, below(place, name)),
    ),
    ...Object.entries(known).flatMap(([name, field]) => {
      const item = value[name];
      if (!isAbsent(item, place)) return check(field, item, below(place, name));
      return required.includes(name) ? [`${prefix}${name} should not be empty`] : [];
    }),
  ];
}

function isAbsent(item: unknown, { isNullAbsent }: Strictness): boolean {
  return item === undefined || (item === null && isNullAbsent === true);
}

interface Branch {
  /** As it stands in the list: by its name, if it has one. */
  schema: Schema;
  faults: string[];
}

/** The one that is meant: its `type` or `provider` says so, and where several may be, it has the least faults. */
export function branchFor(
  oneOf: Schema[],
  value: unknown,
  place: Strictness & { path?: string },
): Branch | undefined {
  const [best] = oneOf
    .filter((one) => isMeant(resolved(one, place.types), value, place))
    .map((schema) => ({ schema, faults: check(schema, value, { path: "", ...place }) }))
    .sort((a, b) => a.faults.length - b.faults.length);
  return best;
}

/** Of its kind, and with its values in the fields that can have one only. */
function isMeant(schema: Schema, value: unknown, strictness: Strictness): boolean {
  if (schema.oneOf !== undefined) {
    return schema.oneOf.some((one) => isMeant(resolved(one, strictness.types), value, strictness));
  }
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (KINDS[schema.type ?? ""]?.isKind(value) === false) return false;
  if (!isFields(value)) return true;
  return Object.entries(schema.properties ?? {}).every(
    ([name, field]) =>
      field.enum?.length !== 1 ||
      (isAbsent(value[name], strictness) && schema.required?.includes(name) !== true) ||
      field.enum.includes(value[name]),
  );
}

/** Told when no branch is meant: what the field that decides may say, or the value itself. */
function valuesOf(oneOf: Schema[], value: unknown, { types }: Place): string {
  const branches = oneOf.map((one) => resolved(one, types));
  const plain = branches.flatMap((branch) => branch.enum ?? []);
  const deciding = ["type", "provider", "on", "role"].find((name) =>
    branches.some(({ properties }) => properties?.[name]?.enum?.length === 1),
  );
  const values = branches.flatMap(({ properties }) => properties?.[deciding ?? ""]?.enum ?? []);
  if (isFields(value) && deciding !== undefined) {
    return `must have a ${deciding} of the following values: ${values.join(", ")}`;
  }
  const isAnyText = branches.some((branch) => branch.type === "string");
  if (plain.length > 0 && !isAnyText) {
    return `must be one of the following values: ${plain.join(", ")}`;
  }
  return branches
    .filter((branch) => branch.enum === undefined)
    .map((branch) => KINDS[branch.type ?? ""]?.words ?? "must be something else")
    .filter((words, index, all) => all.indexOf(words) === index)
    .join(" or ");
}

export function resolved(schema: Schema, types: Types = {}): Schema {
  return schema.ref === undefined ? schema : resolved(must(types[schema.ref], schema.ref), types);
}

function below(place: Place, name: string): Place {
  return { ...place, path: place.path === "" ? name : `${place.path}.${name}` };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
