/** Checks of what was sent, with messages worded as the vendor's validation words them. */
import { ApiError } from "../http/api-error.ts";

/** Adds to `faults` what is wrong with the value that is found at `path`. */
export type Check = (value: unknown, path: string, faults: string[]) => void;

export interface Field {
  check: Check;
  isRequired: boolean;
}

export type Fields = Record<string, Field>;

export const optional = (check: Check): Field => ({ check, isRequired: false });
export const required = (check: Check): Field => ({ check, isRequired: true });

export const anything: Check = () => undefined;

export function text(bounds: { min?: number; max?: number } = {}): Check {
  return (value, path, faults) => {
    if (typeof value !== "string") return void faults.push(`${path} must be a string`);
    const { min, max } = bounds;
    if (max !== undefined && value.length > max) {
      faults.push(`${path} must be shorter than or equal to ${max} characters`);
    }
    if (min !== undefined && value.length < min) {
      faults.push(`${path} must be longer than or equal to ${min} characters`);
    }
  };
}

export function number(bounds: { min?: number; max?: number } = {}): Check {
  return (value, path, faults) => {
    if (typeof value !== "number" || !Number.isFinite(value)) {
      return void faults.push(`${path} must be a number conforming to the specified constraints`);
    }
    const { min, max } = bounds;
    if (min !== undefined && value < min) faults.push(`${path} must not be less than ${min}`);
    if (max !== undefined && value > max) faults.push(`${path} must not be greater than ${max}`);
  };
}

export const flag: Check = (value, path, faults) => {
  if (typeof value !== "boolean") faults.push(`${path} must be a boolean value`);
};

export function oneOf(...allowed: string[]): Check {
  return (value, path, faults) => {
    if (typeof value === "string" && allowed.includes(value)) return;
    faults.push(`${path} must be one of the following values: ${allowed.join(", ")}`);
  };
}

export function listOf(check: Check): Check {
  return (value, path, faults) => {
    if (!Array.isArray(value)) return void faults.push(`${path} must be an array`);
    for (const [index, item] of value.entries()) check(item, `${path}.${index}`, faults);
  };
}

/** An object with any properties. */
export const record: Check = (value, path, faults) => {
  if (!isRecord(value)) faults.push(`${path} must be an object`);
};

export const textRecord: Check = (value, path, faults) => {
  if (!isRecord(value)) return void faults.push(`${path} must be an object`);
  for (const [name, item] of Object.entries(value)) text()(item, `${path}.${name}`, faults);
};

export function object(fields: Fields): Check {
  return (value, path, faults) => {
    if (!isRecord(value)) return void faults.push(`${path} must be an object`);
    checkFields(value, fields, { prefix: `${path}.`, faults });
  };
}

export const webAddress: Check = (value, path, faults) => {
  const isAddress =
    typeof value === "string" && /^https?:\/\/\S+$/.test(value) && URL.canParse(value);
  if (!isAddress) faults.push(`${path} must be a URL address`);
};

/** What was sent, if nothing is wrong with it; otherwise a 400 that lists all that is. */
export function checkedBody(value: unknown, fields: Fields): Record<string, unknown> {
  const faults: string[] = [];
  if (!isRecord(value)) throw new ApiError(400, ["the body must be a JSON object"]);
  checkFields(value, fields, { prefix: "", faults });
  if (faults.length > 0) throw new ApiError(400, faults);
  return value;
}

export async function jsonOf(request: Request): Promise<unknown> {
  const body = await request.text();
  try {
    return JSON.parse(body === "" ? "{}" : body) as unknown;
  } catch {
    throw new ApiError(400, "The body is not valid JSON.");
  }
}

function checkFields(
  value: Record<string, unknown>,
  fields: Fields,
  { prefix, faults }: { prefix: string; faults: string[] },
): void {
  for (const name of Object.keys(value)) {
    // Nest, which the vendor's API is built with, puts the parent's path first.
    if (!Object.hasOwn(fields, name)) faults.push(`${prefix}property ${name} should not exist`);
  }
  for (const [name, { check, isRequired }] of Object.entries(fields)) {
    const item = value[name];
    if (item === undefined || item === null) {
      if (isRequired) faults.push(`${prefix}${name} should not be empty`);
    } else check(item, `${prefix}${name}`, faults);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
