/** Where a button was seen, in one sentence. */
import type { Doc } from "../../../../convex/_generated/dataModel";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../convex/shared/durations";
import { SEEN } from "./texts";

type SeenSite = NonNullable<Doc<"assistants">["seenSites"]>[number];

const AGO = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** Takes the sites as they are stored, the newest first. Null if there are none. */
export function seenOn(seenSites: readonly SeenSite[], nowMs: number): string | null {
  const [newest, ...others] = seenSites;
  if (newest === undefined) return null;
  const seen = SEEN.on(nameOf(newest.site), ageOf(nowMs - newest.atMs));
  return `${seen}${others.length === 0 ? "" : SEEN.others(others.length)}.`;
}

/** A site is recorded once a day, so after the first hour the age is only known to the day. */
function ageOf(ageMs: number): string {
  if (ageMs < MINUTE_MS) return SEEN.justNow;
  if (ageMs < HOUR_MS) return AGO.format(-Math.floor(ageMs / MINUTE_MS), "minute");
  if (ageMs < DAY_MS) return SEEN.lastDay;
  return AGO.format(-Math.floor(ageMs / DAY_MS), "day");
}

function nameOf(site: string): string {
  return site.replace(/^https?:\/\//, "");
}
