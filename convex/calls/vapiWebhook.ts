import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { SECRET_HEADER } from "../assistants/voiceCredential";
import { required } from "../lib/env";
import { fieldsOf, isFields } from "../lib/fields";
import { logEvent } from "../lib/log";
import { readJson } from "../lib/requestBody";
import { isSameSecret } from "../lib/secrets";
import { wellFormed } from "../shared/wellFormed";
import { readReport } from "./report";
import { hasUserWords, hasWords } from "./silentCalls";
import { CALL_STATUSES } from "./table";
import { answerToolCalls, isOfChat } from "./toolCalls";

/** A report contains the transcript in several formats. */
const MAX_REPORT_BYTES = 5_000_000;

/** Transcripts are too many. */
const LOGGED: unknown[] = ["status-update", "tool-calls", "end-of-call-report"];

/** Receives the voice platform's messages about calls. Messages that we do not need are accepted and ignored. */
export async function receiveCallReport(ctx: ActionCtx, request: Request): Promise<Response> {
  const secret = request.headers.get(SECRET_HEADER) ?? "";
  if (!(await isSameSecret(secret, required("VAPI_WEBHOOK_SECRET")))) {
    return new Response("Wrong secret", { status: 401 });
  }
  const read = await readJson(request, { maxBytes: MAX_REPORT_BYTES });
  if (read.kind === "refused") return new Response(read.reason, { status: read.status });
  const { message: received } = fieldsOf(read.content);
  if (!isFields(received)) return new Response("No message", { status: 400 });
  const message = received;
  if (isOfChat(message)) {
    return (await answerToolCalls(ctx, message)) ?? new Response(null, { status: 200 });
  }
  const call = fieldsOf(message.call);
  if (typeof call.id !== "string") return new Response("No call", { status: 400 });
  const { callId } = fieldsOf(fieldsOf(call.assistantOverrides).metadata);
  const which = { platformCallId: call.id, callId: typeof callId === "string" ? callId : null };
  if (LOGGED.includes(message.type)) {
    const type = message.type as string;
    const status = typeof message.status === "string" ? { status: message.status } : {};
    const about = { conversation: which.callId, vendor: "vapi", vendorId: call.id } as const;
    logEvent({ event: "webhook.received", ...about, type, ...status });
  }
  if (message.type === "status-update") await recordStatus(ctx, which, message);
  await recordWords(ctx, which, message);
  if (message.type === "tool-calls") {
    const answer = await answerToolCalls(ctx, message);
    if (answer !== null) return answer;
  }
  if (message.type === "end-of-call-report") {
    const report = readReport(message);
    if (report === null) return new Response("No end", { status: 400 });
    await ctx.runMutation(internal.calls.changes.recordReport, { ...which, report, by: "report" });
  }
  return new Response(null, { status: 200 });
}

type Which = { platformCallId: string; callId: string | null };

async function recordStatus(
  ctx: ActionCtx,
  which: Which,
  { status, endedReason, timestamp }: Record<string, unknown>,
): Promise<void> {
  const knownStatus = CALL_STATUSES.find((candidate) => candidate === status);
  if (knownStatus === undefined) return;
  await ctx.runMutation(internal.calls.changes.recordStatus, {
    ...which,
    status: knownStatus,
    endedReason: typeof endedReason === "string" ? wellFormed(endedReason) : null,
    atMs: typeof timestamp === "number" ? timestamp : Date.now(),
  });
}

/** Typed words arrive in the messages of the next transcript. */
async function recordWords(
  ctx: ActionCtx,
  which: Which,
  { type, transcriptType, role, transcript, artifact, timestamp }: Record<string, unknown>,
): Promise<void> {
  // The platform publishes both names for the message.
  const isTranscript = type === "transcript" || type === 'transcript[transcriptType="final"]';
  if (!isTranscript || transcriptType === "partial") return;
  const isUser = (role === "user" && hasWords(transcript)) || hasUserWords({ artifact });
  const atMs = typeof timestamp === "number" ? timestamp : Date.now();
  const by = isUser ? "visitor" : role === "assistant" ? "assistant" : null;
  if (by === null) return;
  await ctx.runMutation(internal.calls.silentCalls.recordWords, {
    ...{ ...which, by, atMs },
    ...((role === "user" || role === "assistant") &&
      typeof transcript === "string" &&
      hasWords(transcript) && { message: { role, text: wellFormed(transcript) } }),
  });
}
