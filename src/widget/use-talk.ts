import { useEffect, useMemo, useState } from "react";
import type { Backend, WidgetAssistant } from "./backend";
import { IDLE } from "./call-state";
import type { HostLink } from "./host-link";
import { loadAgain } from "../lib/load-again";
import { openMicrophone, readSurroundings, StartRefused } from "./microphone";
import { startRefusal } from "./start-checks";
import { createTalk } from "./talk";
import { whenSeenAndIdle } from "./when-idle";
import type { VoiceService } from "./voice-client";

export interface TalkSetting {
  backend: Backend;
  host: HostLink;
  isTesting: boolean;
  voiceService: () => VoiceService;
}

const loadSdk = () => loadAgain(() => import("./voice-sdk"));

/** One assistant's calls for as long as its button is shown. */
export function useTalk(assistant: WidgetAssistant, setting: TalkSetting) {
  const { backend, host, isTesting, voiceService } = setting;
  const [state, setState] = useState(IDLE);
  const [isHostShowing, setIsHostShowing] = useState(false);

  const { talk, report } = useMemo(() => {
    const created = createTalk({
      embedId: assistant.embedId,
      async check() {
        const testing = isTesting ? await readLimits(backend) : null;
        const refusal = startRefusal({ assistant, testing });
        if (refusal !== null) throw new StartRefused(refusal);
      },
      openMicrophone: () => openMicrophone(readSurroundings()),
      loadSdk,
      voiceService,
      onState(next) {
        setState(next);
        tell();
      },
      onLine: (line) => host.send({ hark: "transcript", ...line }),
      // After the text is on the page, which an alert would keep from being drawn. Browsers
      // suppress it in frames of other sites: there the text in the frame is all there is.
      onRefused: (text) => void setTimeout(() => window.alert(text)),
    });
    const tell = () => {
      const { phase, failure, notice } = created.state();
      host.send({ hark: "state", state: phase });
      host.send({ hark: "message", text: failure ?? notice });
    };
    return { talk: created, report: tell };
  }, [assistant, backend, host, isTesting, voiceService]);

  useEffect(() => {
    const stopListening = host.listen({
      onConnect(showsMessages) {
        setIsHostShowing(showsMessages);
        report();
      },
      onStart() {
        if (talk.state().phase === "idle") talk.press();
      },
      onStop: talk.stop,
    });
    // Closed, left or put aside for the way back; another tab in front is no way out.
    window.addEventListener("pagehide", talk.stop);
    return () => {
      window.removeEventListener("pagehide", talk.stop);
      stopListening();
      talk.stop();
    };
  }, [talk, report, host]);

  const prepare = useMemo(() => preparation(voiceService), [voiceService]);
  useEffect(() => {
    // Whoever saves data pays for it by a later first word.
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData === true) return undefined;
    return whenSeenAndIdle(document.body, prepare);
  }, [prepare]);

  return { state, isHostShowing, press: talk.press, prepare };
}

/** Fetches ahead what a call needs, once; a failure shows when the call is really wanted. */
function preparation(voiceService: () => VoiceService): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    loadSdk()
      .then(({ fetchCallMachine }) => fetchCallMachine(voiceService()))
      .catch(() => (isDone = false));
  };
}

async function readLimits(backend: Backend) {
  const [usage, trial] = await Promise.all([backend.testUsage(), backend.freeTrial()]);
  return { usage, trial };
}
