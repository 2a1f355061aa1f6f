/** Checks that the deployment can send mail and receives Resend's webhooks. Everything else works without mail. */
import { MailServiceError } from "../../../convex/vendors/resend.ts";
import { mailServiceFrom } from "../vendors.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const { ok, fault, unknown } = findingsOn("mail");

const NEEDED = ["RESEND_API_KEY", "MAIL_FROM", "RESEND_WEBHOOK_SECRET"] as const;

/** Domains that Resend manages are not in the list of domains (resend.com/docs/dashboard/receiving/introduction). */
const RESENDS_OWN = ".resend.app";

export async function examineMail({ variables, facts }: Target): Promise<Finding[]> {
  const missing = NEEDED.filter((name) => (variables[name] ?? "") === "");
  if (missing.length === NEEDED.length) {
    const message = "No mail can be sent, so nobody can reset a password or confirm an address.";
    return [unknown("mail-off", message, `Set ${NEEDED.join(", ")}, as docs/production.md says.`)];
  }
  const findings = missing.map((name) =>
    fault(
      `${name}-missing`,
      name === "RESEND_WEBHOOK_SECRET"
        ? `${name} is not set, so mail to addresses that bounce continues.`
        : `${name} is not set, so no mail is sent.`,
      name === "RESEND_WEBHOOK_SECRET"
        ? `Create a webhook at Resend for ${facts.siteUrl}/mail and set its signing secret: npx convex env set ${name}`
        : `npx convex env set ${name}`,
    ),
  );
  if (missing.includes("RESEND_API_KEY") || missing.includes("MAIL_FROM")) return findings;
  return [
    ...findings,
    await examineDomain(variables),
    ...(await examineReceiving(variables, `${facts.siteUrl}/mail`)),
  ];
}

/** Whether replies arrive, are announced and can be read. Says nothing if Resend cannot be asked about the domain either. */
async function examineReceiving(
  variables: Target["variables"],
  endpoint: string,
): Promise<Finding[]> {
  const domain = (variables.MAIL_RECEIVING_DOMAIN ?? "").trim().toLowerCase();
  if (domain === "") return [];
  try {
    const service = mailServiceFrom(variables);
    const domains = await service.domains();
    const receives = domains.some(
      ({ name, capabilities }) => name === domain && capabilities?.receiving === "enabled",
    );
    if (!receives && !domain.endsWith(RESENDS_OWN)) {
      const message = `Resend does not receive mail at ${domain}, so replies to weekly summaries are lost.`;
      const fix =
        "Turn receiving on for it at Resend, or: npx convex env remove MAIL_RECEIVING_DOMAIN";
      return [fault("mail-receiving-off", message, fix)];
    }
    const isAnnounced = (await service.webhooks()).some(
      (webhook) =>
        webhook.endpoint === endpoint &&
        webhook.status === "enabled" &&
        Array.isArray(webhook.events) &&
        webhook.events.includes("email.received"),
    );
    if (isAnnounced) return [ok("mail-receiving", `Resend receives mail at ${domain}.`)];
    const message =
      "No webhook at Resend has the event email.received, so replies are not noticed.";
    return [
      fault("mail-receiving-unannounced", message, `Add the event to the webhook for ${endpoint}.`),
    ];
  } catch (error) {
    if (!(error instanceof MailServiceError) || error.code !== "restricted_api_key") return [];
    const message = "Resend's key may only send, so replies to weekly summaries cannot be read.";
    const fix = "Create a key with full access: npx convex env set RESEND_API_KEY";
    return [fault("mail-receiving-unreadable", message, fix)];
  }
}

async function examineDomain(variables: Target["variables"]): Promise<Finding> {
  const domain = (variables.MAIL_FROM ?? "").replace(/>\s*$/, "").split("@").at(-1) ?? "";
  try {
    const domains = await mailServiceFrom(variables).domains();
    if (domains.some(({ name, status }) => name === domain && status === "verified")) {
      return ok("mail-domain", `Resend sends mail from ${domain}.`);
    }
    const message = `Resend has not verified ${domain}, the domain of MAIL_FROM.`;
    return fault("mail-domain-unverified", message, "Verify it at Resend, or change MAIL_FROM.");
  } catch (error) {
    const code = error instanceof MailServiceError ? error.code : null;
    if (code === "restricted_api_key") {
      const message = `Resend's key may only send, so we could not check whether ${domain} is verified.`;
      return unknown("mail-domain-unasked", message, "See the domains in Resend's dashboard.");
    }
    if (code === "invalid_api_key") {
      const fix = "Create a key at Resend: npx convex env set RESEND_API_KEY";
      return fault("mail-key-refused", "Resend rejects the key.", fix);
    }
    const message = `Resend could not be reached (${reasonOf(error)}).`;
    const fix = "Try again. If this persists, check RESEND_API_URL and the network.";
    return fault("mail-silent", message, fix);
  }
}
