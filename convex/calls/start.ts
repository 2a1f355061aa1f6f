import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { conversationVariables } from "../assistants/conversationSpec";
import { artifactPlan, serverMessagesFor } from "../assistants/voiceAssistantSpec";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { internalMutation } from "../lib/internalFunctions";
import { logEvent } from "../lib/log";
import { languageFor } from "../shared/languages";
import { detailsTools } from "./detailsTool";
import { createThreadToken, readThreadToken } from "./thread";
import { typingTool } from "./typingTool";
import { createPageToken } from "../talkButton/pageToken";
import { isSignedPageToken } from "../talkButton/signedCalls";
import { isTurnstileOn } from "../talkButton/turnstile";
import { ConcurrencyLimitError, VoicePlatformError } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { readPageActions } from "../shared/pageActions";
import { applyCallEvent } from "./life";
import { pageTools } from "./pageTools";
import {
  answerFaults,
  platformFailed,
  readConversationRequest,
  readPageContext,
  refused,
  refusedFor,
} from "./request";
import { overridesFor, readUnsavedSettings } from "./unsavedSettings";

/** Receives the request that the voice SDK would send to the platform. */
export async function startCall(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("start a call", () => reserveAndCreate(ctx, request));
}

const ofCall = { callId: v.id("calls") };

export const confirm = internalMutation({
  args: { ...ofCall, platformCallId: v.string() },
  returns: v.null(),
  handler: async (ctx, { callId, platformCallId }) => {
    const call = await ctx.db.get("calls", callId);
    // The call was deleted in the meantime, so nobody would be billed for it. End it at the platform too.
    if (call === null) await scheduleVendorDeletion(ctx, "liveCall", [platformCallId]);
    else await applyCallEvent(ctx, call, "confirmed", { platformCallId, status: "queued" });
    return null;
  },
});

async function reserveAndCreate(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readConversationRequest(ctx, request);
  if (read.kind === "refused") return read.response;
  const { body } = read;
  const { embedId, ownerId, pageFacts } = read.request;
  const isVisitor = ownerId === null;
  const unsaved = readUnsavedSettings(isVisitor ? null : body.unsaved);
  if (unsaved.kind === "refused") return refused(400, "invalid_input", unsaved.reason);
  const callRequest = {
    ...read.request,
    // A token that is over is no reason to refuse a call.
    ...(body.thread === undefined ? {} : { threadId: await readThreadToken(embedId, body.thread) }),
    ...(unsaved.kind === "read" ? { unsaved: unsaved.settings } : {}),
  };
  const reserved = await ctx.runMutation(internal.calls.reservation.reserve, callRequest);
  if (reserved.kind === "refused") return await refusedFor(embedId, reserved);
  const { callId, platformAssistantId: assistantId, maxDurationSeconds, isRecorded } = reserved;
  const { toFindOut, unsavedInput, clearsLanguage, threadId, isGreeted, language } = reserved;
  const { hasActions } = reserved;
  const tools =
    threadId === null
      ? []
      : [
          ...(body.typing === false
            ? []
            : [typingTool(language), ...detailsTools(toFindOut.findings, "voice")]),
          ...pageTools(readPageActions(body.actions), language),
        ];
  const about = { conversation: callId, assistant: embedId, vendor: "vapi" } as const;
  try {
    // The page gets a page token for its next call, unless each call needs a new Turnstile token or signed token. Created
    // before the call, because a failure here releases the call.
    const getsNext = isVisitor && !isTurnstileOn() && !isSignedPageToken(callRequest.pageTokenId);
    const next = getsNext ? { pageToken: (await createPageToken(embedId)).text } : {};
    const continued =
      threadId === null ? {} : { thread: await createThreadToken(embedId, threadId) };
    const metadata = { callId };
    const askedAtMs = Date.now();
    const call = await vapi().startWebCall({
      ...(unsavedInput === null ? {} : await overridesFor(ctx, unsavedInput, { clearsLanguage })),
      assistantId,
      maxDurationSeconds,
      metadata,
      serverMessages: serverMessagesFor({ hasTools: tools.length > 0 || hasActions }),
      ...(tools.length === 0 ? {} : { "tools:append": tools }),
      ...(isGreeted ? { firstMessage: languageFor(language).resumed } : {}),
      ...conversationVariables({ ...reserved, pageFacts }, readPageContext(body.page)),
      ...(isRecorded ? {} : { artifactPlan: artifactPlan({ isRecorded, asked: toFindOut }) }),
    });
    await ctx.runMutation(internal.calls.start.confirm, { callId, platformCallId: call.id });
    const ms = Date.now() - askedAtMs;
    logEvent({ event: "call.started", ...about, vendorId: call.id, ms });
    return answerAnyOrigin(201, {
      id: call.id,
      webCallUrl: call.webCallUrl,
      artifactPlan: { videoRecordingEnabled: false },
      ...(call.voiceProvider === null
        ? {}
        : { assistant: { voice: { provider: call.voiceProvider } } }),
      ...(call.callToken === null ? {} : { transport: { callToken: call.callToken } }),
      ...next,
      ...continued,
    });
  } catch (error) {
    const isRefused = error instanceof VoicePlatformError && error.isRefusal;
    await ctx.runMutation(internal.calls.reservation.release, { callId, isRefused });
    if (!(error instanceof VoicePlatformError)) throw error;
    logEvent({ event: "call.failed", level: "error", ...about, status: error.status, error });
    return error instanceof ConcurrencyLimitError
      ? await refusedFor(embedId, reserved.busy)
      : platformFailed(callId);
  }
}
