/** Calls as the voice platform reports them, for tests that do not need a platform. */
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Finding } from "../../convex/shared/findings";
import { OUTPUT_NAME } from "../../convex/inbox/structuredOutput";
import { anyAddress } from "../any-address.ts";
import { newAssistant } from "./samples.ts";
import type { Owner, World } from "./world.ts";

export const WEBHOOK_SECRET = "the platform's secret";

/** Settings of a platform that sends reports but answers no requests. */
export const SILENT_PLATFORM = {
  VAPI_PRIVATE_KEY: "unused",
  VAPI_API_URL: "http://127.0.0.1:9",
  VAPI_WEBHOOK_SECRET: WEBHOOK_SECRET,
  CALCOM_URL: "http://127.0.0.1:9",
  TRIAL_KEYS: "a-key-of-these-tests",
};

export interface Assistant {
  assistantId: Id<"assistants">;
  embedId: string;
}

/** Creates an assistant that exists at the voice platform. */
export async function voicedAssistant(
  world: World,
  owner: Owner,
  name = "Ada",
  findings: Finding[] = [],
): Promise<Assistant> {
  const platformId: string = crypto.randomUUID();
  const { userId: ownerId } = owner;
  const owned = { ownerId, assistantId: null };
  const begun = await world.inside.mutation(
    internal.assistants.voiceAssistants.beginVoiceAssistant,
    owned,
  );
  const madeId = must(begun, "voice assistant");
  await world.inside.mutation(internal.assistants.voiceAssistants.recordVoiceAssistant, {
    madeId,
    platformId,
  });
  const assistant = { ...newAssistant(), name, findings, voiceAssistantId: platformId };
  const assistantId = await owner.mutation(api.assistants.createAssistant, assistant);
  return { assistantId, embedId: assistant.embedId };
}

const DAY_MS = 86_400_000;

/** Keeps a test within one day and month, whenever it runs. */
export async function advanceToNoon(world: World): Promise<void> {
  await world.advance(DAY_MS - ((world.clock.now() + DAY_MS / 2) % DAY_MS));
}

export interface StartedCall {
  callId: Id<"calls">;
  platformCallId: string;
  maxDurationSeconds: number;
}

/** Does what `POST /call/web` does before and after its request to the platform. */
export async function startCall(
  world: World,
  embedId: string,
  ownerId: Id<"users"> | null,
  address: string | null = anyAddress(),
  /** Null if the page continues conversations, and this one is new. */
  threadId?: null,
): Promise<StartedCall> {
  // Each call from a visitor's page needs a page token.
  const page = ownerId === null ? { pageTokenId: crypto.randomUUID() } : {};
  const args = { embedId, ownerId, address, ...page, threadId };
  const reserved = await world.inside.mutation(internal.calls.reservation.reserve, args);
  if (reserved.kind === "refused") throw new Error(reserved.message);
  const platformCallId: string = crypto.randomUUID();
  const { callId, maxDurationSeconds } = reserved;
  await world.inside.mutation(internal.calls.start.confirm, { callId, platformCallId });
  return { callId, platformCallId, maxDurationSeconds };
}

export async function sendReport(
  world: World,
  message: object,
  secret = WEBHOOK_SECRET,
): Promise<Response> {
  return await fetch(`${world.siteUrl}/vapi`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Vapi-Secret": secret,
      // A credential at the platform may add this header, which must be ignored.
      Authorization: "Bearer of-the-platform",
    },
    body: JSON.stringify({ message }),
  });
}

export function statusUpdate(platformCallId: string, status: string, atMs: number) {
  return { type: "status-update", status, timestamp: atMs, call: { id: platformCallId } };
}

/** A webhook with a transcript of the visitor or the assistant. */
export function transcript(platformCallId: string, role: "user" | "assistant", text: string) {
  const words = { role, transcriptType: "final", transcript: text };
  return { type: 'transcript[transcriptType="final"]', ...words, call: { id: platformCallId } };
}

export function endOfCallReport(
  platformCallId: string,
  { startedAtMs, seconds, ...more }: { startedAtMs: number; seconds: number } & object,
) {
  return {
    type: "end-of-call-report",
    call: { id: platformCallId },
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: new Date(startedAtMs + seconds * 1000).toISOString(),
    endedReason: "customer-ended-call",
    cost: 0.125,
    analysis: { summary: "They asked when the bakery opens.", successEvaluation: "true" },
    artifact: {
      transcript: "AI: Hello.\nUser: When do you open?\n",
      messages: [
        { role: "system", message: "The prompt.", secondsFromStart: 0 },
        { role: "bot", message: "Hello.", secondsFromStart: 0.4 },
        { role: "user", message: "When do you open?", secondsFromStart: 2.1 },
      ],
      ...foundOut({}),
    },
    ...more,
  };
}

/** The artifact with the results that the platform found. */
export function foundOut(result: object | null) {
  return { structuredOutputs: { [crypto.randomUUID()]: { name: OUTPUT_NAME, result } } };
}

/** Runs the cron job that asks the platform for missing reports. */
export async function followUp(world: World): Promise<void> {
  await world.inside.mutation(internal.jobs.startJobs.sweep, {});
  await world.settle();
}

/** A whole call, including its report. */
export async function talk(
  world: World,
  owner: Owner,
  { embedId }: Assistant,
  seconds: number,
): Promise<StartedCall> {
  const call = await startCall(world, embedId, owner.userId);
  const startedAtMs = world.clock.now();
  await sendReport(world, statusUpdate(call.platformCallId, "in-progress", startedAtMs));
  await sendReport(world, transcript(call.platformCallId, "user", "When do you open?"));
  await world.advance(seconds * 1000);
  await sendReport(world, endOfCallReport(call.platformCallId, { startedAtMs, seconds }));
  return call;
}
