/**
 * Bodies with one thing changed, and whether the vendor's document still allows them. That is known from how
 * each was made, not from the stand-in's own check of bodies.
 */
import { must } from "../../../local/must.ts";
import { types } from "../../../local/voice/published/document.ts";
import type { Schema } from "../../../local/voice/published/schema.ts";

export interface Mutation {
  what: string;
  body: unknown;
  isAllowed: boolean;
}

type Fields = Record<string, unknown>;
type Replace = (value: unknown) => unknown;

/** Of a body that the schema allows. */
export function mutationsOf(schema: Schema, body: unknown): Mutation[] {
  return mutate(schema, body, { path: "the body", replace: (value) => value });
}

interface Place {
  path: string;
  /** The whole body with this in place of what was there. */
  replace: Replace;
}

/** Some texts may be longer there than a body may be here. */
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
  // None of the strangers is a published value.
  if (values !== undefined) return [];
  const kinds = { string: "text", number: "number", boolean: "flag", array: "list" };
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
  return value.flatMap((item, index) =>
    mutate(items, item, {
      path: `${place.path}.${index}`,
      replace: (other) => place.replace(value.with(index, other)),
    }),
  );
}

function inFields(schema: Schema, value: Fields, place: Place): Mutation[] {
  const { properties = {}, required = [] } = schema;
  const unknown = { ...value, somethingElse: 1 };
  return [
    { what: `${place.path} has more`, body: place.replace(unknown), isAllowed: false },
    ...Object.entries(value).flatMap(([name, item]) => {
      const path = `${place.path}.${name}`;
      const replace: Replace = (other) => place.replace({ ...value, [name]: other });
      const { [name]: _, ...others } = value;
      const isAllowed = !required.includes(name);
      return [
        { what: `${path} is missing`, body: place.replace(others), isAllowed },
        { what: `${path} is null`, body: replace(null), isAllowed },
        ...mutate(must(properties[name], path), item, { path, replace }),
      ];
    }),
  ];
}

/** Which of several the body was meant for: the one whose only values it has. */
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
        : type === typeof value,
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
