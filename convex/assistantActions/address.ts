/** The address of an action: a template in whose path and query a parameter's value can stand. */
import { faultOfAddress } from "../lib/publicAddress";
import { userError } from "../lib/userError";
import { ACTION_REFUSALS, unknownParameter } from "../shared/actionMessages";
import { ACTION_LENGTHS } from "../shared/actions";
import { wellFormed } from "../shared/wellFormed";
import type { Parameter, Values } from "./table";

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** What stands in place of a value while the address is checked. */
const ANY_VALUE = "x";
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Returns the address as it is stored, or throws. */
export function checkedTemplate(given: string, parameters: Parameter[]): string {
  const text = given.trim().replace(/#.*$/s, "");
  if (text.length > ACTION_LENGTHS.url) throw refused("tooLong");
  // A parser takes a backslash for a slash, and leaves out line breaks.
  if (/[\s\\]/.test(text)) throw refused("notAnAddress");
  const { authority, path } = partsOf(text);
  if (/[{}]/.test(authority)) throw refused("hostParameter");
  for (const name of namesIn(text)) {
    if (!parameters.some((one) => one.name === name)) {
      throw userError("invalid_input", unknownParameter(name));
    }
  }
  const probe = text.replaceAll(PLACEHOLDER, ANY_VALUE);
  if (/[{}]/.test(probe)) throw refused("braces");
  if (!URL.canParse(probe)) throw refused("notAnAddress");
  const fault = faultOfAddress(new URL(probe));
  if (fault !== null) throw refused(fault);
  const inPath = namesIn(path);
  const isOptional = parameters.some(
    ({ name, isRequired }) => !isRequired && inPath.includes(name),
  );
  if (isOptional) throw refused("optionalInPath");
  return text;
}

/** The origin of a checked template. */
export function originOf(template: string): string {
  return new URL(template.replaceAll(PLACEHOLDER, ANY_VALUE)).origin;
}

/** The parameters whose values stand in the address. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

/**
 * The address with its values, or null if a value would change more than its own part. A path of dots leads to another
 * path, encoded or not: https://url.spec.whatwg.org/#double-dot-path-segment
 */
export function filledAddress(template: string, values: Values): URL | null {
  const filled = template.replaceAll(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(wellFormed(String(values[name] ?? ""))),
  );
  const { path } = partsOf(filled);
  if (path.split("/").some((segment) => DOT_SEGMENT.test(segment))) return null;
  if (!URL.canParse(filled)) return null;
  const url = new URL(filled);
  return url.origin === originOf(template) && faultOfAddress(url) === null ? url : null;
}

function partsOf(text: string): { authority: string; path: string } {
  const [, authority = "", path = ""] = /^([a-z]+:\/*[^/?]*)([^?]*)/i.exec(text) ?? [];
  return { authority, path };
}

function refused(why: keyof typeof ACTION_REFUSALS) {
  return userError("invalid_input", ACTION_REFUSALS[why]);
}
