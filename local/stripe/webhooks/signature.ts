import { createHmac } from "node:crypto";

/**
 * The `Stripe-Signature` header of a body. Signed at the wall clock's time whatever the shared clock
 * shows: the SDK compares it with its own, and refuses what is more than five minutes old.
 */
export function sign(body: string, secret: string, wallClockMs = Date.now()): string {
  const time = Math.floor(wallClockMs / 1000);
  const digest = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${digest}`;
}
