/** The values that an assistant gives an action. A language model writes them, so nothing about them is certain. */
import { fieldsOf, parseJson } from "../lib/fields";
import { fingerprint } from "../lib/secrets";
import { VALUE_FAULTS } from "../shared/actionMessages";
import { ACTION_LENGTHS } from "../shared/actions";
import { oneLine } from "./oneLine";
import type { CorrectionFault } from "../shared/proposal";
import type { Parameter, Values } from "./table";

/** Characters. Far more than the values of all parameters. */
const MAX_GIVEN_LENGTH = 20_000;

/** `says` is for the assistant. */
export type ValueFault = { code: Exclude<CorrectionFault, "outdated">; says: string };
export type ReadValues = { kind: "values"; values: Values } | ({ kind: "fault" } & ValueFault);

/** Reads JSON, or an object. Values that no parameter asks for are left out. */
export function readValues(parameters: Parameter[], given: unknown): ReadValues {
  const isJson = typeof given === "string" && given.length <= MAX_GIVEN_LENGTH;
  const fields = fieldsOf(isJson ? parseJson(given) : given);
  const values: Values = {};
  for (const { name, type, isRequired } of parameters) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isMissing = value === undefined || value === null || value === "";
    if (isMissing && isRequired) return fault("missing", VALUE_FAULTS.missing(name));
    if (isMissing) continue;
    const read = READ[type](value);
    if (read === null) return fault("type", VALUE_FAULTS.type(name, type));
    if (read === "" && isRequired) return fault("missing", VALUE_FAULTS.missing(name));
    if (String(read).length > ACTION_LENGTHS.value) {
      return fault("tooLong", VALUE_FAULTS.tooLong(name));
    }
    if (read !== "") values[name] = read;
  }
  return { kind: "values", values };
}

function fault(code: ValueFault["code"], says: string): ReadValues {
  return { kind: "fault", code, says };
}

/** Models write numbers as text, and the other way round. */
const READ = {
  string: (value: unknown) => {
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    return typeof value === "string" ? oneLine(value) : null;
  },
  number: (value: unknown) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : null;
  },
  boolean: (value: unknown) => {
    if (typeof value === "boolean") return value;
    if (value === "true") return true;
    return value === "false" ? false : null;
  },
};

/** The same for the same values of the same action, in any order. Saving the action changes it. */
export async function digestOf(
  { _id, savedAtMs }: { _id: string; savedAtMs: number },
  values: Values,
): Promise<string> {
  const sorted = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return await fingerprint([_id, String(savedAtMs), JSON.stringify(sorted)]);
}
