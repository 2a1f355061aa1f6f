/** Waits for what a vendor does. */
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
  /** What has not happened, for the error message. */
  what: string;
  timeoutMs: number;
  find: () => Promise<Found | null>;
  /** Finds the cause. */
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
  // In one line, because the report has one line for each case.
  throw new Error(`${what} within ${timeoutMs / 1000} seconds. ${await why()}`);
}

/** The doctor's faults for one vendor, with their fixes; `otherwise` if there are none. */
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
