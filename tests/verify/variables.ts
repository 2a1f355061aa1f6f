/** By which the runner and the tests that it runs know each other. */
export const REMOTE_VARIABLE = "HARK_VERIFY";
export const RESULTS_VARIABLE = "HARK_VERIFY_RESULTS";
