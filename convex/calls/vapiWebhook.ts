import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { SECRET_HEADER } from "../assistants/voiceCredential";
import { required } from "../lib/env";
import { fieldsOf, isFields } from "../lib/fields";
import { readJson } from "../lib/requestBody";
import { isSameSecret } from "../lib/secrets";
import { wellFormed } from "../shared/wellFormed";
import { readReport } from "./report";
import { hasUserWords, hasWords } from "./silentCalls";
import { CALL_STATUSES } from "./table";

/** A report holds everything that was said, in several shapes. */
const LONGEST_REPORT = 5_000_000;

/** What the voice platform tells of its calls. What is not for us is taken and let be. */
export async function receiveCallReport(ctx: ActionCtx, request: Request): Promise<Response> {
  const secret = request.headers.get(SECRET_HEADER) ?? "";
  if (!(await isSameSecret(secret, required("VAPI_WEBHOOK_SECRET")))) {
    return new Response("Wrong secret", { status: 401 });
  }
  const read = await readJson(request, { maxBytes: LONGEST_REPORT });
  if (read.kind === "refused") return new Response(read.reason, { status: read.status });
  const { message: told } = fieldsOf(read.content);
  if (!isFields(told)) return new Response("No message", { status: 400 });
  const message = told;
  const call = fieldsOf(message.call);
  if (typeof call.id !== "string") return new Response("No call", { status: 400 });
  const { callId } = fieldsOf(fieldsOf(call.assistantOverrides).metadata);
  const which = { platformCallId: call.id, callId: typeof callId === "string" ? callId : null };
  if (message.type === "status-update") await noteStatus(ctx, which, message);
  await noteWords(ctx, which, message);
  if (message.type === "end-of-call-report") {
    const report = readReport(message);
    if (report === null) return new Response("No end", { status: 400 });
    await ctx.runMutation(internal.calls.changes.recordReport, { ...which, report, by: "report" });
  }
  return new Response(null, { status: 200 });
}

type Which = { platformCallId: string; callId: string | null };

async function noteStatus(
  ctx: ActionCtx,
  which: Which,
  { status, endedReason, timestamp }: Record<string, unknown>,
): Promise<void> {
  const known = CALL_STATUSES.find((candidate) => candidate === status);
  if (known === undefined) return;
  await ctx.runMutation(internal.calls.changes.recordStatus, {
    ...which,
    status: known,
    endedReason: typeof endedReason === "string" ? wellFormed(endedReason) : null,
    atMs: typeof timestamp === "number" ? timestamp : Date.now(),
  });
}

/** Typed words are in the messages that come with what is said next. */
async function noteWords(
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
  await ctx.runMutation(internal.calls.silentCalls.recordWords, { ...which, by, atMs });
}
