/** Looks up the page's assistant, with everything that the page needs before it is shown. */
import type { FoundAssistant } from "../state/assistant";
import { NotSignedIn, type Backend } from "../transport/backend";
import { findWithToken } from "../transport/find-with-token";
import type { Unavailable } from "../transport/request-page-token";
import type { TalkTexts } from "./languages/en";
import { loadTexts } from "./load-texts";

export type LookedUp = { language: string; texts: TalkTexts } & (
  | {
      kind: "found";
      assistant: FoundAssistant;
      pageToken: string | null;
      /** Why nobody can be called now. Null if a call can begin. */
      unavailable: Unavailable | null;
    }
  /** It does not exist, or nobody can reach it. `says` is the reason, if the server gave one. */
  | { kind: "unavailable"; says: string | null }
  /** There can be no conversation here, but visitors can leave a message. */
  | MessageOnly
  /** The website around may not show it. */
  | { kind: "forbidden" }
);

export interface MessageOnly {
  kind: "messageOnly";
  /** It is not live, or visitors can only talk with it. */
  reason: "unavailable" | "textOff";
  /** Null if nothing but typing is off. */
  unavailable: Unavailable | null;
  assistant: FoundAssistant;
  language: string;
  texts: TalkTexts;
}

export interface LookUpSetting {
  backend: Pick<Backend, "findAssistant">;
  /** Finds an assistant that takes messages, which does not have to be live. */
  findForMessage: Backend["findAssistant"];
  siteUrl: string;
  embedId: string;
  isTesting: boolean;
}

export async function lookUp(setting: LookUpSetting): Promise<LookedUp> {
  const { assistant, pageToken, isForbidden, unavailable, isLive = true } = await find(setting);
  const language = assistant === null ? navigator.language : (assistant.texts?.language ?? "en");
  const shown = { language, texts: await loadTexts(language) };
  if (isForbidden) return { kind: "forbidden", ...shown };
  const says = unavailable?.message ?? null;
  if (assistant === null) return { kind: "unavailable", says, ...shown };
  const isTextOff = assistant.refusesText === true && !setting.isTesting;
  if (!isLive || isTextOff) {
    // Closed, and the owner wants no messages then.
    if (unavailable !== null && unavailable.messagePass === undefined) {
      return { kind: "unavailable", says, ...shown };
    }
    const reason = isLive ? "textOff" : "unavailable";
    return { kind: "messageOnly", reason, unavailable, assistant, ...shown };
  }
  return { kind: "found", assistant, pageToken, unavailable, ...shown };
}

interface Found {
  assistant: FoundAssistant | null;
  pageToken: string | null;
  isForbidden: boolean;
  unavailable: Unavailable | null;
  isLive?: boolean;
}

async function find(setting: LookUpSetting): Promise<Found> {
  const { backend, findForMessage, siteUrl, embedId, isTesting } = setting;
  if (!isTesting) {
    const found = await findWithToken(backend, siteUrl, embedId);
    if (found.assistant !== null || found.isForbidden) return found;
    return { ...found, assistant: await findForMessage(), isLive: false };
  }
  const assistant = await backend.findAssistant().catch((error: unknown) => {
    if (error instanceof NotSignedIn) return null;
    throw error;
  });
  // The talk button stands beside the page on which the owner tests.
  const shown = assistant && { ...assistant, hasVoice: false };
  return { assistant: shown, pageToken: null, isForbidden: false, unavailable: null };
}
