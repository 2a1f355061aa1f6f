/**
 * The script of a call: everything that a call needs and the button does not. It is loaded separately, is the same for all
 * pages with a button, and connects the layers.
 */
import { readCallMachineUrl, readConvexSiteUrl, readConvexUrl } from "../lib/env";
import { callEngine } from "./engine/call-engine";
import { openConsent } from "./engine/consent";
import type { Engine, Update } from "./engine/lazy-engine";
import {
  browserRefusal,
  isMicrophoneGranted,
  openMicrophone,
  readSurroundings,
} from "./engine/microphone";
import { checkStart } from "./engine/start-checks";
import type { HostLink } from "./frame/host-link";
import { unsavedOf } from "./frame/unsaved";
import { pageAround } from "./frame/page-around";
import { signedToken } from "./frame/signed-token";
import { toldFacts } from "./frame/told-facts";
import type { WidgetAssistant } from "./state/assistant";
import { afterEvent, type CallEvent } from "./state/call-event";
import { isOngoing } from "./state/call-state";
import type {} from "./talk/button-around";
import { tellTyped } from "./talk/tell-typed";
import type { ThreadStore } from "./talk/thread-store";
import { connectBackend, type Backend } from "./transport/backend";
import { ownerSessionReader } from "./transport/owner-session";
import { openPageTokens, type PageTokens } from "./transport/page-tokens";
import { requestCall } from "./transport/request-call";
import { fetchCallMachine, joinCall } from "./transport/voice-sdk";
import type { VoiceSession } from "./transport/voice-session";
import { messageText } from "./view/message-text";

export interface EngineSetting {
  assistant: WidgetAssistant;
  isTesting: boolean;
  /** For the first call, if the page already has one. */
  pageToken?: string;
  host: Pick<HostLink, "heard" | "send">;
  /** The conversation that its calls belong to. On a page with a talk button the panel's script creates it. */
  thread?: ThreadStore;
  /** From the talk page's address. */
  place?: string | null;
  /** Whether refusals are alerts too, as on the talk button's page. */
  alerts: boolean;
}

/** Creates the engine of one button. */
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
  // Read for each call, because sessions are renewed.
  const voiceService = () => ({
    token: (isTesting ? readSession() : null) ?? embedId,
    baseUrl,
    callMachineUrl,
  });
  const threadNow = () => setting.thread ?? window.harkButton?.thread;
  let isMuted = false;
  let isMachineFetched = false;
  let session: VoiceSession | null = null;
  let endServing: (() => void) | null = null;

  const react = callEngine({
    consent,
    check: () =>
      checkStart({
        assistant,
        surroundings: readSurroundings(),
        readTestLimits: isTesting ? () => readLimits(backend) : null,
        async findUnavailable() {
          // Started early, because Turnstile takes seconds. Meanwhile the browser may ask for the microphone.
          if (turnstile !== undefined) void pageTokens?.current();
          // Checked before the browser asks for the microphone. If it need not ask, the request for the call says it.
          const isBrowserReady = browserRefusal(readSurroundings()) === null;
          const isReady = isBrowserReady && (await isMicrophoneGranted());
          if (assistant.checksFirst !== true || isReady) return null;
          return (await pageTokens?.findUnavailable()) ?? null;
        },
      }),
    isMicrophoneGranted,
    openMicrophone: () => openMicrophone(readSurroundings()),
    async requestCall() {
      const page = assistant.tellsPage === true ? pageAround(host.heard.page) : null;
      const agreed = consent?.given() ?? null;
      const service = voiceService();
      const unsaved = isTesting ? unsavedOf(host.heard)?.settings : null;
      const { actions } = host.heard.actions ?? {};
      const typed = threadNow();
      // What a page is asked to do belongs to a conversation, even if nobody can type in it.
      const untyped =
        typed === undefined && actions !== undefined ? ({ typing: false } as const) : null;
      const answer = await requestCall({
        ...{ service, embedId, pageTokens, agreed, page, unsaved, actions },
        facts: toldFacts(host.heard),
        ...{ thread: untyped === null ? typed?.state().thread : null, place: setting.place },
        ...untyped,
      });
      if (answer.kind === "created" && answer.thread !== null) {
        typed?.apply({ kind: "thread", thread: answer.thread });
        if (actions !== undefined) {
          const { servePage } = await import("./transport/serve-page");
          endServing = servePage({
            ...{ siteUrl: baseUrl, embedId, host, thread: answer.thread, isInCall: true },
            closePanel: () => window.harkButton?.close(),
            // A page that the assistant opens during a call is another tab.
            reopenPanel: () => undefined,
          });
        }
      }
      if (answer.kind === "refused" && answer.error !== null) {
        host.send({ hark: "error", ...answer.error });
      }
      return answer;
    },
    joinCall(call, listener) {
      isMuted = false;
      session = joinCall({ service: voiceService(), call, listener });
      return session;
    },
    dispatch(event: CallEvent) {
      if (event.kind === "joined") {
        const joined = session;
        tellTyped(threadNow(), (messages) => joined?.tell(messages));
      }
      update((state) => afterEvent(state, event));
    },
    onTranscript(part) {
      host.send({ hark: "transcript", ...part });
      threadNow()?.apply({ kind: "heard", part });
    },
    // After the text is rendered, because an alert blocks rendering. In frames of other sites browsers suppress alerts, so
    // visitors see only the text.
    onRefused(message) {
      if (setting.alerts) setTimeout(() => window.alert(messageText(message, assistant)[0]));
    },
  });

  return {
    react(before, state) {
      react(before, state);
      if (!isOngoing(before) || isOngoing(state)) return;
      endServing?.();
      endServing = null;
      threadNow()?.apply({ kind: "callOver" });
    },
    type(text) {
      if (session?.type(text) === true) threadNow()?.apply({ kind: "typedInCall", text });
    },
    isMuted: () => isMuted,
    setMuted(isNowMuted) {
      isMuted = isNowMuted;
      session?.setMuted(isNowMuted);
    },
    textOf: (message) => messageText(message, assistant),
    async prefetch({ withPageToken }) {
      // Not with signed tokens: those cost the page's own server a request, so only a press requests one.
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

/** Our own script. Cloudflare's script is loaded after the press. */
const loadTurnstile = () => import("../lib/turnstile");

async function readLimits(backend: Backend) {
  const [usage, trial] = await Promise.all([backend.testUsage(), backend.freeTrial()]);
  return { usage, trial };
}
