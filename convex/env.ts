import { env } from "./_generated/server";
import { VARIABLES, type Variable } from "./catalog/variables";

// Nothing else reads the environment.

/** Fails naming the variable and its purpose when it is not set. */
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

/** Fails naming the variable when it is set to anything but a whole number from 1 up. */
export function optionalCount(name: Variable): number | null {
  const value = optional(name);
  if (value === null || /^[1-9]\d{0,5}$/.test(value)) return value === null ? null : Number(value);
  throw new Error(
    `The environment variable ${name} is "${value}", which is no whole number from 1 up: ` +
      `it is ${VARIABLES[name]}.`,
  );
}

export function optional(name: Variable): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? null : value;
}
