/**
 * Two queues of the outbox, so that a receiver that is slow or down holds up none but its like: whoever answers well
 * goes by the one, whoever did not the last time by the other. Of an endpoint there is one run at a time.
 */
import type { Doc } from "../../_generated/dataModel";

export type WebhookQueue = "webhook" | "slowWebhook";

/** Whoever takes longer to answer goes with those that fail. */
const SLOW_MS = 5_000;

/**
 * For how long an answer is waited for, and how much one run sends before others get its place. Nobody waits longer
 * behind a receiver that answers well. Who is slow gets as long as the specification of Standard Webhooks advises, from
 * 15 to 30 seconds, in a lane in which only others that are slow wait.
 */
export const WEBHOOK_QUEUES: Record<WebhookQueue, { timeoutMs: number; requestsPerRun: number }> = {
  webhook: { timeoutMs: SLOW_MS, requestsPerRun: 10 },
  slowWebhook: { timeoutMs: 15_000, requestsPerRun: 1 },
};

type Standing = Pick<Doc<"webhookEndpoints">, "failingSinceMs" | "isSlow">;

export function queueOf({ failingSinceMs, isSlow }: Standing): WebhookQueue {
  return failingSinceMs !== null || isSlow ? "slowWebhook" : "webhook";
}

export function isSlow(tookMs: number): boolean {
  return tookMs >= SLOW_MS;
}
