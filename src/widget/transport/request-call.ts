/**
 * Requests a call from our server, as the voice SDK would from the voice platform, but beside the microphone and not after it.
 * The SDK joins the call that this brings. An owner who tests has a session and no page tokens.
 */
import {
  EN_MESSAGES,
  EN_MESSAGES_WITH_PARAMS,
  NO_CALL_SHORT_TEXT,
} from "../../../convex/shared/talkButtonLanguages/en";
import type { CallError } from "../../lib/widget-protocol";
import type { PageAround } from "../frame/page-around";
import { sitesAround } from "../frame/sites-around";
import type { ConsentNotice } from "../state/assistant";
import type { Message } from "../state/message";
import { logFailedStart } from "./log-failed-start";
import type { PageToken, PageTokens } from "./page-tokens";
import type { Unsigned } from "./request-page-token";
import type { VoiceService, WebCall } from "./voice-client";

export type CallAnswer =
  | { kind: "created"; call: WebCall }
  /** There is something to agree to first. */
  | { kind: "consentNeeded"; notice: ConsentNotice }
  /** `error` is for whoever develops the page. */
  | { kind: "refused"; message: Message; error: CallError | null };

export interface CallRequest {
  service: Pick<VoiceService, "baseUrl" | "token">;
  embedId: string;
  pageTokens: PageTokens | null;
  /** To which notice the visitor has agreed, and how long ago: no other clock is like this one. */
  agreed?: { version: string; msAgo: number } | null;
  page?: PageAround | null;
  /** Settings that the owner tries out without saving them. */
  unsaved?: object | null;
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
 * Outdated is a page token that was used, or one without the signed token that the assistant wants by now: the page came from
 * the browser's cache, or an answer was lost.
 */
type Sent = CallAnswer | { kind: "outdated"; refused: Refused };

const OUTDATED: unknown[] = ["page_token_refused", "token_missing"];
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
    const { pageToken } = answer;
    request.pageTokens?.keep(typeof pageToken === "string" ? pageToken : null);
    return { kind: "created", call: answer as WebCall };
  }
  if (answer?.notice !== undefined) return { kind: "consentNeeded", notice: answer.notice };
  const refused = refusalOf(status, answer);
  const isOutdated = token !== null && OUTDATED.includes(answer?.code);
  return isOutdated ? { kind: "outdated", refused } : refused;
}

/**
 * A visitor's request is one that browsers send to another origin without asking there first, which would cost a round trip: it
 * has no header but what any form could send. An owner's session is read from its header.
 */
async function post(
  { service: { baseUrl, token: bearer }, embedId, agreed, page, unsaved }: CallRequest,
  token: PageToken | null,
) {
  const pageToken = token?.kind === "given" ? token.pageToken : null;
  const body = {
    assistantId: embedId,
    ...(token && { pageToken, sites: sitesAround(), ...(agreed && { agreed }) }),
    ...(page && { page }),
    ...(unsaved && { unsaved }),
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
  code?: unknown;
  message?: unknown;
  /** What the message names, for the button to write it in its own words. */
  params?: unknown;
  /** A short form of the message, where the button has no text for the code. */
  words?: unknown;
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

/** Our server's refusals have a code. Anything else comes from something between us and it. */
function refusalOf(status: number, answer: Answer | null): Refused {
  const { code, message } = answer ?? {};
  const isCoded = typeof code === "string" && typeof message === "string";
  if (!isCoded || status >= 500) logFailedStart(`HTTP ${status}${isCoded ? `: ${code}` : ""}`);
  if (!isCoded) return CALL_FAILED;
  const error = { code, message };
  return { kind: "refused", message: messageOf({ ...answer, ...error }), error };
}

/** The server's own words, or the button's where it has some for the code. */
function messageOf({ code, message, words, params }: Answer & CallError): Message {
  if (typeof words === "string") return { kind: "text", text: message, shortText: words };
  if (Object.hasOwn(EN_MESSAGES, code)) return { kind: "code", code } as Message;
  if (Object.hasOwn(EN_MESSAGES_WITH_PARAMS, code) && params !== undefined) {
    return { kind: "codeWithParams", code, params } as Message;
  }
  return { kind: "text", text: message, shortText: NO_CALL_SHORT_TEXT };
}
