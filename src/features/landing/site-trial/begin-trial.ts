import { openTrial, type Trial } from "./open-trial";
import { SiteTrial } from "./site-trial";

export interface BegunTrial {
  Shown: typeof SiteTrial;
  trial: Trial;
}

/** Everything that a trial needs, as one chunk. */
export function beginTrial(parts: Parameters<typeof openTrial>[0]): BegunTrial {
  return { Shown: SiteTrial, trial: openTrial(parts) };
}
