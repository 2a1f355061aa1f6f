/** https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md 1.0.0 */
import type { Doc } from "../../_generated/dataModel";
import { SECRETS_OVERLAP_HOURS } from "../../catalog/webhooks";
import { inBase64 } from "../common/bytes";
import { keyedHashes } from "../common/keyedHash";

type Endpoint = Pick<Doc<"webhookEndpoints">, "_id" | "secretNumber" | "rotatedAtMs">;

const OVERLAP_MS = SECRETS_OVERLAP_HOURS * 3_600_000;

/** As its owner gets to see it, once. */
export async function shownSecret(endpoint: Endpoint): Promise<string> {
  const [newest = new Uint8Array()] = await secretsNumbered(endpoint, endpoint.secretNumber);
  return `whsec_${inBase64(newest)}`;
}

export async function signedHeaders(
  endpoint: Endpoint,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const secrets = await secretsOf(endpoint, nowMs);
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, content)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** For a day the one of before as well, so that a receiver can take the new one whenever it likes. */
async function secretsOf(endpoint: Endpoint, nowMs: number): Promise<Uint8Array[]> {
  const { secretNumber, rotatedAtMs } = endpoint;
  const current = await secretsNumbered(endpoint, secretNumber);
  if (rotatedAtMs === null || nowMs >= rotatedAtMs + OVERLAP_MS) return current;
  return [...current, ...(await secretsNumbered(endpoint, secretNumber - 1))];
}

/** By each of the deployment's keys: which was the newest when it was shown is not known. */
async function secretsNumbered({ _id }: Endpoint, secretNumber: number): Promise<Uint8Array[]> {
  return await keyedHashes(`webhook ${_id} ${secretNumber}`);
}

async function signature(secret: Uint8Array, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new Uint8Array(secret), how, false, ["sign"]);
  return `v1,${inBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, content)))}`;
}
