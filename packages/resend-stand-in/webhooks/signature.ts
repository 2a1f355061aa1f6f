import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** The three headers of Svix, which sends Resend's webhooks. The signature covers id, second and body. */
export function signed(
  { id, body }: { id: string; body: string },
  secret: string,
  nowMs: number,
): Record<string, string> {
  const seconds = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const digest = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": seconds, "svix-signature": `v1,${digest}` };
}
