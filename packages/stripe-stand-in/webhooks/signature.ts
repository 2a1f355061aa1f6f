import { createHmac } from "node:crypto";

/** The `Stripe-Signature` header of a body, dated by the receiver's clock. */
export function sign(body: string, secret: string, receiverNowMs: number): string {
  const time = Math.floor(receiverNowMs / 1000);
  const digest = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${digest}`;
}
