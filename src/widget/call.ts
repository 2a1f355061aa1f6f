/**
 * All that a call needs and the button does not: a script of its own, which comes when somebody is about to
 * talk. Whatever page shows the button, it is the same one, and takes nothing of the page's own script.
 */
import { readCallMachineUrl, readConvexSiteUrl, readConvexUrl } from "../lib/env";
import type { Line } from "../lib/widget-protocol";
import { connectBackend, type Backend, type WidgetAssistant } from "./backend";
import { openMicrophone, readSurroundings, StartRefused } from "./microphone";
import type { ShownState } from "./line";
import { sessionTokenReader } from "./session-token";
import { shortWords } from "./short-words";
import { startRefusal } from "./start-checks";
import { createTalk, type Talk } from "./talk";
import { fetchCallMachine, isMicrophoneGranted, mintCall, openCall } from "./voice-sdk";

export interface TalkSetting {
  assistant: WidgetAssistant;
  isTesting: boolean;
  onState: (state: ShownState) => void;
  onLine: (line: Line) => void;
}

/** One assistant's calls for as long as its button is shown. */
export function openTalk({ assistant, isTesting, onState, onLine }: TalkSetting): Talk {
  const { embedId } = assistant;
  const url = readConvexUrl(import.meta.env);
  const readToken = sessionTokenReader(url);
  const backend = connectBackend({ url, embedId, sessionToken: isTesting ? readToken : null });
  return createTalk({
    embedId,
    async check() {
      const testing = isTesting ? await readLimits(backend) : null;
      const refusal = startRefusal({ assistant, testing });
      if (refusal !== null) throw new StartRefused(refusal);
    },
    openMicrophone: () => openMicrophone(readSurroundings()),
    sdk: { isMicrophoneGranted, mintCall, openCall },
    voiceService: () => ({
      token: (isTesting ? readToken() : null) ?? embedId,
      baseUrl: readConvexSiteUrl(import.meta.env),
      callMachineUrl: readCallMachineUrl(import.meta.env),
    }),
    onState({ phase, failure, notice }) {
      const text = failure ?? notice;
      onState({ phase, failure, notice, words: text === null ? null : shortWords(text) });
    },
    onLine,
    // After the text is on the page, which an alert would keep from being drawn. Browsers
    // suppress it in frames of other sites: there the text in the frame is all there is.
    onRefused: (text) => void setTimeout(() => window.alert(text)),
  });
}

/** What the first call would wait for besides. */
export async function fetchAhead(): Promise<void> {
  await fetchCallMachine(readCallMachineUrl(import.meta.env));
}

async function readLimits(backend: Backend) {
  const [usage, trial] = await Promise.all([backend.testUsage(), backend.freeTrial()]);
  return { usage, trial };
}
