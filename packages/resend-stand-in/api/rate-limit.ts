/** Limits the requests of the whole account, in windows of one second. */
import type { Clock } from "@hark/stand-in-kit/clock";
import { MailError } from "../errors.ts";

export interface RateLimit {
  /** Requests in each second. */
  perSecond: number;
  /** Counts a request. Returns the headers of its response, and an error if it is over the limit. */
  count(): { headers: Record<string, string>; refusal: MailError | null };
}

/** https://resend.com/docs/api-reference/rate-limit; an older page of it says 2. */
export const DEFAULT_PER_SECOND = 5;

export function createRateLimit(clock: Clock, perSecond: number): RateLimit {
  let second = 0;
  let used = 0;
  return {
    perSecond,
    count() {
      const now = Math.floor(clock.now() / 1000);
      if (now !== second) [second, used] = [now, 0];
      used += 1;
      const limit = this.perSecond;
      const isOver = used > limit;
      const headers = {
        "ratelimit-limit": String(limit),
        "ratelimit-policy": `${limit};w=1`,
        "ratelimit-remaining": String(Math.max(limit - used, 0)),
        "ratelimit-reset": "1",
        ...(isOver ? { "retry-after": "1" } : {}),
      };
      return { headers, refusal: isOver ? tooMany(limit) : null };
    },
  };
}

function tooMany(limit: number): MailError {
  return new MailError(
    "rate_limit_exceeded",
    `Too many requests. You can only make ${limit} requests per second. See rate limit response headers for more information. Or contact support to increase rate limit.`,
  );
}
