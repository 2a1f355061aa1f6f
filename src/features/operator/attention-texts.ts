/** What needs a person, in a sentence, and where to mend it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { MESSENGER_NAMES } from "../../../convex/shared/messengers";
import { formatCounted, formatDayTime } from "../../lib/formats";
import { formatPrice } from "../../lib/format-price";
import { JOBS } from "./texts";

export type AttentionItem = FunctionReturnType<typeof api.operatorPage.attention>["items"][number];

export interface AttentionText {
  what: string;
  mend: string;
  /** For a terminal. */
  command?: string;
}

const VENDORS = { vapi: "the voice platform", stripe: "Stripe", resend: "the mail service" };

const MAIL_STOPS = {
  bounced: (email: string) => `Mail to ${email} bounced, so this owner gets none.`,
  complained: (email: string) => `${email} marked our mail as spam, so this owner gets none.`,
  refused: (email: string) =>
    `The mail service refuses to send to ${email}, so this owner gets none.`,
};

export function attentionTextOf(item: AttentionItem): AttentionText {
  switch (item.kind) {
    case "vendorFails":
      return {
        what: `Jobs at ${VENDORS[item.vendor]} fail, or its key is not set.`,
        mend: "See the errors and checks below, and its status page. Jobs are retried for three days.",
      };
    case "jobsFailed":
      return {
        what: `${JOBS[item.jobKind]}: ${formatCounted(item.count, "job")} failed for good, the last one ${formatDayTime(item.atMs)}.`,
        mend: "Retry the last one when its cause is mended:",
        command: commandFor("operator:retry", { jobId: item.jobId }),
      };
    case "assistantsOutdated":
      return {
        what: `The voice platform has ${item.isMore ? "more than " : ""}${formatCounted(item.count, "assistant")} from an older version or other settings.`,
        mend: "Send them again:",
        command: commandFor("operator:resendOutdated"),
      };
    case "disputed":
      return {
        what: `${item.email} disputes a payment. Their visitors are not served.`,
        mend: "Once you have settled it with them:",
        command: commandFor("operator:clearDispute", { stripeCustomerId: item.stripeCustomerId }),
      };
    case "planUnpaid":
      return {
        what:
          item.state === "past_due"
            ? `The last payment of ${item.email} failed, and Stripe retries it. Their visitors are not served.`
            : `${item.email} has not paid, and Stripe no longer retries it. Their visitors are not served.`,
        mend: "The owner can pay under Subscription. Stripe's dashboard shows why it failed.",
      };
    case "extraMinutesUnpaid":
      return {
        what: `${item.email} owes ${formatPrice(item.amountCents)} for extra minutes. Their visitors are not served.`,
        mend: "The owner can pay under Subscription, or you void the invoice in Stripe's dashboard.",
      };
    case "webhookOff": {
      const which =
        item.messenger === null ? "webhook" : `${MESSENGER_NAMES[item.messenger]} connection`;
      const why =
        item.why === "gone" ? "its server asked us to stop" : "every attempt had failed for days";
      return {
        what: `A ${which} of ${item.email} was switched off ${formatDayTime(item.atMs)}: ${why}.`,
        mend: "The owner can switch it on again under Connections.",
      };
    }
    case "mailStopped":
      return {
        what: MAIL_STOPS[item.reason](item.email),
        mend: "If you know that the address is right:",
        command: commandFor("operator:confirmAddress", { email: item.email }),
      };
  }
}

/** Owners choose their addresses, so what is copied into a terminal must not end the quotes. */
function commandFor(name: string, args?: Record<string, string>): string {
  const command = `npx convex run ${name}`;
  if (args === undefined) return command;
  return `${command} '${JSON.stringify(args).replaceAll("'", String.raw`'\''`)}'`;
}
