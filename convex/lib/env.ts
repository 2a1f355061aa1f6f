import { env } from "../_generated/server";
import { type Variable, VARIABLES } from "../shared/variables";

// All other code reads the environment through this file.

/** If the variable is not set, throws an error with its name and purpose. */
export function required(name: Variable): string {
  const value = optional(name);
  if (value === null) {
    throw new Error(
      `The environment variable ${name} is not set: it is ${VARIABLES[name]}. ` +
        `Set it with \`npx convex env set ${name} <value>\`.`,
    );
  }
  return value;
}

/** Throws if the variable is set to anything but a whole number of at least `min`. */
export function optionalCount(name: Variable, min = 1): number | null {
  const value = optional(name);
  if (value === null) return null;
  if (/^(?:0|[1-9]\d{0,5})$/.test(value) && Number(value) >= min) return Number(value);
  throw new Error(
    `The environment variable ${name} is "${value}", which is not a whole number of at least ${min}: ` +
      `it is ${VARIABLES[name]}.`,
  );
}

export function optional(name: Variable): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? null : value;
}
