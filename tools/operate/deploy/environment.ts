/** What a deployment's environment is to become. */
import { randomBytes } from "node:crypto";
import { VARIABLES } from "../../../convex/shared/variables.ts";
import { generateAuthKeys } from "../../start/auth-keys.ts";
import type { Variables } from "../deployment.ts";

/** What nobody but the owner of the accounts can know. */
export const TO_BE_GIVEN = ["SITE_URL", "STRIPE_SECRET_KEY", "VAPI_PRIVATE_KEY"] as const;

const SECRETS = ["VAPI_WEBHOOK_SECRET", "TRIAL_KEYS"];
const MADE = ["JWT_PRIVATE_KEY", "JWKS"];

/** Of what was given, what is meant for the deployment; what it has already is left out. */
export function changesFrom(
  given: NodeJS.Dict<string>,
  present: Variables,
): Record<string, string> {
  const names = [...Object.keys(VARIABLES), ...MADE];
  const changes = names.flatMap((name) => {
    const value = given[name]?.trim() ?? "";
    return value === "" || value === present[name] ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes);
}

export function missingFrom(variables: Variables): (typeof TO_BE_GIVEN)[number][] {
  return TO_BE_GIVEN.filter((name) => (variables[name] ?? "") === "");
}

/** What can be made up, and must stay the same once it was: with new keys every session would end, and every trial be forgotten. */
export async function madeUp(variables: Variables): Promise<Variables> {
  const { JWT_PRIVATE_KEY = "", JWKS = "" } = variables;
  const missing = SECRETS.filter((name) => (variables[name] ?? "") === "");
  return {
    ...(JWT_PRIVATE_KEY === "" && JWKS === "" ? await generateAuthKeys() : {}),
    ...Object.fromEntries(missing.map((name) => [name, randomBytes(24).toString("hex")])),
  };
}
