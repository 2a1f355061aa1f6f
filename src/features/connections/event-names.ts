import type { WebhookEvent } from "../../../convex/shared/webhooks";

export const EVENT_NAMES: Record<WebhookEvent, string> = {
  "call.started": "Call started",
  "call.ended": "Call ended",
  "outcome.created": "Entry in the inbox",
  "assistant.published": "Assistant published",
  "usage.threshold": "Usage near or at its limit",
};

/** Also for what is no event. */
export function eventName(type: string): string {
  return (EVENT_NAMES as Record<string, string>)[type] ?? "Test";
}
