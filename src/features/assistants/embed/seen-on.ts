/** What is said of a website on which a button was asked for. */
import type { Doc } from "../../../../convex/_generated/dataModel";

type SeenSite = NonNullable<Doc<"assistants">["seenSites"]>[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const AGO = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** The newest first, as they are kept; null when there is none. */
export function seenOn(seenSites: readonly SeenSite[], nowMs: number): string | null {
  const [newest, ...others] = seenSites;
  if (newest === undefined) return null;
  const seen = `Seen on ${nameOf(newest.site)} ${ageOf(nowMs - newest.atMs)}`;
  if (others.length === 0) return `${seen}.`;
  return `${seen}, and on ${others.length} other ${others.length === 1 ? "website" : "websites"} before.`;
}

/** A site is noted once a day: after the first hour nobody knows more than that. */
function ageOf(ageMs: number): string {
  if (ageMs < MINUTE_MS) return "just now";
  if (ageMs < HOUR_MS) return AGO.format(-Math.floor(ageMs / MINUTE_MS), "minute");
  if (ageMs < DAY_MS) return "within the last day";
  return AGO.format(-Math.floor(ageMs / DAY_MS), "day");
}

function nameOf(site: string): string {
  return site.replace(/^https?:\/\//, "");
}
