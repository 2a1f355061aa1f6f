/** Compares a value with its published shape, and lists what is wrong and where. */
import type { FormObject, FormValue } from "../api/form.ts";
import { choicesOf } from "./published.ts";
import type { ObjectShape, Shape } from "./shape.ts";

type Choice = ReturnType<typeof choicesOf>[number];

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** For a response, parsed from JSON. */
export function answerComplaints(value: unknown, shape: Shape, at: string): string[] {
  return fewest(choicesOf(shape), value, (choice) => complaintsOfAnswer(value, choice, at), at);
}

function complaintsOfAnswer(value: unknown, shape: Choice, at: string): string[] {
  const wrong = [`${at} is ${shown(value)}, which is no ${wordsFor(shape)}`];
  switch (shape.kind) {
    case "anything":
      return [];
    case "null":
      return value === null ? [] : wrong;
    case "text":
      return typeof value === "string" ? [] : wrong;
    case "number":
      return typeof value === "number" ? [] : wrong;
    case "boolean":
      return typeof value === "boolean" ? [] : wrong;
    case "decimal":
      return typeof value === "string" && DECIMAL.test(value) ? [] : wrong;
    case "literal":
      return value === shape.value ? [] : wrong;
    case "list":
      return Array.isArray(value)
        ? value.flatMap((item, index) => answerComplaints(item, shape.of, `${at}[${index}]`))
        : wrong;
    case "map":
      return isRecord(value)
        ? Object.entries(value).flatMap(([key, one]) =>
            answerComplaints(one, shape.of, `${at}.${key}`),
          )
        : wrong;
    case "object":
      return isRecord(value) ? complaintsOfFields(value, shape, at) : wrong;
  }
}

function complaintsOfFields(
  value: Record<string, unknown>,
  { fields }: ObjectShape,
  at: string,
): string[] {
  const invented = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...invented.map((name) => `${at}.${name} is no field that Stripe publishes`),
    ...Object.entries(fields).flatMap(([name, { shape, isOptional }]) => {
      if (Object.hasOwn(value, name)) return answerComplaints(value[name], shape, `${at}.${name}`);
      return isOptional ? [] : [`${at}.${name} is missing`];
    }),
  ];
}

/** For a request, whose values are all text. */
export function formComplaints(value: FormValue, shape: Shape, at = ""): string[] {
  return fewest(choicesOf(shape), value, (choice) => complaintsOfForm(value, choice, at), at);
}

function complaintsOfForm(value: FormValue, shape: Choice, at: string): string[] {
  const wrong = [`${at} is ${shown(value)}, which is no ${wordsFor(shape)}`];
  switch (shape.kind) {
    case "anything":
      return [];
    case "null":
      return value === "" ? [] : wrong;
    case "text":
      return typeof value === "string" && value !== "" ? [] : wrong;
    case "number":
    case "decimal":
      return typeof value === "string" && DECIMAL.test(value) ? [] : wrong;
    case "boolean":
      return value === "true" || value === "false" ? [] : wrong;
    case "literal":
      return value === String(shape.value) ? [] : wrong;
    case "list":
      return typeof value === "string"
        ? wrong
        : Object.entries(value).flatMap(([index, item]) =>
            formComplaints(item, shape.of, `${at}[${index}]`),
          );
    case "map":
      return typeof value === "string"
        ? wrong
        : Object.entries(value).flatMap(([key, one]) =>
            formComplaints(one, shape.of, `${at}[${key}]`),
          );
    case "object":
      return typeof value === "string" ? wrong : complaintsOfForms(value, shape, at);
  }
}

function complaintsOfForms(value: FormObject, { fields }: ObjectShape, at: string): string[] {
  const path = (name: string) => (at === "" ? name : `${at}[${name}]`);
  const invented = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...invented.map((name) => `${path(name)} is no parameter that Stripe publishes`),
    ...Object.entries(fields).flatMap(([name, { shape, isOptional }]) => {
      const given = value[name];
      if (given !== undefined) return formComplaints(given, shape, path(name));
      return isOptional ? [] : [`${path(name)} is missing`];
    }),
  ];
}

/** A value must match one of its shapes. If it matches none, the complaints are about the nearest one. */
function fewest(
  choices: Choice[],
  value: unknown,
  complain: (choice: Choice) => string[],
  at: string,
): string[] {
  if (choices.length > 1 && choices.every(({ kind }) => kind === "literal" || kind === "null")) {
    if (choices.some((choice) => complain(choice).length === 0)) return [];
    return [`${at} is ${shown(value)}, which is none of its published values`];
  }
  let nearest: string[] | undefined;
  // The `object` field of a value decides its shape.
  const meant = choices.filter((one) => isMeant(one, value));
  for (const choice of meant.length === 0 ? choices : meant) {
    const said = complain(choice);
    if (said.length === 0) return [];
    if (nearest === undefined || said.length < nearest.length) nearest = said;
  }
  return nearest ?? [`${at} is ${shown(value)}, which has none of its published shapes`];
}

const TELLING = ["object", "type", "deleted"];

function isMeant(choice: Choice, value: unknown): boolean {
  if (choice.kind !== "object") return !isRecord(value);
  if (!isRecord(value)) return false;
  return TELLING.every((name) => {
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
