/**
 * The script of a call: all that a call needs and the button does not. It loads apart, is the same whatever page shows the
 * button, and is where the layers are put together.
 */
import { readCallMachineUrl, readConvexSiteUrl, readConvexUrl } from "../lib/env";
import { callEngine } from "./engine/call-engine";
import { openConsent } from "./engine/consent";
import type { Engine, Update } from "./engine/lazy-engine";
import { isMicrophoneGranted, openMicrophone, readSurroundings } from "./engine/microphone";
import { checkStart } from "./engine/start-checks";
import type { HostLink } from "./frame/host-link";
import { unsavedOf } from "./frame/unsaved";
import { pageAround } from "./frame/page-around";
import { signedToken } from "./frame/signed-token";
import type { WidgetAssistant } from "./state/assistant";
import { afterEvent, type CallEvent } from "./state/call-event";
import { connectBackend, type Backend } from "./transport/backend";
import { ownerSessionReader } from "./transport/owner-session";
import { openPageTokens, type PageTokens } from "./transport/page-tokens";
import { requestCall } from "./transport/request-call";
import { fetchCallMachine, joinCall } from "./transport/voice-sdk";
import { messageText } from "./view/message-text";

export interface EngineSetting {
  assistant: WidgetAssistant;
  isTesting: boolean;
  /** For the first call, if the look-up brought one. */
  pageToken?: string;
  host: Pick<HostLink, "heard" | "send">;
}

/** For one assistant, as long as its button is shown. */
export function openEngine(setting: EngineSetting, update: Update): Engine {
  const { assistant, isTesting, host } = setting;
  const { embedId, turnstile } = assistant;
  const url = readConvexUrl(import.meta.env);
  const baseUrl = readConvexSiteUrl(import.meta.env);
  const callMachineUrl = readCallMachineUrl(import.meta.env);
  const readSession = ownerSessionReader(url);
  const backend = connectBackend({ url, embedId, sessionToken: isTesting ? readSession : null });
  const pageTokens = isTesting ? null : pageTokensOf(setting, baseUrl);
  const consent = isTesting ? null : openConsent(embedId, assistant.notice ?? null);
  // A session is renewed now and then, so it is read for each call.
  const voiceService = () => ({
    token: (isTesting ? readSession() : null) ?? embedId,
    baseUrl,
    callMachineUrl,
  });
  let isMachineFetched = false;

  const react = callEngine({
    consent,
    check: () =>
      checkStart({
        assistant,
        surroundings: readSurroundings(),
        readTestLimits: isTesting ? () => readLimits(backend) : null,
        async findClosed() {
          // Turnstile takes seconds, in which the visitor may be asked for the microphone.
          if (turnstile !== undefined) void pageTokens?.current();
          // While the assistant is closed, nobody is asked for the microphone.
          if (assistant.hasHours !== true || (await isMicrophoneGranted())) return null;
          return (await pageTokens?.findClosed()) ?? null;
        },
      }),
    isMicrophoneGranted,
    openMicrophone: () => openMicrophone(readSurroundings()),
    async requestCall() {
      const page = assistant.tellsPage === true ? pageAround(host.heard.page) : null;
      const agreed = consent?.given() ?? null;
      const service = voiceService();
      const unsaved = isTesting ? unsavedOf(host.heard)?.settings : null;
      const answer = await requestCall({ service, embedId, pageTokens, agreed, page, unsaved });
      if (answer.kind === "refused" && answer.error !== null) {
        host.send({ hark: "error", ...answer.error });
      }
      return answer;
    },
    joinCall: (call, listener) => joinCall({ service: voiceService(), call, listener }),
    dispatch: (event: CallEvent) => update((state) => afterEvent(state, event)),
    onTranscript: (part) => host.send({ hark: "transcript", ...part }),
    // After the text is on the page, which an alert would keep from being drawn. Browsers
    // suppress it in frames of other sites: there the text in the frame is all there is.
    onRefused: (message) => void setTimeout(() => window.alert(messageText(message, assistant)[0])),
  });

  return {
    react,
    textOf: (message) => messageText(message, assistant),
    async prefetch({ withPageToken }) {
      // A signed token costs the page's own server a request, so only a press asks for it.
      if (withPageToken && assistant.needsToken !== true) pageTokens?.prefetch();
      if (turnstile !== undefined && !isTesting) loadTurnstile().catch(() => undefined);
      void isMicrophoneGranted();
      if (isMachineFetched) return;
      isMachineFetched = true;
      await fetchCallMachine(callMachineUrl).catch((error: unknown) => {
        isMachineFetched = false;
        throw error;
      });
    },
  };
}

function pageTokensOf({ assistant, pageToken, host }: EngineSetting, siteUrl: string): PageTokens {
  const { embedId, turnstile } = assistant;
  return openPageTokens({
    siteUrl,
    embedId,
    isDrawn: document.querySelector("[data-assistant]") !== null,
    first: pageToken,
    getSignedToken: () => signedToken(host),
    getTurnstileToken:
      turnstile === undefined
        ? null
        : async () => (await loadTurnstile()).getTurnstileToken(turnstile, embedId),
  });
}

/** Our own script. Cloudflare's comes after the press. */
const loadTurnstile = () => import("./transport/turnstile");

async function readLimits(backend: Backend) {
  const [usage, trial] = await Promise.all([backend.testUsage(), backend.freeTrial()]);
  return { usage, trial };
}
