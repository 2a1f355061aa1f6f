/** Whether callers can choose the address by which limits count them. */
import { findingsAbout, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";

const { sound, fault, unknown } = findingsAbout("callers");

/** Of documents, and nobody's: RFC 5737. */
const MADE_UP = "203.0.113.9";

export async function examineCallers({
  facts: { siteUrl },
  patienceMs,
}: Pick<Patient, "patienceMs"> & { facts: Pick<Patient["facts"], "siteUrl"> }): Promise<Finding[]> {
  try {
    const answer = await fetch(`${siteUrl}/caller`, {
      headers: { "X-Forwarded-For": MADE_UP },
      signal: AbortSignal.timeout(patienceMs),
    });
    const { address } = (await answer.json()) as { address: unknown };
    return [judged(typeof address === "string" ? address : null)];
  } catch (error) {
    const says = `${siteUrl} does not say where a caller comes from (${reasonOf(error)}).`;
    return [unknown("caller-silent", says, "Its functions are older than these: npm run deploy.")];
  }
}

function judged(address: string | null): Finding {
  const mend =
    "Have the proxy in front of the functions replace X-Forwarded-For by the caller's address: docs/self-hosting.md.";
  if (address === null) {
    const says = "Nobody's address is known, so one caller who is stopped by a limit stops all.";
    return fault("caller-unknown", says, mend);
  }
  if (address === MADE_UP) {
    const says = "Callers choose their own address, so no limit by address holds anybody up.";
    return fault("caller-forged", says, mend);
  }
  return sound("callers", "Callers are counted by an address that they cannot choose.");
}
