/** Spells validators and values the way Convex's error messages do. */
import { convexToJson } from "convex/values";
import type { Value } from "convex/values";
import type { ValidatorJson } from "./validator.ts";

export function describeValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
      return "v.int64()";
    case "literal":
      return `v.literal(${JSON.stringify(validator.value)})`;
    case "id":
      return `v.id("${validator.tableName}")`;
    case "array":
      return `v.array(${describeValidator(validator.value)})`;
    case "record":
      return `v.record(${describeValidator(validator.keys)}, ${describeValidator(validator.values.fieldType)})`;
    case "union":
      return `v.union(${validator.value.map(describeValidator).join(", ")})`;
    case "object": {
      const sorted = Object.entries(validator.value).sort(([a], [b]) => (a < b ? -1 : 1));
      const fields = sorted.map(([name, { fieldType, optional }]) => {
        const inner = describeValidator(fieldType);
        return `${name}: ${optional ? `v.optional(${inner})` : inner}`;
      });
      return `v.object({${fields.join(", ")}})`;
    }
    default:
      return `v.${validator.type}()`;
  }
}

export function describeValue(value: Value | undefined): string {
  if (value === undefined) return "undefined";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (Array.isArray(value)) return `[${value.map(describeValue).join(", ")}]`;
  if (typeof value === "object" && value !== null && !(value instanceof ArrayBuffer)) {
    if ((value as object).constructor.name !== "Object") return "[unresolved commit timestamp]";
    const fields = Object.entries(value as Record<string, Value | undefined>);
    return `{${fields.map(([name, item]) => `${name}: ${describeValue(item)}`).join(", ")}}`;
  }
  return JSON.stringify(convexToJson(value));
}
