/** Compares a value with its published shape, and lists what does not match and where. */
import type { FormObject, FormValue } from "../api/form.ts";
import { choicesOf } from "./published.ts";
import type { ObjectShape, Shape } from "./shape.ts";

type Choice = ReturnType<typeof choicesOf>[number];

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** For a response, parsed from JSON. */
export function responseMismatches(value: unknown, shape: Shape, at: string): string[] {
  return nearestMismatches(
    choicesOf(shape),
    value,
    (choice) => mismatchesOfResponse(value, choice, at),
    at,
  );
}

function mismatchesOfResponse(value: unknown, shape: Choice, at: string): string[] {
  const mismatch = [`${at} is ${shown(value)}, not ${wordsFor(shape)}`];
  switch (shape.kind) {
    case "anything":
      return [];
    case "null":
      return value === null ? [] : mismatch;
    case "text":
      return typeof value === "string" ? [] : mismatch;
    case "number":
      return typeof value === "number" ? [] : mismatch;
    case "boolean":
      return typeof value === "boolean" ? [] : mismatch;
    case "decimal":
      return typeof value === "string" && DECIMAL.test(value) ? [] : mismatch;
    case "literal":
      return value === shape.value ? [] : mismatch;
    case "list":
      return Array.isArray(value)
        ? value.flatMap((item, index) => responseMismatches(item, shape.of, `${at}[${index}]`))
        : mismatch;
    case "map":
      return isRecord(value)
        ? Object.entries(value).flatMap(([key, one]) =>
            responseMismatches(one, shape.of, `${at}.${key}`),
          )
        : mismatch;
    case "object":
      return isRecord(value) ? mismatchesOfFields(value, shape, at) : mismatch;
  }
}

function mismatchesOfFields(
  value: Record<string, unknown>,
  { fields }: ObjectShape,
  at: string,
): string[] {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...unknown.map((name) => `${at}.${name} is not a published field`),
    ...Object.entries(fields).flatMap(([name, { shape, isOptional }]) => {
      if (Object.hasOwn(value, name))
        return responseMismatches(value[name], shape, `${at}.${name}`);
      return isOptional ? [] : [`${at}.${name} is missing`];
    }),
  ];
}

/** For a request, whose values are all text. */
export function formMismatches(value: FormValue, shape: Shape, at = ""): string[] {
  return nearestMismatches(
    choicesOf(shape),
    value,
    (choice) => mismatchesOfForm(value, choice, at),
    at,
  );
}

function mismatchesOfForm(value: FormValue, shape: Choice, at: string): string[] {
  const mismatch = [`${at} is ${shown(value)}, not ${wordsFor(shape)}`];
  switch (shape.kind) {
    case "anything":
      return [];
    case "null":
      return value === "" ? [] : mismatch;
    case "text":
      return typeof value === "string" && value !== "" ? [] : mismatch;
    case "number":
    case "decimal":
      return typeof value === "string" && DECIMAL.test(value) ? [] : mismatch;
    case "boolean":
      return value === "true" || value === "false" ? [] : mismatch;
    case "literal":
      return value === String(shape.value) ? [] : mismatch;
    case "list":
      return typeof value === "string"
        ? mismatch
        : Object.entries(value).flatMap(([index, item]) =>
            formMismatches(item, shape.of, `${at}[${index}]`),
          );
    case "map":
      return typeof value === "string"
        ? mismatch
        : Object.entries(value).flatMap(([key, one]) =>
            formMismatches(one, shape.of, `${at}[${key}]`),
          );
    case "object":
      return typeof value === "string" ? mismatch : mismatchesOfForms(value, shape, at);
  }
}

function mismatchesOfForms(value: FormObject, { fields }: ObjectShape, at: string): string[] {
  const path = (name: string) => (at === "" ? name : `${at}[${name}]`);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...unknown.map((name) => `${path(name)} is not a published parameter`),
    ...Object.entries(fields).flatMap(([name, { shape, isOptional }]) => {
      const given = value[name];
      if (given !== undefined) return formMismatches(given, shape, path(name));
      return isOptional ? [] : [`${path(name)} is missing`];
    }),
  ];
}

/** A value must match one of its shapes. If it matches none, reports how it differs from the nearest one. */
function nearestMismatches(
  choices: Choice[],
  value: unknown,
  compare: (choice: Choice) => string[],
  at: string,
): string[] {
  if (choices.length > 1 && choices.every(({ kind }) => kind === "literal" || kind === "null")) {
    if (choices.some((choice) => compare(choice).length === 0)) return [];
    return [`${at} is ${shown(value)}, not one of its published values`];
  }
  let nearest: string[] | undefined;
  // The `object` field of a value selects its shape.
  const candidates = choices.filter((one) => isCandidate(one, value));
  for (const choice of candidates.length === 0 ? choices : candidates) {
    const differences = compare(choice);
    if (differences.length === 0) return [];
    if (nearest === undefined || differences.length < nearest.length) nearest = differences;
  }
  return nearest ?? [`${at} is ${shown(value)}, not one of its published shapes`];
}

const DISCRIMINATORS = ["object", "type", "deleted"];

function isCandidate(choice: Choice, value: unknown): boolean {
  if (choice.kind !== "object") return !isRecord(value);
  if (!isRecord(value)) return false;
  return DISCRIMINATORS.every((name) => {
    const shape = choice.fields[name]?.shape;
    if (name === "deleted") return (shape !== undefined) === (value.deleted === true);
    return shape?.kind !== "literal" || shape.value === value[name];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wordsFor(shape: Choice): string {
  return shape.kind === "literal" ? JSON.stringify(shape.value) : shape.kind;
}

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
