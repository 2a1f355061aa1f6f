import { env } from "../_generated/server";
import { type Variable, VARIABLES } from "../shared/variables";

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

/** Fails naming the variable when it is set to anything but a whole number from `least` up. */
export function optionalCount(name: Variable, least = 1): number | null {
  const value = optional(name);
  if (value === null) return null;
  if (/^(?:0|[1-9]\d{0,5})$/.test(value) && Number(value) >= least) return Number(value);
  throw new Error(
    `The environment variable ${name} is "${value}", which is no whole number from ${least} up: ` +
      `it is ${VARIABLES[name]}.`,
  );
}

export function optional(name: Variable): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? null : value;
}
