import { keep, kept } from "../lib/kept-setting";

const KEY = "hark.subscription-seen";

/** Whether this browser has shown the subscription page before. */
export function havePlansBeenSeen(): boolean {
  return kept(KEY) === "true";
}

export function rememberPlansSeen(): void {
  keep(KEY, "true");
}
