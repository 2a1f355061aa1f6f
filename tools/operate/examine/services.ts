/** Checks from the deployment that it reaches Cal.com and the messengers, as far as owners have connected them. */
import { MESSENGER_NAMES } from "../../../convex/shared/messengers.ts";
import type { MessengerKind } from "../../../convex/shared/messengers.ts";
import type { Deployment } from "../deployment.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

const { ok, fault, unknown } = findingsOn("services");

/** The result of `operator:reach`. A status is null if there was no answer. */
interface Reached {
  calCom: { status: number | null } | null;
  messengers: Messenger[];
}

interface Messenger {
  kind: MessengerKind;
  status: number | null;
  count: number;
  failing: number;
  newestStatus: number | null;
}

export async function examineServices(deployment: Deployment): Promise<Finding[]> {
  try {
    const { calCom, messengers } = (await deployment.run("operator:reach")) as Reached;
    return [
      ...(calCom === null ? [] : [calComFinding(calCom.status)]),
      ...messengers.map(messengerFinding),
    ];
  } catch (error) {
    const message = `The deployment could not ask Cal.com and the messengers (${reasonOf(error)}).`;
    return [unknown("services-unasked", message, "If its functions are old: npm run deploy.")];
  }
}

function calComFinding(status: number | null): Finding {
  if (status === 200) return ok("calcom", "Cal.com tells the deployment free times.");
  if (status === null || status >= 500) {
    const message = `${requestTo("Cal.com", status)}, so assistants cannot see or book times.`;
    const fix = "Try again. If this persists, let the deployment make requests to api.cal.com.";
    return fault("calcom-silent", message, fix);
  }
  if (status === 401 || status === 403) {
    const message = `Cal.com refuses requests without a key (${status}), so assistants cannot see or book times.`;
    const fix = "Look in Cal.com's API documentation for what has changed, and update Hark.";
    return fault("calcom-refused", message, fix);
  }
  const message = `Cal.com does not tell the free times of the newest calendar (${status}).`;
  const fix = "Its owner may have deleted the event type. If no calendar works, update Hark.";
  return unknown("calcom-unclear", message, fix);
}

function messengerFinding({ kind, status, count, failing, newestStatus }: Messenger): Finding {
  const name = MESSENGER_NAMES[kind];
  // What a messenger answers to a request for nothing is documented nowhere, so any answer counts.
  if (status === null) {
    const message = `${requestTo(name, status)}, so no message arrives there.`;
    const fix = `Try again. If this persists, let the deployment make requests to ${HOSTS[kind]}.`;
    return fault(`${kind}-silent`, message, fix);
  }
  if (failing === count) {
    const message = `${name} can be reached, but each connection to it fails (${count}): the newest attempt ${answerOf(newestStatus)}.`;
    const fix = "Their owners read the reason under Connections, in the log.";
    return unknown(`${kind}-failing`, message, fix);
  }
  const failed = failing === 0 ? "" : ` ${failing} of ${count} connections fail.`;
  return ok(kind, `${name} can be reached.${failed}`);
}

const HOSTS: Record<MessengerKind, string> = {
  slack: "hooks.slack.com",
  teams: "*.logic.azure.com and *.environment.api.powerplatform.com",
  discord: "discord.com",
  telegram: "api.telegram.org",
};

function answerOf(status: number | null): string {
  return status === null ? "got no answer" : `was answered with ${status}`;
}

function requestTo(name: string, status: number | null): string {
  return `A request of the deployment to ${name} ${answerOf(status)}`;
}
