import { createHmac } from "node:crypto";

/** The `Stripe-Signature` header of a body, signed at what its receiver takes for the time. */
export function sign(body: string, secret: string, receiverNowMs: number): string {
  const time = Math.floor(receiverNowMs / 1000);
  const digest = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${digest}`;
}
