import { useEffect, useState, type ComponentType } from "react";
import { loadAgain } from "../../lib/load-again";
import type { Voice } from "../engine/lazy-engine";
import type { FoundAssistant } from "../state/assistant";
import type { AskedFieldProps } from "./asked-field";
import { buttonAround } from "./button-around";
import type { TalkService } from "./page-talk";
import type { ThreadStore } from "./thread-store";
import type { VoiceBarProps } from "./voice-bar";

export interface ShownVoice {
  voice: Voice;
  VoiceBar: ComponentType<VoiceBarProps>;
  VoiceButton: ComponentType<Omit<VoiceBarProps, "texts">>;
  AskedField: ComponentType<AskedFieldProps>;
}

/** Null until a call can begin. */
export function useVoice(
  service: TalkService,
  assistant: FoundAssistant,
  thread: ThreadStore,
): ShownVoice | null {
  const [shown, setShown] = useState<ShownVoice | null>(null);
  const [, setChanges] = useState(0);
  useEffect(() => {
    if (!assistant.hasVoice) return undefined;
    let isUnmounted = false;
    let voice: Voice | null = null;
    let stopListening: (() => void) | null = null;
    // A panel that is closed leaves the call to its button.
    const stop = () => {
      if (buttonAround() === null) voice?.press("stop");
    };
    loadAgain(() => import("./voice")).then(
      ({ openVoice, ...parts }) => {
        if (isUnmounted) return;
        voice = openVoice(service, assistant, thread);
        stopListening = voice.listen(() => setChanges((changes) => changes + 1));
        setShown({ voice, ...parts });
      },
      // Visitors can still type.
      () => undefined,
    );
    window.addEventListener("pagehide", stop);
    return () => {
      isUnmounted = true;
      window.removeEventListener("pagehide", stop);
      stopListening?.();
      stop();
    };
  }, [service, assistant, thread]);
  return shown;
}
