import { WIDGET_MESSAGES } from "../../convex/shared/messages";
import { sitesAround, type Unsigned } from "./ask-for-proof";
import type { Notice } from "./call-state";
import type { Agreed } from "./consent";
import type { Proofs } from "./proofs";
import type { CallError } from "../lib/widget-protocol";
import type { ToldPage } from "./told-page";
import type { VoiceService, WebCall } from "./voice-client";

export interface Refused {
  message: string;
  words: string | null;
  /** Of a refusal of the server's; what it says to whoever develops the page. */
  error?: CallError;
}

/**
 * Asks our proxy for a call, as the voice SDK would ask the platform, but beside the microphone and not
 * after it. What the SDK joins is this answer. What has a message says why there is none, and a notice what is to be agreed to
 * first. An owner who tests has a session and no proofs.
 */
export async function mintCall(
  service: VoiceService,
  embedId: string,
  proofs: Proofs | null,
  { agreed = null, page = null }: { agreed?: Agreed | null; page?: ToldPage | null } = {},
): Promise<WebCall | Notice | Refused> {
  const askWith = (proof: string | null | undefined) =>
    ask(service, embedId, {
      ...(proof === undefined ? {} : { proof, sites: sitesAround(), ...(agreed && { agreed }) }),
      ...(page && { page }),
    });
  const first = await proofs?.current();
  const unsigned = proofs?.unsigned() ?? null;
  if (unsigned !== null) return toRefused(unsigned);
  let answer = await askWith(first);
  // It was used, or a token is wanted by now: the page came from the browser's cache, or an answer was lost.
  if (proofs !== null && RENEWED_AFTER.includes(answer?.code)) {
    const second = await proofs.renewed();
    const stillUnsigned = proofs.unsigned();
    if (stillUnsigned !== null) return toRefused(stillUnsigned);
    answer = await askWith(second);
  }
  if (typeof answer?.webCallUrl === "string") {
    proofs?.keep(typeof answer.proof === "string" ? answer.proof : null);
    return answer as WebCall;
  }
  if (answer?.notice !== undefined) return answer.notice;
  // The refusals of our proxy have a code, and are written for whoever pressed the button.
  const isOurs = typeof answer?.code === "string" && typeof answer.message === "string";
  const message = isOurs ? String(answer?.message) : WIDGET_MESSAGES.callFailed;
  return {
    message,
    words: typeof answer?.words === "string" ? answer.words : null,
    ...(isOurs ? { error: { code: String(answer?.code), message } } : {}),
  };
}

const RENEWED_AFTER: unknown[] = ["proof_refused", "token_missing"];

function toRefused({ code, message, words, reason }: Unsigned): Refused {
  console.warn(`Hark: ${reason} (${code})`);
  return { message, words, error: { code, message: reason } };
}

async function ask(
  { baseUrl, token }: VoiceService,
  embedId: string,
  page: object,
): Promise<Answer | null> {
  const request = asked(token, { assistantId: embedId, ...page });
  const response = await fetch(`${baseUrl}/call/web`, { method: "POST", ...request });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  return response.ok ? answer : answer && { ...answer, webCallUrl: undefined, proof: undefined };
}

/**
 * A visitor's is one that browsers send to another origin without asking there first, which would be one way
 * there and back more: no header but what any form could send. An owner's session is read from its header.
 */
function asked(token: string, body: { assistantId: string }): RequestInit {
  return token === body.assistantId
    ? { body: JSON.stringify({ ...body, bearer: token }) }
    : {
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      };
}

interface Answer {
  webCallUrl?: unknown;
  proof?: unknown;
  code?: unknown;
  message?: unknown;
  /** As much of the message as there is room for, where it is no text of the button's own. */
  words?: unknown;
  /** What is to be agreed to first. */
  notice?: Notice;
}

let permission: Promise<PermissionStatus> | undefined;

/** Whether the microphone opens without anybody being asked, as far as the browser tells. */
export async function isMicrophoneGranted(): Promise<boolean> {
  try {
    // What the browser once told it keeps up to date.
    permission ??= navigator.permissions.query({ name: "microphone" });
    return (await permission).state === "granted";
  } catch {
    return false;
  }
}
