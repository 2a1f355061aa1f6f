/** Whether the deployment can send mail, and hears what becomes of it. Without mail all else works. */
import { MailServiceError } from "../../../convex/vendors/resend.ts";
import { mailServiceOf } from "../vendors.ts";
import { findingsAbout, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";

const { sound, fault, unknown } = findingsAbout("mail");

const NEEDED = ["RESEND_API_KEY", "MAIL_FROM", "RESEND_WEBHOOK_SECRET"] as const;

export async function examineMail({ variables, facts }: Patient): Promise<Finding[]> {
  const missing = NEEDED.filter((name) => (variables[name] ?? "") === "");
  if (missing.length === NEEDED.length) {
    const says = "No mail can be sent: nobody can choose a new password, or confirm an address.";
    return [unknown("mail-off", says, `Set ${NEEDED.join(", ")}, as docs/production.md says.`)];
  }
  const findings = missing.map((name) =>
    fault(
      `${name}-missing`,
      name === "RESEND_WEBHOOK_SECRET"
        ? `${name} is not set: mail that comes back goes on being sent.`
        : `${name} is not set, so no mail is sent.`,
      name === "RESEND_WEBHOOK_SECRET"
        ? `Make a webhook at Resend for ${facts.siteUrl}/mail, and set what it is signed with: npx convex env set ${name}`
        : `npx convex env set ${name}`,
    ),
  );
  if (missing.includes("RESEND_API_KEY") || missing.includes("MAIL_FROM")) return findings;
  return [...findings, await examineDomain(variables)];
}

async function examineDomain(variables: Patient["variables"]): Promise<Finding> {
  const domain = (variables.MAIL_FROM ?? "").replace(/>\s*$/, "").split("@").at(-1) ?? "";
  try {
    const domains = await mailServiceOf(variables).domains();
    if (domains.some(({ name, status }) => name === domain && status === "verified")) {
      return sound("mail-domain", `Resend sends mail from ${domain}.`);
    }
    const says = `Resend has not verified ${domain}, from which mail is to come.`;
    return fault("mail-domain-unverified", says, "Verify it at Resend, or change MAIL_FROM.");
  } catch (error) {
    const code = error instanceof MailServiceError ? error.code : null;
    if (code === "restricted_api_key") {
      const says = `Resend's key may only send, so whether ${domain} is verified was not looked at.`;
      return unknown("mail-domain-unasked", says, "Look at Resend's page of domains.");
    }
    if (code === "invalid_api_key") {
      const mend = "Make a key at Resend: npx convex env set RESEND_API_KEY";
      return fault("mail-key-refused", "Resend does not know the key.", mend);
    }
    const says = `Resend could not be asked (${reasonOf(error)}).`;
    const mend = "Try again; if it stays so, look at RESEND_API_URL and the network.";
    return fault("mail-silent", says, mend);
  }
}
