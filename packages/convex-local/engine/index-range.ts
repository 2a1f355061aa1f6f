/** Turns the bounds given to `withIndex` into a range of keys. */
import { afterPrefix, encodeOrderKey } from "../values/order-key.ts";
import { maybeUndefined } from "../values/json.ts";
import { describeValue } from "../values/describe.ts";
import type { JSONValue, Value } from "convex/values";
import type { KeyRange } from "../storage/store.ts";

export interface RangeBound {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: JSONValue;
}

type Side = "lower" | "upper";

const COMPARATOR: Record<RangeBound["type"], string> = {
  Eq: "==",
  Gt: ">",
  Gte: ">=",
  Lt: "<",
  Lte: "<=",
};

/**
 * Equalities on the index's first fields, in any order, and at most one lower and one upper bound on the
 * field after them: get-convex/convex-backend, crates/common/src/query.rs `IndexRange::compile`.
 */
export function keyRange(
  fields: readonly string[],
  bounds: readonly RangeBound[],
  indexName = "",
): KeyRange {
  const { equal, limits } = split(bounds, indexName);
  const limited = limits.lower?.fieldPath ?? limits.upper?.fieldPath;
  const used = [...equal.keys()].sort((a, b) => fields.indexOf(a) - fields.indexOf(b));
  if (limited !== undefined) used.push(limited);
  // Upstream names the fields as they were defined, which is without the id that ends every index.
  const indexed = `[${fields
    .filter((field) => field !== "_id")
    .map(quoted)
    .join(", ")}]`;
  const foreign = used.find((field) => !fields.includes(field));
  if (foreign !== undefined) {
    throw new Error(
      `The index range included a comparison with ${quoted(foreign)}, but ${indexName} with fields ${indexed} doesn't index this field. For more information see https://docs.convex.dev/using/indexes.`,
    );
  }
  const wrong = used.find((field, i) => field !== fields[i]);
  if (wrong !== undefined) {
    throw new Error(
      `Tried to query index ${indexName} but the query didn't use the index fields in order.\nIndex fields: ${indexed}\nQuery fields: [${used.map(quoted).join(", ")}]\nFirst incorrect field: ${quoted(wrong)}\nFor more information see https://docs.convex.dev/using/indexes.`,
    );
  }
  const prefix = used.flatMap((field) => equal.get(field) ?? []);
  return toKeys(
    prefix.map(({ value }) => maybeUndefined(value)),
    limits,
  );
}

function split(bounds: readonly RangeBound[], indexName: string) {
  const equal = new Map<string, RangeBound>();
  const limits: Partial<Record<Side, RangeBound>> = {};
  let first: string | undefined;
  for (const bound of bounds) {
    const { type, fieldPath } = bound;
    if (type === "Eq") {
      const old = equal.get(fieldPath);
      if (old !== undefined) throw alreadyDefined("equality", old);
      equal.set(fieldPath, bound);
      continue;
    }
    const side = type === "Gt" || type === "Gte" ? "lower" : "upper";
    if (limits[side] !== undefined) throw alreadyDefined(side, bound);
    if (first !== undefined && first !== fieldPath) {
      throw new Error(
        `Upper and lower bounds in \`range\` can only be applied to a single index\n    field. This query against index ${indexName} attempted to set a range\n    bound on both ${quoted(first)} and ${quoted(fieldPath)}. Consider using\n    \`filter\` instead. See https://docs.convex.dev/using/indexes for more info.`,
      );
    }
    first = fieldPath;
    limits[side] = bound;
  }
  const both = first === undefined ? undefined : equal.get(first);
  if (both !== undefined) throw alreadyDefined("inequality", both);
  return { equal, limits };
}

function alreadyDefined(what: string, { type, fieldPath, value }: RangeBound): Error {
  return new Error(
    `Already defined ${what} bound in index range. Can't add ${quoted(fieldPath)} ${COMPARATOR[type]} ${describeValue(maybeUndefined(value))}.`,
  );
}

function quoted(field: string): string {
  return `"${field}"`;
}

function toKeys(
  equal: readonly (Value | undefined)[],
  { lower, upper }: Partial<Record<Side, RangeBound>>,
): KeyRange {
  const prefix = encodeOrderKey(equal);
  const at = ({ value }: RangeBound) =>
    Buffer.concat([prefix, encodeOrderKey([maybeUndefined(value)])]);
  const start = lower === undefined ? prefix : at(lower);
  const end = upper === undefined ? prefix : at(upper);
  // A key may continue after its bound, so "past this value" means past everything it is a prefix of.
  return {
    lower: lower?.type === "Gt" ? (afterPrefix(start) ?? start) : start,
    upper: upper?.type === "Lt" ? end : afterPrefix(end),
  };
}
