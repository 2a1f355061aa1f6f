/** Checks that callers cannot choose the IP address by which they are rate-limited. */
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const { ok, fault, unknown } = findingsOn("callers");

/** An address reserved for documentation: RFC 5737. */
const SPOOFED_ADDRESS = "203.0.113.9";

export async function examineCallers({
  facts: { siteUrl },
  timeoutMs,
}: Pick<Target, "timeoutMs"> & { facts: Pick<Target["facts"], "siteUrl"> }): Promise<Finding[]> {
  try {
    const answer = await fetch(`${siteUrl}/caller`, {
      headers: { "X-Forwarded-For": SPOOFED_ADDRESS },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { address } = (await answer.json()) as { address: unknown };
    return [callerFinding(typeof address === "string" ? address : null)];
  } catch (error) {
    const message = `${siteUrl} does not tell the caller's IP address (${reasonOf(error)}).`;
    return [unknown("caller-silent", message, "Its functions are outdated: npm run deploy.")];
  }
}

function callerFinding(address: string | null): Finding {
  const fix =
    "Let the proxy in front of the functions replace X-Forwarded-For with the caller's address: docs/self-hosting.md.";
  if (address === null) {
    const message =
      "No caller's address is known, so one caller who reaches a rate limit blocks all.";
    return fault("caller-unknown", message, fix);
  }
  if (address === SPOOFED_ADDRESS) {
    const message = "Callers can choose their address, so rate limits by address have no effect.";
    return fault("caller-forged", message, fix);
  }
  return ok("callers", "Callers are rate-limited by an address that they cannot choose.");
}
