/** Looks up the page's assistant, with everything that the page needs before it is shown. */
import type { FoundAssistant } from "../state/assistant";
import { NotSignedIn, type Backend } from "../transport/backend";
import { findWithToken } from "../transport/find-with-token";
import type { TalkTexts } from "./languages/en";
import { loadTexts } from "./load-texts";

export type LookedUp = { language: string; texts: TalkTexts } & (
  | { kind: "found"; assistant: FoundAssistant; pageToken: string | null }
  /** It does not exist, or it is not live. */
  | { kind: "unavailable" }
  /** Visitors can only talk with it. */
  | { kind: "textOff" }
  /** The website around may not show it. */
  | { kind: "forbidden" }
);

export interface LookUpSetting {
  backend: Pick<Backend, "findAssistant">;
  siteUrl: string;
  embedId: string;
  isTesting: boolean;
}

export async function lookUp(setting: LookUpSetting): Promise<LookedUp> {
  const { assistant, pageToken, isForbidden } = await find(setting);
  const language = assistant === null ? navigator.language : (assistant.texts?.language ?? "en");
  const shown = { language, texts: await loadTexts(language) };
  if (isForbidden) return { kind: "forbidden", ...shown };
  if (assistant === null) return { kind: "unavailable", ...shown };
  if (assistant.refusesText === true && !setting.isTesting) return { kind: "textOff", ...shown };
  return { kind: "found", assistant, pageToken, ...shown };
}

async function find({ backend, siteUrl, embedId, isTesting }: LookUpSetting) {
  if (!isTesting) return await findWithToken(backend, siteUrl, embedId);
  const assistant = await backend.findAssistant().catch((error: unknown) => {
    if (error instanceof NotSignedIn) return null;
    throw error;
  });
  // The talk button stands beside the page on which the owner tests.
  const shown = assistant && { ...assistant, hasVoice: false };
  return { assistant: shown, pageToken: null, isForbidden: false };
}
