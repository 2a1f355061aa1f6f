/**
 * Deliveries have two job queues, so that a slow or failing endpoint delays only others like it: one for endpoints whose
 * last attempt was fast and successful, one for the rest. An endpoint has one run at a time.
 */
import type { Doc } from "../../_generated/dataModel";

export type WebhookQueue = "webhook" | "slowWebhook";

/** Endpoints that take longer to respond are treated like failing ones. */
const SLOW_MS = 5_000;

/**
 * How long a run waits for a response, and how many deliveries it sends before others get its slot. The slow queue waits
 * as long as Standard Webhooks recommends, 15 to 30 seconds, because only slow endpoints are queued behind it.
 */
export const WEBHOOK_QUEUES: Record<WebhookQueue, { timeoutMs: number; requestsPerRun: number }> = {
  webhook: { timeoutMs: SLOW_MS, requestsPerRun: 10 },
  slowWebhook: { timeoutMs: 15_000, requestsPerRun: 1 },
};

type Health = Pick<Doc<"webhookEndpoints">, "failingSinceMs" | "isSlow">;

export function queueOf({ failingSinceMs, isSlow }: Health): WebhookQueue {
  return failingSinceMs !== null || isSlow ? "slowWebhook" : "webhook";
}

export function isSlow(durationMs: number): boolean {
  return durationMs >= SLOW_MS;
}
