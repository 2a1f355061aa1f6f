/** Reads the request for a call or for a typed answer. */
import type { ActionCtx } from "../_generated/server";
import type { PageContext } from "../assistants/conversationSpec";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { findOwnerId } from "../lib/owner";
import { logEvent, referenceOf } from "../lib/log";
import { readJson } from "../lib/requestBody";
import { MAX_PLACE_LENGTH } from "../shared/limits";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { readPageFacts } from "../shared/pageFacts";
import { beginningOf, wellFormed } from "../shared/wellFormed";
import { createMessagePass } from "../talkButton/messagePass";
import { readPageToken, readSites } from "../talkButton/pageToken";
import type { ConversationRequest, RefusedCall } from "./admission";

export type ReadRequest =
  | { kind: "read"; body: Body; request: ConversationRequest }
  | { kind: "refused"; response: Response };

/** Only the assistant, the page token and the page come from the browser's body. The request to the platform is ours. */
export async function readConversationRequest(
  ctx: ActionCtx,
  request: Request,
): Promise<ReadRequest> {
  const read = await readJson(request);
  if (read.kind === "refused") {
    return { kind: "refused", response: refused(read.status, "invalid_input", read.reason) };
  }
  const body = (read.content ?? {}) as Body;
  const { assistantId: embedId } = body;
  // Reading the body replaces invalid characters by this one, which no id contains.
  if (typeof embedId !== "string" || embedId.includes("\uFFFD")) {
    const response = refused(400, "invalid_input", REFUSALS.noAssistantNamed);
    return { kind: "refused", response };
  }
  const header = request.headers.get("Authorization");
  // In the body, because a header would cost a visitor's browser a preflight request.
  const bearer = header === null ? body.bearer : /^Bearer (.+)$/.exec(header)?.[1];
  // A visitor sends the embed id. Anything else must be a valid session.
  const isVisitor = bearer === embedId;
  const ownerId = isVisitor ? null : await findOwnerId(ctx);
  if (ownerId === null && !isVisitor) {
    return { kind: "refused", response: refused(401, "not_signed_in", MESSAGES.notSignedIn) };
  }
  const { ip: address } = await ctx.meta.getRequestMetadata();
  const page = isVisitor ? await readPage(embedId, body) : {};
  const place = readPlace(body.place);
  const pageFacts = readPageFacts(body.facts);
  return {
    kind: "read",
    body,
    request: {
      ...{ embedId, ownerId, address, ...page },
      ...(place === null ? {} : { place }),
      ...(pageFacts.length === 0 ? {} : { pageFacts }),
    },
  };
}

export type Body = Partial<Record<BodyField, unknown>>;
type BodyField =
  | "assistantId"
  | "bearer"
  | "pageToken"
  | "sites"
  | "agreed"
  | "page"
  | "facts"
  | "actions"
  | "typing"
  | "unsaved"
  | "thread"
  | "place"
  | "text"
  | "again"
  | "name"
  | "contact"
  | "messagePass";

/** An expired page token counts as missing. */
async function readPage(embedId: string, body: Body) {
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

/** From the talk page's address, which anybody can write. */
function readPlace(place: unknown): string | null {
  const tidy = typeof place === "string" ? wellFormed(place).trim() : "";
  return tidy === "" ? null : beginningOf(tidy, MAX_PLACE_LENGTH);
}

/** The page that the browser says the visitor is on. */
export function readPageContext(page: unknown): PageContext | null {
  const { url, title } = (page ?? {}) as { url?: unknown; title?: unknown };
  if (typeof url !== "string" || typeof title !== "string") return null;
  return { url, title };
}

function readAgreed(agreed: unknown): { version: string; msAgo: number } | null {
  const { version, msAgo } = (agreed ?? {}) as { version?: unknown; msAgo?: unknown };
  if (typeof version !== "string" || typeof msAgo !== "number") return null;
  return { version, msAgo };
}

/** Answers a fault itself: the backend's own error response has no headers that let a page of another origin read it. */
export async function answerFaults(
  task: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    logEvent({ event: "request.failed", level: "error", type: task.replaceAll(" ", "-"), error });
    return refused(500, "internal_error", MESSAGES.somethingWrong);
  }
}

/** With a message pass if the visitor may leave a message instead. */
export async function refusedFor(
  embedId: string,
  { kind: _, takesMessageFor, ...refusal }: RefusedCall,
): Promise<Response> {
  if (takesMessageFor === undefined) return refusedAs(refusal);
  return refusedAs({ ...refusal, messagePass: await createMessagePass(embedId, takesMessageFor) });
}

export function refused(status: number, code: string, message: string): Response {
  return refusedAs({ status, code, message });
}

/** With a reference by which the operator finds the conversation in the log. */
export function platformFailed(callId: string): Response {
  return refusedAs({
    ...{ status: 502, code: "voice_platform_failed", message: MESSAGES.voicePlatformFailed },
    reference: referenceOf(callId),
  });
}

export function refusedAs({
  status,
  ...refusal
}: Omit<RefusedCall, "kind"> & { messagePass?: string; reference?: string }): Response {
  return answerAnyOrigin(status, { statusCode: status, ...refusal });
}
