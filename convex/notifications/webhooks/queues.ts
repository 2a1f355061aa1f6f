/**
 * Deliveries have two job queues, so that a slow or failing endpoint delays only others like it: one for endpoints that
 * answered well the last time, one for the rest. An endpoint has one run at a time.
 */
import type { Doc } from "../../_generated/dataModel";

export type WebhookQueue = "webhook" | "slowWebhook";

/** Endpoints that take longer to answer are treated like those that fail. */
const SLOW_MS = 5_000;

/**
 * How long a run waits for an answer, and how many deliveries it sends before others get its slot. The slow queue waits as
 * long as Standard Webhooks advises, 15 to 30 seconds; only slow endpoints wait behind it.
 */
export const WEBHOOK_QUEUES: Record<WebhookQueue, { timeoutMs: number; requestsPerRun: number }> = {
  webhook: { timeoutMs: SLOW_MS, requestsPerRun: 10 },
  slowWebhook: { timeoutMs: 15_000, requestsPerRun: 1 },
};

type Health = Pick<Doc<"webhookEndpoints">, "failingSinceMs" | "isSlow">;

export function queueOf({ failingSinceMs, isSlow }: Health): WebhookQueue {
  return failingSinceMs !== null || isSlow ? "slowWebhook" : "webhook";
}

export function isSlow(tookMs: number): boolean {
  return tookMs >= SLOW_MS;
}
