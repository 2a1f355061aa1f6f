/** In the metadata of what a run makes at Stripe. */
export const MARK = "hark_verify";
