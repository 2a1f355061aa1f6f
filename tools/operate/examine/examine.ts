/** Looks at a running deployment, the vendors and the app together, and says what is wrong with them. */
import { isLoopbackOrigin } from "@hark/stand-in-kit/loopback";
import type { Deployment } from "../deployment.ts";
import { examineApp } from "./app.ts";
import { examineCallers } from "./callers.ts";
import { findingsAbout, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Facts, Patient } from "./patient.ts";
import { examineMail } from "./mail.ts";
import { examinePlans } from "./plans.ts";
import { examineSessions } from "./sessions.ts";
import { examineStripe } from "./stripe.ts";
import { examineTurnstile } from "./turnstile.ts";
import { examineVariables } from "./variables.ts";
import { examineVoice } from "./voice.ts";
import { examineWork } from "./work.ts";

export interface Examination {
  deployment: Deployment;
  voices: Patient["voices"];
}

/** How long an event may take to arrive, and an address to answer. */
const PATIENCE_MS = 20_000;

export async function examine({ deployment, voices }: Examination): Promise<Finding[]> {
  const variables = await deployment.variables();
  const findings = examineVariables(variables);
  let facts: Facts;
  try {
    facts = (await deployment.run("operator:facts")) as Facts;
  } catch (error) {
    const says = `The deployment does not answer for itself (${reasonOf(error)}).`;
    const mend = "Its functions are not pushed, or older than these: npm run deploy.";
    return [...findings, findingsAbout("work").fault("functions-missing", says, mend)];
  }
  const nowMs = Date.now();
  const patient = { variables, facts, voices, patienceMs: PATIENCE_MS };
  return [
    ...findings,
    ...(await examineSessions(patient)),
    ...(await examineStripe(patient)),
    ...(await examineVoice(patient)),
    ...(await examineMail(patient)),
    ...(await examineTurnstile(patient)),
    // On this machine nothing stands in front of the functions, and nobody else calls.
    ...(isLoopbackOrigin(facts.siteUrl) ? [] : await examineCallers(patient)),
    ...(await examineApp(patient)),
    ...examinePlans(),
    ...examineWork(patient, nowMs),
  ];
}
