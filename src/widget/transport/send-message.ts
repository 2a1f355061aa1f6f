/**
 * Sends a typed message, and reads the answer while it is written. A new conversation needs a page token, and is continued
 * with the thread token that comes with its first answer.
 */
import type { PageFacts } from "../../lib/widget-protocol";
import type { Detail } from "../../../convex/shared/details";
import type { Proposal } from "../../../convex/shared/proposal";
import type { Slip } from "../../../convex/shared/slip";
import { sentEvents } from "../../../convex/shared/sentEvents";
import {
  CONNECTION_LOST,
  NO_ANSWER,
  OFFLINE,
  SESSION_ENDED,
} from "../../../convex/shared/talkButtonLanguages/offline";
import type { TypedEvent } from "../../../convex/shared/typedEvents";
import type { PageAround } from "../frame/page-around";
import { sitesAround } from "../frame/sites-around";
import type { ConsentNotice } from "../state/assistant";
import { MAX_RENEWALS, OUTDATED, type PageToken, type PageTokens } from "./page-tokens";

export type AnswerEvent =
  /** The thread is over, so this message begins a new one. */
  | { kind: "forgotten" }
  /** Continues the conversation with the next message. */
  | { kind: "thread"; thread: string }
  | { kind: "delta"; text: string }
  | { kind: "proposed"; proposal: Proposal | null }
  | { kind: "done"; slip: Slip }
  | { kind: "noted"; details: Detail[] }
  | { kind: "answered" }
  | { kind: "consentNeeded"; notice: ConsentNotice }
  | { kind: "failed"; failure: Failure };

export interface Failure {
  code: string;
  /** In English. */
  text: string;
  /** Set if the visitor may leave a message instead. */
  messagePass?: string;
  /** By which the operator finds what happened. */
  reference?: string | undefined;
}

export interface SentMessage {
  siteUrl: string;
  embedId: string;
  /** Null for visitors. An owner who tests has no page tokens. */
  test: TypedTest | null;
  pageTokens: PageTokens | null;
  text: string;
  /** It was sent before. If its answer is known, it comes at once and counts only once. */
  isAgain: boolean;
  /** Null for a new conversation. */
  thread: string | null;
  /** The notice that the visitor has agreed to. */
  agreed: { version: string; msAgo: number } | null;
  page: PageAround | null;
  /** What the page's code says about the visitor. */
  facts: PageFacts | undefined;
  /** What the page lets the assistant do. */
  actions: object[] | undefined;
  place: string | null;
  signal: AbortSignal;
}

interface TypedTest {
  /** Null if the owner's session has ended. */
  sessionToken: string | null;
  /** Settings that the owner tries out without saving them. */
  unsaved: object | null;
}

export async function* sendMessage(
  sent: SentMessage,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const { pageTokens, test } = sent;
  let { thread } = sent;
  // Without it the owner would count as a visitor.
  if (test?.sessionToken === null) return yield failed("session_ended");
  let token = thread === null ? await currentOf(pageTokens) : null;
  for (let renewals = 0; ;) {
    if (token?.kind === "unverified") return yield failed("no_answer");
    if (token?.kind === "unsigned") {
      return yield refusedWith(token.unsigned);
    }
    const response = await post(sent, thread, token).catch(() => null);
    if (response === null) return yield failed("offline");
    if (response.ok && response.body !== null) {
      // Each page token is for one conversation.
      if (token !== null) pageTokens?.keep(null);
      return yield* answerIn(response.body);
    }
    const refusal = (await response.json().catch(() => null)) as Refusal | null;
    const code = refusal?.code;
    if (refusal?.notice !== undefined) {
      return yield { kind: "consentNeeded", notice: refusal.notice };
    }
    if (code === "thread_over" && thread !== null) {
      thread = null;
      token = await currentOf(pageTokens);
      yield { kind: "forgotten" };
    } else if (pageTokens !== null && OUTDATED.includes(code) && renewals < MAX_RENEWALS) {
      token = token === null ? await pageTokens.current() : await pageTokens.renewed();
      renewals += 1;
    } else {
      return yield refusedWith(refusal);
    }
  }
}

async function currentOf(pageTokens: PageTokens | null): Promise<PageToken | null> {
  return pageTokens === null ? null : await pageTokens.current();
}

/** Without headers that a form could not send, so that browsers send no preflight request for a visitor. */
async function post(
  {
    siteUrl,
    embedId,
    test,
    text,
    isAgain,
    agreed,
    page,
    facts,
    actions,
    place,
    signal,
  }: SentMessage,
  thread: string | null,
  token: PageToken | null,
): Promise<Response> {
  return await fetch(`${siteUrl}/chat`, {
    method: "POST",
    signal,
    ...(test !== null && { headers: { Authorization: `Bearer ${test.sessionToken}` } }),
    body: JSON.stringify({
      assistantId: embedId,
      ...(test === null && { bearer: embedId, sites: sitesAround() }),
      ...(test !== null && test.unsaved !== null && { unsaved: test.unsaved }),
      text,
      ...(isAgain && { again: true }),
      ...(thread !== null && { thread }),
      ...(token?.kind === "given" && { pageToken: token.pageToken }),
      ...(agreed !== null && { agreed }),
      ...(page !== null && { page }),
      facts,
      actions,
      ...(place !== null && { place }),
    }),
  });
}

async function* answerIn(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  try {
    for await (const data of sentEvents(body)) {
      const event = JSON.parse(data) as TypedEvent;
      if ("thread" in event) yield { kind: "thread", thread: event.thread };
      else if ("delta" in event) yield { kind: "delta", text: event.delta };
      else if ("proposal" in event) yield { kind: "proposed", proposal: event.proposal };
      else if ("slip" in event) yield { kind: "done", slip: event.slip };
      else if ("details" in event) yield { kind: "noted", details: event.details };
      else if ("error" in event) return yield refusedWith(event.error);
      else return yield { kind: "answered" };
    }
  } catch {
    // The same as a response that ends too early.
  }
  yield failed("connection_lost");
}

interface Refusal {
  code?: string;
  message?: string;
  messagePass?: unknown;
  reference?: string;
  notice?: ConsentNotice;
}

const OWN_TEXTS = {
  no_answer: NO_ANSWER,
  offline: OFFLINE,
  connection_lost: CONNECTION_LOST,
  session_ended: SESSION_ENDED,
};

/** Our server's refusals have a code. Any other response comes from a proxy. */
function refusedWith(refusal: Refusal | null): AnswerEvent {
  const { code, message: text, messagePass, reference } = refusal ?? {};
  if (typeof code !== "string" || typeof text !== "string") return failed("no_answer");
  // Its own text is about calls.
  if (code === "voice_platform_failed") return failed("no_answer", reference);
  const pass = typeof messagePass === "string" ? { messagePass } : {};
  return { kind: "failed", failure: { code, text, ...pass } };
}

function failed(code: keyof typeof OWN_TEXTS, reference?: string): AnswerEvent {
  return { kind: "failed", failure: { code, text: OWN_TEXTS[code][0], reference } };
}
