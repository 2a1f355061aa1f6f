import { useState } from "react";
import { WidgetIcon } from "../../components/widget-icon";
import type { Voice } from "../engine/lazy-engine";
import { isOngoing } from "../state/call-state";
import type { FoundAssistant } from "../state/assistant";
import { LABELS } from "../view/talk-button";
import type { TalkTexts } from "./languages/en";

export type VoiceBarProps = { voice: Voice; assistant: FoundAssistant; texts: TalkTexts };

/** Begins a call. Nothing during one. */
export function VoiceButton({ voice, assistant }: Omit<VoiceBarProps, "texts">) {
  if (isOngoing(voice.state())) return null;
  const { idle } = assistant.texts?.labels ?? LABELS;
  const press = () => voice.press("press");
  return (
    <button type="button" className="quiet send" aria-label={idle} title={idle} onClick={press}>
      <WidgetIcon icon="mic" />
    </button>
  );
}

/** What the call is doing, and why it did not begin. Nothing while there is none. */
export function VoiceBar({ voice, assistant, texts }: VoiceBarProps) {
  const [, setChanges] = useState(0);
  const state = voice.state();
  const setMuted = (isNowMuted: boolean) => {
    voice.engine()?.setMuted(isNowMuted);
    setChanges((changes) => changes + 1);
  };
  const labels = assistant.texts?.labels ?? LABELS;
  if (state.kind === "failed") {
    return (
      <p role="alert" className="voice failed">
        {voice.textOf(state.message)[0]}
      </p>
    );
  }
  if (!isOngoing(state)) return null;
  const isActive = state.kind === "active";
  const isMuted = voice.engine()?.isMuted() === true;
  const { warning } = state;
  return (
    <div className="voice">
      <p role="status">
        {isActive ? texts.talking(assistant.name) : labels.connecting}
        {warning !== null && <span>{voice.textOf({ kind: "code", code: warning })[0]}</span>}
      </p>
      {isActive && (
        <button type="button" aria-pressed={isMuted} onClick={() => setMuted(!isMuted)}>
          {isMuted ? texts.unmute : texts.mute}
        </button>
      )}
      <button type="button" className="stop" onClick={() => voice.press("stop")}>
        {isActive ? labels.active : texts.cancel}
      </button>
    </div>
  );
}
