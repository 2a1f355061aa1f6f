const MAX_LENGTH = 120;
/** Where an error begins to quote a vendor's answer, an address or what somebody wrote. */
const QUOTED = /[:"'`“‘<[{\n]|\S*@/;

/**
 * The part of a job's error that is our own: the kind of error, or our sentence about it with its status. What follows may be
 * a vendor's answer, and vendors repeat what they were sent. `operator:attention` has the whole.
 */
export function shownError(error: string | null): string {
  const text = (error ?? "").replace(/^Error: /, "");
  const [own = ""] = text.split(QUOTED, 1);
  return own.slice(0, MAX_LENGTH).trim();
}
