/** Converts Convex validators to JSON Schema, so that the document describes what the functions check. */
import type { GenericValidator, Validator } from "convex/values";

export type JsonSchema = Record<string, unknown>;

const notes = new WeakMap<GenericValidator, JsonSchema>();

/** Adds what a validator cannot express, such as a description or a format. */
export function described<V extends GenericValidator>(validator: V, note: JsonSchema | string): V {
  notes.set(validator, typeof note === "string" ? { description: note } : note);
  return validator;
}

/** Validators in `names` become references to the document's list of schemas. */
export function jsonSchemaOf(
  validator: GenericValidator,
  names: ReadonlyMap<GenericValidator, string> = new Map(),
): JsonSchema {
  const name = names.get(validator);
  const note = notes.get(validator) ?? {};
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return { ...shapeOf(validator as Validator<unknown, "optional" | "required", string>), ...note };

  function shapeOf(given: Validator<unknown, "optional" | "required", string>): JsonSchema {
    switch (given.kind) {
      case "null":
        return { type: "null" };
      case "boolean":
      case "string":
        return { type: given.kind };
      case "id":
        return { type: "string" };
      case "float64":
        return { type: "number" };
      case "literal":
        return { const: given.value };
      case "array":
        return { type: "array", items: jsonSchemaOf(given.element, names) };
      case "object": {
        const fields = Object.entries(given.fields);
        return {
          type: "object",
          properties: Object.fromEntries(
            fields.map(([field, inner]) => [field, jsonSchemaOf(inner, names)]),
          ),
          required: fields.flatMap(([field, { isOptional }]) =>
            isOptional === "required" ? [field] : [],
          ),
        };
      }
      case "union":
        return unionOf(given.members, names);
      default:
        throw new Error(`JSON has no schema for ${given.kind}`);
    }
  }
}

/** Several texts become an `enum`, and null becomes a second type, as people write it. */
function unionOf(
  members: GenericValidator[],
  names: ReadonlyMap<GenericValidator, string>,
): JsonSchema {
  const others = members.filter(({ kind }) => kind !== "null");
  const schemas = others.map((member) => jsonSchemaOf(member, names));
  const values = schemas.map((schema) => schema.const);
  const types = schemas.map(({ type }) => type);
  const isPlain = schemas.every((schema) => Object.keys(schema).length === 1);
  const [only] = schemas;
  const either: JsonSchema = values.every((value) => typeof value === "string")
    ? { type: "string", enum: values }
    : schemas.length === 1 && only !== undefined
      ? only
      : isPlain && !types.includes(undefined)
        ? { type: types }
        : { anyOf: schemas };
  return others.length === members.length ? either : orNull(either);
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema;
  if (type === undefined) {
    const schemas = Array.isArray(anyOf) ? (anyOf as unknown[]) : [schema];
    return { anyOf: [...schemas, { type: "null" }] };
  }
  const types: unknown[] = Array.isArray(type) ? type : [type];
  const withNull = Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {};
  return { ...schema, type: [...types, "null"], ...withNull };
}
