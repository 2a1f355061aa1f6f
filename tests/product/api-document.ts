/** Checks a response against the API's own OpenAPI document, without undocumented fields. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { must } from "@hark/stand-in-kit/must";
import type { Answer } from "./api-client.ts";

type Json = Record<string, unknown>;

const validators = new Map<string, ValidateFunction>();

export function complaintsAbout(document: unknown, path: string, answer: Answer): string[] {
  const [plain = ""] = path.split("?");
  const [, collection = "", id] = plain.split("/");
  const template = id === undefined ? `/${collection}` : `/${collection}/{id}`;
  const at = ["paths", template, "get", "responses", String(answer.status)];
  const pointer = pointerIn(document as Json, at);
  const key = pointer + JSON.stringify(document);
  const validate = validators.get(key) ?? validatorOf(document as Json, pointer);
  validators.set(key, validate);
  if (validate(answer.body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Makes response schemas strict, because an undocumented field is a bug of ours. */
function validatorOf(document: Json, pointer: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("date-time", (text) => new Date(text).toISOString() === text);
  ajv.addSchema(closed(document) as Json, "document.json");
  return ajv.compile({ $ref: `document.json#${pointer}/content/application~1json/schema` });
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
  return "properties" in value && "type" in value
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** A response may be a reference. */
function pointerIn(document: Json, names: string[]): string {
  let found: unknown = document;
  for (const name of names) found = must((found as Json)[name], names.join(" "));
  const { $ref } = found as { $ref?: string };
  if ($ref !== undefined) return $ref.slice(1);
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
