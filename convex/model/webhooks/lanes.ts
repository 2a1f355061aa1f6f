/**
 * Two queues of the outbox, so that a receiver that is slow or down holds up none but its like: whoever answers well
 * goes by the one, whoever did not the last time by the other. Of an endpoint there is one run at a time.
 */
import type { Doc } from "../../_generated/dataModel";

export type Lane = "webhook" | "slowWebhook";

type Standing = Pick<Doc<"webhookEndpoints">, "failingSinceMs" | "isSlow">;

export function laneOf({ failingSinceMs, isSlow }: Standing): Lane {
  return failingSinceMs !== null || isSlow ? "slowWebhook" : "webhook";
}
