/** How the owner has followed up a call. */
import { DAY_MS } from "./calendar.ts";
import type { Random } from "./seeded-random.ts";
import type { Handled } from "./planned-call.ts";

const DONE_NOTES: readonly [string, ...string[]] = [
  "Called back, all set.",
  "Confirmed by phone.",
  "Booked for that day.",
  "Called back, no answer, left a message.",
  "Text message sent.",
  "Done. Asked us to say hello to the team!",
];
const OPEN_NOTES: readonly [string, ...string[]] = [
  "Left a message, will try again this afternoon.",
  "Asked Maria to check.",
  "Called, line was busy.",
];

/** Null if nobody has looked at the call yet. */
export function followUpAfter(ageMs: number, random: Random): Handled | null {
  const share = random.share();
  const note = random.chance(0.4) ? random.pick(DONE_NOTES) : "";
  const done: Handled = { status: "done", note };
  const open: Handled = { status: "in progress", note: random.pick(OPEN_NOTES) };
  if (ageMs < DAY_MS) return share < 0.75 ? null : share < 0.85 ? open : done;
  // At most a weekend ago.
  if (ageMs < 3 * DAY_MS) {
    if (share < 0.22) return null;
    if (share < 0.3) return { status: "new", note: "" };
    return share < 0.5 ? open : done;
  }
  return share < 0.03 ? open : done;
}
