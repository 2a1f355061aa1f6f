/** Environment variables by which the runner and its tests communicate. */
export const REMOTE_VARIABLE = "HARK_VERIFY";
export const RESULTS_VARIABLE = "HARK_VERIFY_RESULTS";
