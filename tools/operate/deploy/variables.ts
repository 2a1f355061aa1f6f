/** Which environment variables a deploy sets. */
import { randomBytes } from "node:crypto";
import { VARIABLES } from "../../../convex/shared/variables.ts";
import { generateAuthKeys } from "../../start/auth-keys.ts";
import type { Variables } from "../deployment.ts";

/** Settings that only the operator knows. */
export const REQUIRED_SETTINGS = ["SITE_URL", "STRIPE_SECRET_KEY", "VAPI_PRIVATE_KEY"] as const;

const SECRETS = ["VAPI_WEBHOOK_SECRET", "TRIAL_KEYS"];
const MADE = ["JWT_PRIVATE_KEY", "JWKS"];

/** The given settings that are variables of the deployment and differ from its current ones. */
export function changedVariables(
  settings: NodeJS.Dict<string>,
  present: Variables,
): Record<string, string> {
  const names = [...Object.keys(VARIABLES), ...MADE];
  const changes = names.flatMap((name) => {
    const value = settings[name]?.trim() ?? "";
    return value === "" || value === present[name] ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes);
}

export function missingSettings(variables: Variables): (typeof REQUIRED_SETTINGS)[number][] {
  return REQUIRED_SETTINGS.filter((name) => (variables[name] ?? "") === "");
}

/**
 * Generates missing keys and secrets. Existing ones are kept: new keys would end every session and forget every trial.
 */
export async function generateVariables(variables: Variables): Promise<Variables> {
  const { JWT_PRIVATE_KEY = "", JWKS = "" } = variables;
  const missing = SECRETS.filter((name) => (variables[name] ?? "") === "");
  return {
    ...(JWT_PRIVATE_KEY === "" && JWKS === "" ? await generateAuthKeys() : {}),
    ...Object.fromEntries(missing.map((name) => [name, randomBytes(24).toString("hex")])),
  };
}
