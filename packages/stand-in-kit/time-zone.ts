/**
 * Deployed functions run in UTC, as upstream's do: get-convex/convex-backend, crates/common/src/utils.rs `ensure_utc`.
 * V8 has one time zone for all threads, so the whole process is set to UTC.
 */

const ofMachine = process.env.TZ;

/** The time zone of the person at this machine, as an IANA name. */
export const OWN_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function liveInUtc(): void {
  process.env.TZ = "UTC";
}

/** For a process whose output is shown to people in another time zone. */
export function inOwnTimeZone(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TZ: _, ...others } = env;
  return ofMachine === undefined ? others : { ...others, TZ: ofMachine };
}
