/** Evaluates `.filter(...)` expressions. */
import { compareValues } from "convex/values";
import type { JSONValue, Value } from "convex/values";
import { isJsonObject, maybeUndefined, valueAtPath } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";

type Operand = Value | undefined;

const COMPARISONS: Record<string, (order: number) => boolean> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  $add: (a, b) => a + b,
  $sub: (a, b) => a - b,
  $mul: (a, b) => a * b,
  $div: (a, b) => a / b,
  $mod: (a, b) => a % b,
};

export function passesFilter(expression: JSONValue, document: JsonObject): boolean {
  return asBoolean(evaluate(expression, document));
}

function asBoolean(value: Operand): boolean {
  if (typeof value === "boolean") return value;
  throw new Error(
    `A filter must be a boolean, not ${value === undefined ? "undefined" : typeof value}`,
  );
}

function evaluate(expression: JSONValue, document: JsonObject): Operand {
  if (!isJsonObject(expression)) throw new Error("A filter expression must be an object");
  const [[operator, operand] = ["", null]] = Object.entries(expression);
  if (operator === "$field") return valueAtPath(document, operand as string);
  if (operator === "$literal") return maybeUndefined(operand);
  if (operator === "$not") return !passesFilter(operand, document);
  const operands = operand as JSONValue[];
  if (operator === "$and") return operands.every((item) => passesFilter(item, document));
  if (operator === "$or") return operands.some((item) => passesFilter(item, document));
  if (operator === "$neg") return negate(evaluate(operand, document));
  const values = operands.map((item) => evaluate(item, document));
  return apply(operator, values[0], values[1]);
}

function apply(operator: string, a: Operand, b: Operand): Operand {
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) return comparison(compareValues(a, b));
  const arithmetic = ARITHMETIC[operator];
  if (arithmetic === undefined) throw new Error(`Unknown filter operator ${operator}`);
  if (typeof a === "number" && typeof b === "number") return arithmetic(a, b);
  if (typeof a === "bigint" && typeof b === "bigint") return bigintArithmetic(operator, a, b);
  throw wrongOperands(operator);
}

function negate(value: Operand): Operand {
  if (typeof value === "number" || typeof value === "bigint") return -value;
  throw new Error("Filter operator $neg needs a number");
}

function bigintArithmetic(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case "$add":
      return a + b;
    case "$sub":
      return a - b;
    case "$mul":
      return a * b;
    case "$div":
      return a / b;
    default:
      return a % b;
  }
}

function wrongOperands(operator: string): Error {
  return new Error(`Filter operator ${operator} needs two numbers of one kind`);
}
