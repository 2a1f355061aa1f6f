/** Turns the bounds given to `withIndex` into a range of keys. */
import { afterPrefix, encodeOrderKey } from "../values/order-key.ts";
import { maybeUndefined } from "../values/json.ts";
import type { JSONValue, Value } from "convex/values";
import type { KeyRange } from "../storage/store.ts";

export interface RangeBound {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: JSONValue;
}

type Side = "eq" | "lower" | "upper";

const SIDE: Record<RangeBound["type"], Side> = {
  Eq: "eq",
  Gt: "lower",
  Gte: "lower",
  Lt: "upper",
  Lte: "upper",
};

/**
 * The bounds must follow the index: equalities on its first fields, then at most one lower and one
 * upper bound on the field after them.
 */
export function keyRange(fields: readonly string[], bounds: readonly RangeBound[]): KeyRange {
  const equal: (Value | undefined)[] = [];
  const limits: Partial<Record<"lower" | "upper", RangeBound>> = {};
  let previous: RangeBound | undefined;
  for (const bound of bounds) {
    const side = SIDE[bound.type];
    const hasLimit = limits.lower !== undefined || limits.upper !== undefined;
    if (side === "eq") {
      if (hasLimit) throw cannotChain(bound, previous);
      expectField(fields[equal.length], bound);
      equal.push(maybeUndefined(bound.value));
    } else {
      if (limits.lower !== undefined && limits.upper !== undefined) throw tooMany(bound);
      if (limits[side] !== undefined) throw cannotChain(bound, previous);
      if (hasLimit) expectSameField(fields[equal.length], bound);
      else expectField(fields[equal.length], bound);
      limits[side] = bound;
    }
    previous = bound;
  }
  return toKeys(equal, limits);
}

function toKeys(
  equal: readonly (Value | undefined)[],
  { lower, upper }: Partial<Record<"lower" | "upper", RangeBound>>,
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

function expectField(expected: string | undefined, bound: RangeBound): void {
  if (bound.fieldPath === expected) return;
  throw new Error(
    `Incorrect field used in \`withIndex\`, expected "${expected}", got "${bound.fieldPath}"`,
  );
}

function expectSameField(expected: string | undefined, bound: RangeBound): void {
  if (bound.fieldPath === expected) return;
  throw new Error(
    "Incorrect field used in `withIndex`, `.gt` and `.lt` must operate on the same field, " +
      `expected "${expected}", got "${bound.fieldPath}"`,
  );
}

function cannotChain(bound: RangeBound, previous: RangeBound | undefined): Error {
  return new Error(
    "Incorrect operator used in `withIndex`, cannot chain " +
      `\`.${bound.type.toLowerCase()}()\` after \`.${previous?.type.toLowerCase()}()\``,
  );
}

function tooMany(bound: RangeBound): Error {
  return new Error(
    "Incorrect operator used in `withIndex`, cannot chain more operators after both `.gt` and " +
      `\`.lt\` were already used, got \`.${bound.type.toLowerCase()}(${bound.fieldPath}, ${JSON.stringify(bound.value)})\`.`,
  );
}
