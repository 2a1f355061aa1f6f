/** Checks a running deployment, its vendors and the app, and reports faults. */
import { isLoopbackOrigin } from "@hark/stand-in-kit/loopback";
import type { Deployment } from "../deployment.ts";
import { examineApp } from "./app.ts";
import { examineCallers } from "./callers.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Facts, Target } from "./target.ts";
import { examineMail } from "./mail.ts";
import { examinePlans } from "./plans.ts";
import { examineServices } from "./services.ts";
import { examineSessions } from "./sessions.ts";
import { examineStripe } from "./stripe.ts";
import { examineTurnstile } from "./turnstile.ts";
import { examineTyping } from "./typing.ts";
import { examineVariables } from "./variables.ts";
import { examineVersions } from "./versions.ts";
import { examineVoice } from "./voice.ts";
import { examineWork } from "./work.ts";

export interface Examination {
  deployment: Deployment;
  voices: Target["voices"];
}

/** Timeout for an event to arrive and for a URL to answer. */
const TIMEOUT_MS = 20_000;

export async function examine({ deployment, voices }: Examination): Promise<Finding[]> {
  const variables = await deployment.variables();
  const findings = examineVariables(variables);
  let facts: Facts;
  try {
    facts = (await deployment.run("operator:facts")) as Facts;
  } catch (error) {
    const message = `The deployment does not answer (${reasonOf(error)}).`;
    const fix = "Its functions are missing or outdated: npm run deploy.";
    return [...findings, findingsOn("work").fault("functions-missing", message, fix)];
  }
  const nowMs = Date.now();
  const target = { variables, facts, voices, timeoutMs: TIMEOUT_MS };
  return [
    ...findings,
    ...(await examineSessions(target)),
    ...(await examineStripe(target)),
    ...(await examineVoice(target)),
    ...(await examineTyping(target)),
    ...(await examineMail(target)),
    ...(await examineTurnstile(target)),
    ...(await examineServices(deployment)),
    // On this machine there is no proxy in front of the functions.
    ...(isLoopbackOrigin(facts.siteUrl) ? [] : await examineCallers(target)),
    ...(await examineApp(target)),
    ...(await examineVersions(target)),
    ...examinePlans(),
    ...examineWork(target, nowMs),
  ];
}
