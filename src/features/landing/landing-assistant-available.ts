import { LANDING_EMBED_ID } from "../../../convex/shared/landingAssistant";
import { widgetPathFor } from "../../lib/routes";

/** A backend that is starting or busy may need a moment. After the last try the page stays without the assistant. */
const RETRY_DELAYS_MS = [0, 3_000, 10_000];

/** Asks until the landing-page assistant is available, or is no longer wanted, a few times. */
export async function becomesAvailable(isWanted: () => boolean): Promise<boolean> {
  for (const waitMs of RETRY_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (isWanted() && (await isAvailable())) return true;
  }
  return false;
}

/**
 * The button's page allows this site as its frame's parent only while the assistant is available. We check this first,
 * because a frame that fails to load, or a backend that cannot be reached, would leave errors in the console.
 */
async function isAvailable(): Promise<boolean> {
  const { headers } = await fetch(widgetPathFor(LANDING_EMBED_ID), { method: "HEAD" });
  const policy = headers.get("Content-Security-Policy") ?? "";
  return policy.split("; ").includes(`frame-ancestors ${location.origin}`);
}
