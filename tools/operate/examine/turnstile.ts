/** Checks Turnstile's secret key, if it is set. */
import { checkToken, TURNSTILE_URL } from "../../../convex/vendors/turnstile.ts";
import type { Variables } from "../deployment.ts";
import { findingsOn } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const { ok, fault, unknown } = findingsOn("turnstile");

export function hasTurnstile({
  TURNSTILE_SITE_KEY = "",
  TURNSTILE_SECRET_KEY = "",
}: Variables): boolean {
  return TURNSTILE_SITE_KEY !== "" && TURNSTILE_SECRET_KEY !== "";
}

/** Verifies an invalid token, which costs nothing: Turnstile must know the secret key and refuse the token. */
export async function examineTurnstile({ variables }: Target): Promise<Finding[]> {
  if (!hasTurnstile(variables)) return [];
  const { TURNSTILE_SECRET_KEY: secretKey = "", TURNSTILE_API_URL = "" } = variables;
  const url = TURNSTILE_API_URL || TURNSTILE_URL;
  const verdict = await checkToken({ url, secretKey, token: "made-up", visitorAddress: null });
  if (verdict.kind === "invalid") {
    return [ok("turnstile", "Turnstile knows the secret key and refuses invalid tokens.")];
  }
  if (verdict.kind === "unknown" && verdict.reason.includes("input-secret")) {
    const message = "Turnstile rejects TURNSTILE_SECRET_KEY, so no visitor can call.";
    const fix = "Copy it from the widget's settings: npx convex env set TURNSTILE_SECRET_KEY";
    return [fault("turnstile-secret-refused", message, fix)];
  }
  if (verdict.kind === "valid") {
    const message = "Turnstile accepts invalid tokens.";
    return [fault("turnstile-open", message, "Set the keys of your own widget.")];
  }
  const message = `Turnstile could not be reached from here (${verdict.reason}).`;
  return [unknown("turnstile-silent", message, "Try again. Until it works, no visitor can call.")];
}
