/** Metadata key of everything that a run creates at Stripe. */
export const MARK = "hark_verify";
