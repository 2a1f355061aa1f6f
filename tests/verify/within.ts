/** What a vendor brings about takes its time, and may never come. */
import { setTimeout as wait } from "node:timers/promises";
import { adminClient } from "../admin-client.ts";
import { internal } from "../../convex/_generated/api";
import { reasonOf } from "../../tools/operate/examine/finding.ts";
import type { Finding } from "../../tools/operate/examine/finding.ts";
import type { Target } from "../../tools/operate/examine/target.ts";
import { readVariables } from "./deployment.ts";
import type { RemoteConvex } from "./remote.ts";

const PAUSE_MS = 250;

export interface Wait<Found> {
  /** What has not happened when it is not found. */
  what: string;
  timeoutMs: number;
  find: () => Promise<Found | null>;
  /** Looks for the cause. */
  why: () => Promise<string>;
}

export async function within<Found>({ what, timeoutMs, find, why }: Wait<Found>): Promise<Found> {
  const startedMs = performance.now();
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (performance.now() - startedMs > timeoutMs) break;
    await wait(PAUSE_MS);
  }
  // In one line, since the report has one for a case.
  throw new Error(`${what} within ${timeoutMs / 1000} seconds. ${await why()}`);
}

/** What the doctor says of one vendor, with what to do; the rest of the message when it finds nothing wrong. */
export async function diagnosis(
  convex: RemoteConvex,
  examine: (target: Target) => Promise<Finding[]>,
  otherwise: string,
  timeoutMs: number,
): Promise<string> {
  const admin = adminClient(convex.url, convex.adminKey);
  try {
    const variables = await readVariables(admin);
    const facts = await admin.query(internal.operator.facts as never, {});
    const findings = await examine({ variables, facts, voices: null, timeoutMs });
    const faults = findings.filter(({ verdict }) => verdict === "fault");
    return faults.length === 0
      ? otherwise
      : faults.map(({ message, fix }) => `${message} -> ${String(fix)}`).join(" ");
  } catch (error) {
    return `The deployment could not be asked why (${reasonOf(error)}).`;
  }
}
