import { useEffect, useMemo, useState } from "react";
import type { Backend, WidgetAssistant } from "./backend";
import { IDLE } from "./call-state";
import { openHostLink } from "./host-link";
import { openMicrophone, readSurroundings, StartRefused } from "./microphone";
import { startRefusal } from "./start-checks";
import { createTalk } from "./talk";
import type { VoiceService } from "./voice-client";

export interface TalkSetting {
  backend: Backend;
  isTesting: boolean;
  voiceService: () => VoiceService;
}

const loadSdk = () => import("./voice-sdk");

/** One assistant's calls for as long as its button is shown. */
export function useTalk(assistant: WidgetAssistant, setting: TalkSetting) {
  const { backend, isTesting, voiceService } = setting;
  const [state, setState] = useState(IDLE);
  const [isHostShowing, setIsHostShowing] = useState(false);

  const { talk, link } = useMemo(() => {
    const hostLink = openHostLink({
      onConnect(showsMessages) {
        setIsHostShowing(showsMessages);
        report();
      },
      onStart() {
        if (created.state().phase === "idle") created.press();
      },
      onStop: () => created.stop(),
    });
    const report = () => {
      const { phase, failure, notice } = created.state();
      hostLink.send({ hark: "state", state: phase });
      hostLink.send({ hark: "message", text: failure ?? notice });
    };
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
        report();
      },
      onLine: (line) => hostLink.send({ hark: "transcript", ...line }),
      // After the text is on the page, which an alert would keep from being drawn. Browsers
      // suppress it in frames of other sites: there the text in the frame is all there is.
      onRefused: (text) => void setTimeout(() => window.alert(text)),
    });
    return { talk: created, link: hostLink };
  }, [assistant, backend, isTesting, voiceService]);

  useEffect(() => {
    const stop = () => talk.stop();
    // Closed, left or put aside for the way back; another tab in front is no way out.
    window.addEventListener("pagehide", stop);
    return () => {
      window.removeEventListener("pagehide", stop);
      stop();
      link.close();
    };
  }, [talk, link]);

  return { state, isHostShowing, press: talk.press };
}

/** Fetches ahead what a call needs; a failure shows when the call is really wanted. */
export function prepareCall(): void {
  loadSdk().catch(() => undefined);
}

async function readLimits(backend: Backend) {
  const [usage, trial] = await Promise.all([backend.testUsage(), backend.freeTrial()]);
  return { usage, trial };
}
