/**
 * Bodies with one change, and whether the vendor's document still allows them. This is known from the change itself,
 * without the stand-in's own validation.
 */
import { must } from "@hark/stand-in-kit/must";
import { types } from "@hark/vapi-stand-in/published/document";
import type { Schema } from "@hark/vapi-stand-in/published/schema";

export interface Mutation {
  what: string;
  body: unknown;
  isAllowed: boolean;
}

type Fields = Record<string, unknown>;

/** Changes a valid body in every way. */
export function mutationsOf(schema: Schema, body: unknown): Mutation[] {
  return mutate(schema, body, { path: "the body", replace: (value) => value });
}

export type Addition = Omit<Mutation, "isAllowed">;

/** Adds each published field that the body lacks, one at a time. */
export function additionsTo(schema: Schema, body: unknown): Addition[] {
  return add(schema, body, { path: "the body", replace: (value) => value });
}

function add(given: Schema, value: unknown, place: Place): Addition[] {
  const { items = {}, properties = {} } = branchOf(given, value);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => add(items, item, inside(place, value, index)));
  }
  if (!isFields(value)) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const below = inField(place, value, name);
    if (value[name] !== undefined) return add(field, value[name], below);
    return { what: below.path, body: below.replace(sampleOf(field)) };
  });
}

/** The smallest value that the schema allows. */
function sampleOf(given: Schema): unknown {
  const schema = resolved(given);
  const { oneOf, enum: values, type, properties = {}, required = [], items = {} } = schema;
  if (oneOf?.[0] !== undefined) return sampleOf(oneOf[0]);
  if (values !== undefined) return values[0];
  if (type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [sampleOf(items)];
  if (type === "string") {
    if (schema.format === "uri") return "https://example.com";
    if (schema.format === "date-time") return "2026-01-01T00:00:00.000Z";
    if (schema.format === "uuid") return "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11";
    return "x".repeat(schema.minLength ?? 1);
  }
  const fields = required.map((name) => [name, sampleOf(must(properties[name], name))] as const);
  return Object.fromEntries(fields);
}

function inside(place: Place, value: unknown[], index: number): Place {
  return {
    path: `${place.path}.${index}`,
    replace: (other) => place.replace(value.with(index, other)),
  };
}

function inField(place: Place, value: Fields, name: string): Place {
  return {
    path: `${place.path}.${name}`,
    replace: (other) => place.replace({ ...value, [name]: other }),
  };
}

interface Place {
  path: string;
  /** Returns the whole body with another value at this path. */
  replace: (value: unknown) => unknown;
}

/** Some published maximum lengths exceed the stand-in's limit on bodies. */
const LONGEST_TRIED = 10_000;
const ENOUGH_VALUES = 5;
const STRANGERS = { text: "nonsense", number: 7, flag: true, list: [{}], object: { a: 1 } };

function mutate(given: Schema, value: unknown, place: Place): Mutation[] {
  const schema = branchOf(given, value);
  const changed = (what: string, isAllowed: boolean, other: unknown): Mutation => ({
    what: `${place.path} ${what}`,
    body: place.replace(other),
    isAllowed,
  });
  return [
    ...wrongKinds(given).map(([kind, other]) => changed(`is a ${kind}`, false, other)),
    ...bounds(schema, value).map(([what, isAllowed, other]) => changed(what, isAllowed, other)),
    ...(schema.enum ?? [])
      .filter((other) => other !== value)
      .slice(0, ENOUGH_VALUES)
      .map((other) => changed(`is ${String(other)}`, true, other)),
    ...(Array.isArray(value) ? inItems(schema, value, place) : []),
    ...(isFields(value) && schema.properties !== undefined ? inFields(schema, value, place) : []),
  ];
}

function wrongKinds(given: Schema): [string, unknown][] {
  const taken = kindsOf(given);
  return Object.entries(STRANGERS).filter(([kind]) => !taken.includes(kind));
}

function kindsOf(given: Schema): string[] {
  const { oneOf, enum: values, type } = resolved(given);
  if (oneOf !== undefined) return oneOf.flatMap(kindsOf);
  // None of these is a published value.
  if (values !== undefined) return [];
  const kinds = {
    string: "text",
    number: "number",
    integer: "number",
    boolean: "flag",
    array: "list",
  };
  return type === undefined ? Object.keys(STRANGERS) : [type === "object" ? type : kinds[type]];
}

function bounds(schema: Schema, value: unknown): [string, boolean, unknown][] {
  const { minimum, maximum, minLength, maxLength } = schema;
  const long = (length: number) => "x".repeat(length);
  if (typeof value === "number") {
    return [
      ...(minimum === undefined
        ? []
        : ([
            ["is the least", true, minimum],
            ["is less than the least", false, minimum - 1],
          ] as [string, boolean, unknown][])),
      ...(maximum === undefined
        ? []
        : ([
            ["is the most", true, maximum],
            ["is more than the most", false, maximum + 1],
          ] as [string, boolean, unknown][])),
    ];
  }
  if (typeof value !== "string") return [];
  return [
    ...(minLength === undefined || minLength === 0
      ? []
      : ([["is too short", false, long(minLength - 1)]] as [string, boolean, unknown][])),
    ...(maxLength === undefined || maxLength > LONGEST_TRIED
      ? []
      : ([
          ["is as long as may be", true, long(maxLength)],
          ["is too long", false, long(maxLength + 1)],
        ] as [string, boolean, unknown][])),
  ];
}

function inItems({ items = {} }: Schema, value: unknown[], place: Place): Mutation[] {
  return value.flatMap((item, index) => mutate(items, item, inside(place, value, index)));
}

function inFields(schema: Schema, value: Fields, place: Place): Mutation[] {
  const { properties = {}, required = [] } = schema;
  const unknown = { ...value, somethingElse: 1 };
  return [
    { what: `${place.path} has more`, body: place.replace(unknown), isAllowed: false },
    ...Object.entries(value).flatMap(([name, item]) => {
      const below = inField(place, value, name);
      const { [name]: _, ...others } = value;
      const isAllowed = !required.includes(name);
      return [
        { what: `${below.path} is missing`, body: place.replace(others), isAllowed },
        { what: `${below.path} is null`, body: below.replace(null), isAllowed },
        ...mutate(must(properties[name], below.path), item, below),
      ];
    }),
  ];
}

/** The branch whose constants the body has. */
function branchOf(given: Schema, value: unknown): Schema {
  const schema = resolved(given);
  if (schema.oneOf === undefined) return schema;
  const branches = schema.oneOf.map(resolved);
  return must(
    branches.find(({ properties, type }) =>
      isFields(value)
        ? Object.entries(properties ?? {}).every(
            ([name, field]) => field.enum?.length !== 1 || field.enum[0] === value[name],
          )
        : type === (Array.isArray(value) ? "array" : typeof value),
    ),
    "branch",
  );
}

function resolved(schema: Schema): Schema {
  return schema.ref === undefined ? schema : resolved(must(types[schema.ref], schema.ref));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
