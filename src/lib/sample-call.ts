import type { Id } from "../../convex/_generated/dataModel";
import type { CallDetails, ShownCall } from "./shown-calls";

/** A successful call for tests, with the given changes. */
export function aCall(changes: Partial<ShownCall> = {}): ShownCall {
  return {
    id: "call1234567890" as Id<"calls">,
    status: "ended",
    assistant: { id: "assistant1" as Id<"assistants">, name: "Ada" },
    isTest: false,
    channel: "voice",
    createdAt: "2026-11-21T09:59:58.000Z",
    startedAt: "2026-11-21T10:00:00.000Z",
    endedAt: "2026-11-21T10:01:15.000Z",
    cost: 0.125,
    endedReason: "customer-ended-call",
    summary: "They asked when the bakery opens.",
    analysis: { summary: "They asked when the bakery opens.", successEvaluation: null },
    isSuccessful: true,
    exchangeCount: 2,
    ...changes,
  };
}

export function someDetails(changes: Partial<CallDetails> = {}): CallDetails {
  return {
    ...aCall(),
    transcript: "AI: Hello.\nUser: When do you open?\n",
    messages: [
      { role: "assistant", text: "Hello.", secondsFromStart: 0.4 },
      { role: "user", text: "When do you open?", secondsFromStart: 2.1 },
    ],
    recordingUrl: "https://backend.example/recording",
    outcome: null,
    thread: [],
    isRecordingPending: false,
    rating: null,
    place: null,
    pageFacts: [],
    pageUses: [],
    consent: null,
    ...changes,
  };
}
