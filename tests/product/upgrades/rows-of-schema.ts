/** Rows of every form that a schema allows, for a data folder in which nothing of a release is missing. */
import type { GenericValidator, Validator } from "convex/values";

/** The ids that a row may name, by table. */
export type KnownIds = ReadonlyMap<string, string>;

/** What a table's row is made with. */
export interface Form {
  ids: KnownIds;
  /** Chooses between the members of a union. */
  variant: number;
  /** Whether optional fields are there. Older rows lack them. */
  isFull: boolean;
}

type AnyValidator = Validator<unknown, "required" | "optional", string>;

/** Enough variants for each member of each union. */
export function variantsOf(validator: GenericValidator): number {
  const one = validator as AnyValidator;
  switch (one.kind) {
    case "union":
      return Math.max(one.members.length, ...one.members.map(variantsOf));
    case "object":
      return Math.max(1, ...Object.values(one.fields).map(variantsOf));
    case "array":
      return variantsOf(one.element);
    default:
      return 1;
  }
}

/** The tables whose ids a row without optional fields has. */
export function tablesNamedBy(validator: GenericValidator): string[] {
  const one = validator as AnyValidator;
  switch (one.kind) {
    case "id":
      return [one.tableName];
    case "object":
      return Object.values(one.fields)
        .filter((field) => field.isOptional === "required")
        .flatMap(tablesNamedBy);
    case "union":
      return tablesNamedBy(firstOf(one.members));
    default:
      return [];
  }
}

/** A value that the validator accepts. The name makes texts recognizable. */
export function valueFor(validator: GenericValidator, name: string, form: Form): unknown {
  const one = validator as AnyValidator;
  switch (one.kind) {
    case "string":
      return `${name} ${form.variant}`;
    case "float64":
      return 1_000 + form.variant;
    case "boolean":
      return form.variant % 2 === 0;
    case "null":
      return null;
    case "bytes":
      return new Uint8Array([form.variant]).buffer;
    case "literal":
      return one.value;
    case "any":
      return { [name]: form.variant };
    case "id":
      return form.ids.get(one.tableName);
    case "array": {
      const element = form.isFull ? valueFor(one.element, name, form) : undefined;
      return element === undefined ? [] : [element];
    }
    case "record":
      return {};
    case "union":
      return valueFor(memberOf(one.members, form), name, form);
    case "object": {
      const fields = Object.entries(one.fields).filter(
        ([, field]) => form.isFull || field.isOptional === "required",
      );
      const values = fields.map(([key, field]) => [key, valueFor(field, key, form)] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    }
    default:
      throw new Error(`No row is made with ${one.kind} yet`);
  }
}

function memberOf(members: readonly GenericValidator[], form: Form): GenericValidator {
  return form.isFull
    ? (members[form.variant % members.length] ?? firstOf(members))
    : firstOf(members);
}

/** Null, if it is allowed, so that the least row names as few other rows as it can. */
function firstOf(members: readonly GenericValidator[]): GenericValidator {
  const [first] = members.toSorted((a, b) => Number(b.kind === "null") - Number(a.kind === "null"));
  if (first === undefined) throw new Error("A union without members");
  return first;
}
