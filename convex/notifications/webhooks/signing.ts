/** https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md 1.0.0 */
import type { Doc } from "../../_generated/dataModel";
import { toBase64 } from "../../lib/bytes";
import { newestSecret, validSecrets } from "../../lib/numberedSecrets";

type Endpoint = Pick<Doc<"webhookEndpoints">, "_id" | "secretNumber" | "rotatedAtMs">;

/** The newest secret, as its owner sees it. */
export async function shownSecret(endpoint: Endpoint): Promise<string> {
  return `whsec_${toBase64(await newestSecret(secretOf(endpoint)))}`;
}

export async function signedHeaders(
  endpoint: Endpoint,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const secrets = await validSecrets(secretOf(endpoint), nowMs);
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, content)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function secretOf({ _id, secretNumber: number, rotatedAtMs }: Endpoint) {
  return { name: `webhook ${_id}`, number, rotatedAtMs };
}

async function signature(secret: Uint8Array, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new Uint8Array(secret);
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, content)))}`;
}
