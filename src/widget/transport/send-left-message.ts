/** Sends a visitor's message to the owner. */
import type { PageFacts } from "../../lib/widget-protocol";
import type { LeftMessage } from "../../../convex/shared/leftMessage";
import { NO_ANSWER, OFFLINE } from "../../../convex/shared/talkButtonLanguages/offline";
import { sitesAround } from "../frame/sites-around";
import { MAX_RENEWALS, OUTDATED, type PageTokens } from "./page-tokens";
import type { Failure } from "./send-message";

export interface LeftMessageParts {
  siteUrl: string;
  embedId: string;
  /** While a message is not saved, its page token stays, so that the server knows it when it is sent again. */
  pageTokens: PageTokens;
  place: string | null;
  /** What the page's code says about the visitor. */
  facts: PageFacts | undefined;
  /** Of the conversation before, if there was one. */
  thread: string | null;
  /** Of the refusal, if there was one. */
  messagePass: string | null;
}

/** Null if the message was saved. */
export async function sendLeftMessage(
  { siteUrl, embedId, pageTokens, place, facts, thread, messagePass }: LeftMessageParts,
  message: LeftMessage,
): Promise<Failure | null> {
  let token = await pageTokens.current();
  for (let renewals = 0; ; renewals += 1) {
    if (token.kind === "unverified") return { code: "no_answer", text: NO_ANSWER[0] };
    if (token.kind === "unsigned") {
      const { code, message: text } = token.unsigned;
      return { code, text };
    }
    const body = JSON.stringify({
      ...{ assistantId: embedId, bearer: embedId, sites: sitesAround(), ...message },
      ...(token.kind === "given" && { pageToken: token.pageToken }),
      ...(thread !== null && { thread }),
      ...(place !== null && { place }),
      facts,
      ...(messagePass !== null && { messagePass }),
    });
    // Without headers that a form could not send, so that browsers send no preflight request.
    const address = `${siteUrl}/conversation/message`;
    const response = await fetch(address, { method: "POST", body }).catch(() => null);
    if (response === null) return { code: "offline", text: OFFLINE[0] };
    if (response.ok) {
      pageTokens.keep(null);
      return null;
    }
    const refusal = (await response.json().catch(() => null)) as Refusal | null;
    const { code, message: text } = refusal ?? {};
    if (OUTDATED.includes(code) && renewals < MAX_RENEWALS) token = await pageTokens.renewed();
    else if (typeof code === "string" && typeof text === "string") return { code, text };
    else return { code: "no_answer", text: NO_ANSWER[0] };
  }
}

interface Refusal {
  code?: unknown;
  message?: unknown;
}
