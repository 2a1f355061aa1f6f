import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { pageVariables, type PageContext } from "../assistants/conversationSpec";
import { artifactPlan, SERVER_MESSAGES } from "../assistants/voiceAssistantSpec";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { internalMutation } from "../lib/internalFunctions";
import { findOwnerId } from "../lib/owner";
import { readJson } from "../lib/requestBody";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { createPageToken, readPageToken, readSites } from "../talkButton/pageToken";
import { isSignedPageToken } from "../talkButton/signedCalls";
import { isTurnstileOn } from "../talkButton/turnstile";
import { ConcurrencyLimitError, VoicePlatformError } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { applyCallEvent } from "./life";
import { overridesFor, readUnsavedSettings } from "./unsavedSettings";

/**
 * Receives the request that the voice SDK would send to the platform. Faults are caught here, because the backend's own
 * error response has no headers that let a page of another origin read it.
 */
export async function startCall(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    return await reserveAndCreate(ctx, request);
  } catch (error) {
    console.error("Could not start a call", error);
    return refused(500, "internal_error", MESSAGES.somethingWrong);
  }
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

/** Only the assistant, the page token and the page come from the browser's body. The request to the platform is ours. */
async function reserveAndCreate(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readJson(request);
  if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
  const body = read.content as Body;
  const embedId = body?.assistantId;
  // Reading the body replaces invalid characters by this one, which no id contains.
  if (typeof embedId !== "string" || embedId.includes("\uFFFD")) {
    return refused(400, "invalid_input", REFUSALS.noAssistantNamed);
  }
  const header = request.headers.get("Authorization");
  // In the body, because a header would cost a visitor's browser a preflight request.
  const bearer = header === null ? body?.bearer : /^Bearer (.+)$/.exec(header)?.[1];
  // A visitor sends the embed id. Anything else must be a valid session.
  const isVisitor = bearer === embedId;
  const ownerId = isVisitor ? null : await findOwnerId(ctx);
  if (ownerId === null && !isVisitor) {
    return refused(401, "not_signed_in", MESSAGES.notSignedIn);
  }
  const unsaved = readUnsavedSettings(ownerId === null ? null : body?.unsaved);
  if (unsaved.kind === "refused") return refused(400, "invalid_input", unsaved.reason);
  const { ip: address } = await ctx.meta.getRequestMetadata();
  const page = isVisitor ? await readPage(embedId, body ?? {}) : {};
  const callRequest = {
    ...{ embedId, ownerId, address, ...page },
    ...(unsaved.kind === "read" ? { unsaved: unsaved.settings } : {}),
  };
  const reserved = await ctx.runMutation(internal.calls.reservation.reserve, callRequest);
  if (reserved.kind === "refused") {
    const { kind: _, ...refusal } = reserved;
    return refusedAs(refusal);
  }
  const { callId, platformAssistantId: assistantId, maxDurationSeconds, isRecorded } = reserved;
  const { toFindOut, tellsPage, unsavedInput, clearsLanguage } = reserved;
  try {
    // The page gets a page token for its next call, unless each call needs a new Turnstile token or signed token. Created
    // before the call, because a failure here releases the call.
    const getsNext = isVisitor && !isTurnstileOn() && !isSignedPageToken(callRequest.pageTokenId);
    const next = getsNext ? { pageToken: (await createPageToken(embedId)).text } : {};
    const metadata = { callId };
    const call = await vapi().startWebCall({
      ...(unsavedInput === null ? {} : await overridesFor(ctx, unsavedInput, { clearsLanguage })),
      assistantId,
      maxDurationSeconds,
      metadata,
      serverMessages: SERVER_MESSAGES,
      ...(tellsPage ? { variableValues: pageVariables(readPageContext(body?.page)) } : {}),
      ...(isRecorded ? {} : { artifactPlan: artifactPlan({ isRecorded, asked: toFindOut }) }),
    });
    await ctx.runMutation(internal.calls.start.confirm, { callId, platformCallId: call.id });
    return answerAnyOrigin(201, {
      id: call.id,
      webCallUrl: call.webCallUrl,
      artifactPlan: { videoRecordingEnabled: false },
      ...(call.voiceProvider === null
        ? {}
        : { assistant: { voice: { provider: call.voiceProvider } } }),
      ...(call.callToken === null ? {} : { transport: { callToken: call.callToken } }),
      ...next,
    });
  } catch (error) {
    const isRefused = error instanceof VoicePlatformError && error.isRefusal;
    await ctx.runMutation(internal.calls.reservation.release, { callId, isRefused });
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    return error instanceof ConcurrencyLimitError
      ? refused(429, "busy", MESSAGES.linesBusy)
      : refused(502, "voice_platform_failed", MESSAGES.voicePlatformFailed);
  }
}

type Body =
  | {
      assistantId?: unknown;
      bearer?: unknown;
      pageToken?: unknown;
      sites?: unknown;
      agreed?: unknown;
      page?: unknown;
      unsaved?: unknown;
    }
  | null
  | undefined;

/** An expired page token counts as missing. */
async function readPage(embedId: string, body: NonNullable<Body>) {
  const pageToken = await readPageToken(embedId, body.pageToken);
  const sites = readSites(body.sites);
  const agreed = readAgreed(body.agreed);
  return {
    ...(pageToken === null || pageToken.expiresAtMs <= Date.now()
      ? {}
      : { pageTokenId: pageToken.id }),
    ...(sites === null ? {} : { sites }),
    ...(agreed === null ? {} : { agreed }),
  };
}

/** The page that the browser says the visitor is on. */
function readPageContext(page: unknown): PageContext | null {
  const { url, title } = (page ?? {}) as { url?: unknown; title?: unknown };
  if (typeof url !== "string" || typeof title !== "string") return null;
  return { url, title };
}

function readAgreed(agreed: unknown): { version: string; msAgo: number } | null {
  const { version, msAgo } = (agreed ?? {}) as { version?: unknown; msAgo?: unknown };
  if (typeof version !== "string" || typeof msAgo !== "number") return null;
  return { version, msAgo };
}

function refused(status: number, code: string, message: string): Response {
  return refusedAs({ status, code, message });
}

function refusedAs({
  status,
  ...refusal
}: {
  status: number;
  code: string;
  message: string;
}): Response {
  return answerAnyOrigin(status, { statusCode: status, ...refusal });
}
