/**
 * Deployed functions live in UTC, as upstream's do: get-convex/convex-backend, crates/common/src/utils.rs
 * `ensure_utc`. V8 keeps one time zone for all threads of a process, so there and here the process has it.
 */

const ofMachine = process.env.TZ;

/** Where whoever sits at this machine lives, by its IANA name. */
export const OWN_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function liveInUtc(): void {
  process.env.TZ = "UTC";
}

/** For a process whose words somebody reads who lives in another zone. */
export function inOwnTimeZone(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TZ: _, ...others } = env;
  return ofMachine === undefined ? others : { ...others, TZ: ofMachine };
}
