/** Whether Turnstile, where its keys are set, knows the secret key. */
import { checkToken, TURNSTILE_URL } from "../../../convex/vendors/turnstile.ts";
import type { Variables } from "../deployment.ts";
import { findingsAbout } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";

const { sound, fault, unknown } = findingsAbout("turnstile");

export function hasTurnstile({
  TURNSTILE_SITE_KEY = "",
  TURNSTILE_SECRET_KEY = "",
}: Variables): boolean {
  return TURNSTILE_SITE_KEY !== "" && TURNSTILE_SECRET_KEY !== "";
}

/** A token that was made up is refused by whoever knows the secret; nothing is used up by it. */
export async function examineTurnstile({ variables }: Patient): Promise<Finding[]> {
  if (!hasTurnstile(variables)) return [];
  const { TURNSTILE_SECRET_KEY: secretKey = "", TURNSTILE_API_URL = "" } = variables;
  const url = TURNSTILE_API_URL || TURNSTILE_URL;
  const verdict = await checkToken({ url, secretKey, token: "made-up", visitorAddress: null });
  if (verdict.kind === "invalid") {
    return [sound("turnstile", "Turnstile knows the secret key, and refuses what is made up.")];
  }
  if (verdict.kind === "unknown" && verdict.reason.includes("input-secret")) {
    const says = "Turnstile does not know TURNSTILE_SECRET_KEY, so no visitor can call.";
    const mend = "Copy it from the widget's settings: npx convex env set TURNSTILE_SECRET_KEY";
    return [fault("turnstile-secret-refused", says, mend)];
  }
  if (verdict.kind === "valid") {
    const says = "Turnstile lets in whatever is made up.";
    return [fault("turnstile-open", says, "Set the keys of a widget of your own.")];
  }
  const says = `Turnstile could not be asked from here (${verdict.reason}).`;
  return [unknown("turnstile-silent", says, "Try again; while it is so, no visitor can call.")];
}
