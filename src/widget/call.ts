/**
 * All that a call needs and the button does not: a script of its own, which comes when somebody is about to
 * talk. Whatever page shows the button, it is the same one, and takes nothing of the page's own script.
 */
import { readCallMachineUrl, readConvexSiteUrl, readConvexUrl } from "../lib/env";
import { tokenForCall } from "./call-token";
import { connectBackend, type Backend, type WidgetAssistant } from "./backend";
import { openMicrophone, readSurroundings, requireDevices, StartRefused } from "./microphone";
import { holdConsent } from "./consent";
import type { HostLink } from "./host-link";
import type { ShownState } from "./line";
import { holdProofs, type Proofs } from "./proofs";
import { toldPage } from "./told-page";
import { sessionTokenReader } from "./session-token";
import { speakerFor } from "./said";
import { startRefusal } from "./start-checks";
import { createTalk, type Talk } from "./talk";
import { fetchCallMachine, isMicrophoneGranted, mintCall, openCall } from "./voice-sdk";

export interface PageSetting {
  assistant: WidgetAssistant;
  isTesting: boolean;
  /** The proof for the first call, if the look-up brought one. */
  proof?: string;
  host: Pick<HostLink, "heard" | "send">;
}

export interface TalkSetting extends PageSetting {
  onState: (state: ShownState) => void;
}

/** One assistant's calls for as long as its button is shown. */
export function openTalk({ onState, ...page }: TalkSetting): Talk {
  const { assistant, isTesting, host } = page;
  const { embedId } = assistant;
  const proofs = proofsOf(page);
  const url = readConvexUrl(import.meta.env);
  const readToken = sessionTokenReader(url);
  const backend = connectBackend({ url, embedId, sessionToken: isTesting ? readToken : null });
  const speaker = speakerFor(assistant);
  /** Nobody has to allow a microphone for an assistant that is closed. */
  const findClosed = async () => {
    if (isTesting || assistant.hasHours !== true || (await isMicrophoneGranted())) return null;
    return (await proofs?.askWhetherClosed()) ?? null;
  };
  return createTalk({
    embedId,
    consent: isTesting ? null : holdConsent(embedId, assistant.notice ?? null),
    async check() {
      const testing = isTesting ? await readLimits(backend) : null;
      const refusal = startRefusal({ assistant, testing });
      if (refusal !== null) throw new StartRefused(refusal);
      requireDevices(readSurroundings());
      // A challenge takes seconds, in which the visitor may be asked for the microphone. What fails shows later.
      if (assistant.turnstile !== undefined) proofs?.current().catch(() => undefined);
      const closed = await findClosed();
      if (closed === null) return;
      const { message: text, words } = closed;
      speaker.learn({ text, words });
      throw new StartRefused(text);
    },
    openMicrophone: () => openMicrophone(readSurroundings()),
    sdk: {
      isMicrophoneGranted,
      async mintCall(service, id, agreed) {
        const told = assistant.tellsPage === true ? toldPage(host.heard.page) : null;
        const answer = await mintCall(service, id, proofs, { agreed, page: told });
        if (!("message" in answer)) return answer;
        const { message: text, words, error } = answer;
        if (error !== undefined) host.send({ hark: "error", ...error });
        if (words !== null) speaker.learn({ text, words });
        return text;
      },
      openCall,
    },
    voiceService: () => ({
      token: (isTesting ? readToken() : null) ?? embedId,
      baseUrl: readConvexSiteUrl(import.meta.env),
      callMachineUrl: readCallMachineUrl(import.meta.env),
    }),
    onState({ phase, failure, notice, asks }) {
      const english = failure ?? notice;
      const said = english === null ? null : speaker.said(english);
      onState({
        phase,
        failure: failure === null ? null : (said?.text ?? null),
        notice: notice === null ? (asks?.text ?? null) : (said?.text ?? null),
        asks,
        words: said?.words ?? asks?.words ?? null,
      });
    },
    onLine: (line) => host.send({ hark: "transcript", ...line }),
    // After the text is on the page, which an alert would keep from being drawn. Browsers
    // suppress it in frames of other sites: there the text in the frame is all there is.
    onRefused: (text) => void setTimeout(() => window.alert(speaker.said(text).text)),
  });
}

export interface Needs {
  /** Costs a request, so we ask for it only when somebody is about to press. */
  aProof: boolean;
}

/** What a call would wait for besides: the machine once, and a proof as often as the one there is gets old. */
export async function fetchAhead(page: PageSetting, { aProof }: Needs): Promise<void> {
  // A token is asked for by a press alone: it costs the page's own server a request.
  if (aProof && page.assistant.needsToken !== true) proofsOf(page)?.prepare();
  if (page.assistant.turnstile !== undefined && !page.isTesting)
    loadTurnstile().catch(() => undefined);
  void isMicrophoneGranted();
  if (isMachineFetched) return;
  isMachineFetched = true;
  try {
    await fetchCallMachine(readCallMachineUrl(import.meta.env));
  } catch (error) {
    isMachineFetched = false;
    throw error;
  }
}

let isMachineFetched = false;
let proofsOfPage: Proofs | null = null;

/** A page has one assistant. */
function proofsOf(page: PageSetting): Proofs | null {
  const { assistant, isTesting, proof, host } = page;
  if (isTesting) return null;
  const siteUrl = readConvexSiteUrl(import.meta.env);
  const { embedId, turnstile } = assistant;
  proofsOfPage ??= holdProofs(siteUrl, {
    embedId,
    isDrawn: document.querySelector("[data-assistant]") !== null,
    first: proof,
    tokenOfPage: () => tokenForCall(host),
    getToken:
      turnstile === undefined
        ? null
        : async () => (await loadTurnstile()).getToken(turnstile, embedId),
  });
  return proofsOfPage;
}

/** Ours. What it loads from Cloudflare comes after the press. */
const loadTurnstile = () => import("./turnstile");

async function readLimits(backend: Backend) {
  const [usage, trial] = await Promise.all([backend.testUsage(), backend.freeTrial()]);
  return { usage, trial };
}
