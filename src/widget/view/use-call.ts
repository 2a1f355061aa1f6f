import { useEffect, useMemo, useState } from "react";
import type { Wording } from "../../../convex/shared/talkButtonTexts";
import { lazyEngine } from "../engine/lazy-engine";
import type { HostLink } from "../frame/host-link";
import { reloadOnce, takePressBeforeReload } from "../frame/reload";
import { loadCall } from "../load-call";
import { loadPanel } from "../load-panel";
import type { WidgetAssistant } from "../state/assistant";
import { IDLE, isOngoing, phaseOf, type CallState } from "../state/call-state";
import type { Message } from "../state/message";
import { whenSeenAndIdle } from "./when-idle";

export interface ButtonSetting {
  host: HostLink;
  isTesting: boolean;
  /** No website with this button is known yet. */
  isUnseen: boolean;
  /** For the first call, if the server sent one with the assistant. */
  pageToken?: string;
}

/** Manages an assistant's calls while its button is shown. */
export function useCall(assistant: WidgetAssistant, setting: ButtonSetting) {
  const { host, isUnseen } = setting;
  const [state, setState] = useState(IDLE);
  const [isHostShowing, setIsHostShowing] = useState(false);

  // Where typing is off, the panel is only for whoever cannot speak.
  const isForMessages = assistant.refusesText;

  const { engine, tellHost, offerTyping } = useMemo(() => {
    let isOffered = setting.isTesting;
    const created = lazyEngine({
      setting: { ...setting, assistant, alerts: true },
      loadCall,
      reload: reloadOnce,
    });
    created.listen(() => {
      setState(created.state());
      tell();
      // Whoever cannot speak now can type, or leave a message.
      const now = created.state();
      if (now.kind === "failed" && !(isForMessages && isTurnedAway(now.message))) offer();
    });
    function offer(): void {
      if (isOffered) return;
      isOffered = true;
      const parts = { assistant, host, voice: created };
      // Without the script, or in a browser that is too old for it, visitors can only talk.
      loadPanel()
        .then((script) => script.offerTyping(parts))
        .catch(() => undefined);
    }
    function tell(): void {
      const now = created.state();
      host.send({ hark: "state", state: phaseOf(now) });
      const [text] = shownText(now, created.textOf) ?? [null];
      const notice = now.kind === "consent" ? { notice: { link: now.notice.link } } : {};
      host.send({ hark: "message", text, ...notice });
    }
    return { engine: created, tellHost: tell, offerTyping: offer };
  }, [assistant, setting, host, isForMessages]);

  useEffect(() => {
    const stop = () => engine.press("stop");
    const start = () => {
      if (phaseOf(engine.state()) === "idle") engine.press("press");
    };
    const stopListening = host.listen({
      onConnect({ showsMessages = false, opensPanel }) {
        setIsHostShowing(showsMessages);
        if (opensPanel === true && !isForMessages) whenSeenAndIdle(document.body, offerTyping);
        tellHost();
      },
      onStart: start,
      onStop: stop,
    });
    // Fires when the page is closed or left, but not when the visitor switches to another tab.
    window.addEventListener("pagehide", stop);
    if (takePressBeforeReload()) start();
    return () => {
      window.removeEventListener("pagehide", stop);
      stopListening();
      stop();
    };
  }, [engine, tellHost, offerTyping, host, isForMessages]);

  useEffect(() => {
    // With data saving on, nothing is loaded before it is needed, so the first call starts more slowly.
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData === true) return undefined;
    // Requesting a page token also reports the site, which shows the owner that the code works.
    return whenSeenAndIdle(document.body, () => engine.prefetch({ withPageToken: isUnseen }));
  }, [engine, isUnseen]);

  const approach = () => engine.prefetch({ withPageToken: true });
  const message = shownText(state, engine.textOf);
  return { state, message, isHostShowing, press: engine.press, approach };
}

/** Nobody can reach the assistant, and it takes no messages now. */
function isTurnedAway(message: Message): boolean {
  if (message.messagePass !== undefined) return false;
  return message.kind === "text" || ["busy", "assistant_not_found"].includes(message.code);
}

/** The text that is shown in this state. */
function shownText(state: CallState, textOf: (message: Message) => Wording): Wording | null {
  if (state.kind === "failed") return textOf(state.message);
  if (state.kind === "consent") return [state.notice.text, state.notice.words];
  return isOngoing(state) && state.warning !== null
    ? textOf({ kind: "code", code: state.warning })
    : null;
}
