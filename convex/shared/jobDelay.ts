import { MINUTE_MS } from "./durations";

/** A job that has been due for this long is late. A cron starts due jobs each minute. */
export const JOBS_LATE_AFTER_MS = 5 * MINUTE_MS;
