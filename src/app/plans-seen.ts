import { readSetting, saveSetting } from "../lib/browser-setting";

const KEY = "hark.subscription-seen";

/** Whether this browser has shown the subscription page before. */
export function havePlansBeenSeen(): boolean {
  return readSetting(KEY) === "true";
}

export function rememberPlansSeen(): void {
  saveSetting(KEY, "true");
}
