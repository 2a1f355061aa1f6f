/** Connects a conversation with our server and this browser. */
import { openConsent } from "../engine/consent";
import { saveSetting } from "../../lib/browser-setting";
import type { HostLink } from "../frame/host-link";
import { pageAround } from "../frame/page-around";
import { reopenKey } from "../frame/reopen";
import { unsavedOf } from "../frame/unsaved";
import { signedToken } from "../frame/signed-token";
import { toldFacts } from "../frame/told-facts";
import type { FoundAssistant } from "../state/assistant";
import { openPageTokens, type PageTokens } from "../transport/page-tokens";
import type * as ServePage from "../transport/serve-page";
import { sendMessage } from "../transport/send-message";
import { openTalk, type Talk } from "./open-talk";
import { buttonAround } from "./button-around";
import { openThreadStore, type ThreadStore } from "./thread-store";

export interface TalkService {
  siteUrl: string;
  host: HostLink;
  /** From the address, such as where a QR code hangs. */
  place: string | null;
  /** Of an owner who tests, read for each message because sessions are renewed. Null for visitors. */
  readSession: (() => string | null) | null;
}

export function openPageTalk(
  { siteUrl, place, host, readSession }: TalkService,
  { assistant, pageToken }: { assistant: FoundAssistant; pageToken: string | null },
  store: ThreadStore,
  onChange: () => void,
): Talk {
  const { embedId, notice, tellsPage } = assistant;
  const isTesting = readSession !== null;
  const pageTokens = isTesting
    ? null
    : openTokens({ siteUrl, host }, assistant, pageToken ?? undefined);
  return openTalk({
    send(message) {
      const { actions } = host.heard.actions ?? {};
      const events = sendMessage({
        ...message,
        ...{ siteUrl, embedId, place, pageTokens, actions },
        test: isTesting
          ? { sessionToken: readSession(), unsaved: unsavedOf(host.heard)?.settings ?? null }
          : null,
        page: tellsPage === true ? pageAround(host.heard.page) : null,
        facts: toldFacts(host.heard),
      });
      if (actions === undefined) return events;
      const closePanel = () => buttonAround()?.close();
      const reopenPanel = () => saveSetting(reopenKey(embedId), "1");
      const served = { siteUrl, embedId, host, closePanel, reopenPanel, isInCall: false };
      return whileServed(served, message.thread, events);
    },
    store,
    consent: isTesting ? null : openConsent(embedId, notice ?? null),
    onChange,
  });
}

/** The page around does what the assistant wants until the answer is complete. */
async function* whileServed(...given: Parameters<typeof ServePage.whileServed>) {
  const loaded = await import("../transport/serve-page");
  yield* loaded.whileServed(...given);
}

/** A visitor's page tokens. */
export function openTokens(
  { siteUrl, host }: Pick<TalkService, "siteUrl" | "host">,
  { embedId, turnstile }: FoundAssistant,
  first?: string,
): PageTokens {
  return openPageTokens({
    ...{ siteUrl, embedId, first },
    getSignedToken: buttonAround()?.signedToken ?? (() => signedToken(host)),
    getTurnstileToken:
      turnstile === undefined
        ? null
        : async () => (await import("../../lib/turnstile")).getTurnstileToken(turnstile, embedId),
  });
}

/** In a panel, what is said to its button belongs to it too. */
export function openStore({ readSession }: TalkService, { embedId }: FoundAssistant): ThreadStore {
  return buttonAround()?.thread ?? openThreadStore(embedId, readSession !== null);
}
