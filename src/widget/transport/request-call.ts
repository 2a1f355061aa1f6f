/**
 * Requests a call from our server, in place of the voice SDK, which would do it only after opening the microphone. The SDK
 * then joins the call. An owner who tests has a session and no page tokens.
 */
import { NO_CALL_SHORT_TEXT } from "../../../convex/shared/talkButtonLanguages/en";
import type { CallError, PageFacts } from "../../lib/widget-protocol";
import type { PageAround } from "../frame/page-around";
import { sitesAround } from "../frame/sites-around";
import type { ConsentNotice } from "../state/assistant";
import type { Message } from "../state/message";
import { logFailedStart } from "./log-failed-start";
import { OUTDATED, type PageToken, type PageTokens } from "./page-tokens";
import { messageOf } from "./refusal-message";
import type { Unsigned } from "./request-page-token";
import type { VoiceService, WebCall } from "./voice-client";

export type CallAnswer =
  /** `thread` continues the conversation in writing. Null if the request did not ask for that. */
  | { kind: "created"; call: WebCall; thread: string | null }
  /** The visitor has to agree to the notice first. */
  | { kind: "consentNeeded"; notice: ConsentNotice }
  /** `error` is for the page's developer. */
  | { kind: "refused"; message: Message; error: CallError | null };

export interface CallRequest {
  service: Pick<VoiceService, "baseUrl" | "token">;
  embedId: string;
  pageTokens: PageTokens | null;
  /** The notice that the visitor has agreed to, and how long ago, because the server's clock may differ. */
  agreed?: { version: string; msAgo: number } | null;
  page?: PageAround | null;
  /** What the page's code says about the visitor. */
  facts?: PageFacts | undefined;
  /** What the page lets the assistant do. */
  actions?: object[] | undefined;
  /** False if the visitor cannot type in the call. */
  typing?: false | undefined;
  /** Settings that the owner tries out without saving them. */
  unsaved?: object | null;
  /** Of the conversation that the call continues. Null to begin one, undefined if the call belongs to none. */
  thread?: string | null | undefined;
  /** From the talk page's address. */
  place?: string | null | undefined;
}

export async function requestCall(request: CallRequest): Promise<CallAnswer> {
  const { pageTokens } = request;
  const first = await send(request, (await pageTokens?.current()) ?? null);
  if (first.kind !== "outdated") return first;
  const second = await send(request, (await pageTokens?.renewed()) ?? null);
  return second.kind === "outdated" ? second.refused : second;
}

type Refused = Extract<CallAnswer, { kind: "refused" }>;

/**
 * "outdated" is a used page token, or one without the signed token that the assistant requires by now. The page came from
 * the browser's cache, or a response was lost.
 */
type Sent = CallAnswer | { kind: "outdated"; refused: Refused };

const CALL_FAILED: Refused = {
  kind: "refused",
  message: { kind: "code", code: "call_failed" },
  error: null,
};

async function send(request: CallRequest, token: PageToken | null): Promise<Sent> {
  if (token?.kind === "unverified") return CALL_FAILED;
  if (token?.kind === "unsigned") return unsignedRefusal(token.unsigned);
  const { ok, status, answer } = await post(request, token);
  if (ok && typeof answer?.webCallUrl === "string") {
    const { pageToken, thread } = answer;
    request.pageTokens?.keep(typeof pageToken === "string" ? pageToken : null);
    const continued = typeof thread === "string" ? thread : null;
    return { kind: "created", call: answer as WebCall, thread: continued };
  }
  if (answer?.notice !== undefined) return { kind: "consentNeeded", notice: answer.notice };
  const refused = refusalOf(status, answer);
  const isOutdated = token !== null && OUTDATED.includes(answer?.code);
  return isOutdated ? { kind: "outdated", refused } : refused;
}

/**
 * A visitor's request has only headers that a form could send, so that browsers send it without a preflight request, which
 * would cost a round trip. An owner's session is sent in a header.
 */
async function post(
  {
    service: { baseUrl, token: bearer },
    embedId,
    agreed,
    page,
    facts,
    actions,
    typing,
    unsaved,
    thread,
    place,
  }: CallRequest,
  token: PageToken | null,
) {
  const pageToken = token?.kind === "given" ? token.pageToken : null;
  const body = {
    assistantId: embedId,
    ...(token && { pageToken, sites: sitesAround(), ...(agreed && { agreed }) }),
    ...(page && { page }),
    facts,
    actions,
    typing,
    ...(unsaved && { unsaved }),
    ...(thread !== undefined && { thread }),
    place,
  };
  const isVisitor = bearer === embedId;
  const response = await fetch(`${baseUrl}/call/web`, {
    method: "POST",
    ...(isVisitor
      ? { body: JSON.stringify({ ...body, bearer }) }
      : {
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
          body: JSON.stringify(body),
        }),
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  return { ok: response.ok, status: response.status, answer };
}

interface Answer {
  webCallUrl?: unknown;
  /** A page token for the next call. */
  pageToken?: unknown;
  thread?: unknown;
  code?: unknown;
  message?: unknown;
  /** The values in the message, so that the button can write it in its own language. */
  params?: unknown;
  /** A short form of the message, if the button has no text for the code. */
  words?: unknown;
  /** Set if the visitor may leave a message instead. */
  messagePass?: unknown;
  notice?: ConsentNotice;
}

function unsignedRefusal({ code, message, words, reason }: Unsigned): Refused {
  console.warn(`Hark: ${reason} (${code})`);
  return {
    kind: "refused",
    message: { kind: "text", text: message, shortText: words ?? NO_CALL_SHORT_TEXT },
    error: { code, message: reason },
  };
}

/** Our server's refusals have a code. Any other response comes from a proxy. */
function refusalOf(status: number, answer: Answer | null): Refused {
  const { code, message } = answer ?? {};
  const isCoded = typeof code === "string" && typeof message === "string";
  if (!isCoded || status >= 500) logFailedStart(`HTTP ${status}${isCoded ? `: ${code}` : ""}`);
  if (!isCoded) return CALL_FAILED;
  const error = { code, message };
  return { kind: "refused", message: messageOf({ ...answer, ...error }), error };
}
