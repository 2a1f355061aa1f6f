import { useEffect, useRef, useState } from "react";
import { toast } from "../../../lib/toast";
import { MESSAGES } from "../../../../convex/shared/messages";

/** Its addresses are those of the voices' samples. */
export type VoicePreview = { playing: string | null; toggle: (previewUrl: string) => void };

/** Plays one voice at a time, until it ends, the button is pressed again or the form closes. */
export function useVoicePreview(): VoicePreview {
  const [playing, setPlaying] = useState<string | null>(null);
  const audio = useRef<HTMLAudioElement | null>(null);

  useEffect(() => () => audio.current?.pause(), []);

  function stop() {
    audio.current?.pause();
    audio.current = null;
    setPlaying(null);
  }

  function play(previewUrl: string) {
    const started = new Audio(previewUrl);
    audio.current = started;
    setPlaying(previewUrl);
    // Ignore the events of a preview that another one has replaced.
    const whileCurrent = (act: () => void) => () => {
      if (audio.current === started) act();
    };
    const failWith = (message: string) =>
      whileCurrent(() => {
        stop();
        toast.error(message);
      });
    started.addEventListener("ended", whileCurrent(stop));
    started.addEventListener("error", failWith(MESSAGES.voicePreviewLoadFailed));
    started.play().catch((error: unknown) => {
      // A file that cannot be loaded also fires "error".
      const isLoadFailure = error instanceof DOMException && error.name === "NotSupportedError";
      if (!isLoadFailure) failWith(MESSAGES.voicePreviewPlayFailed)();
    });
  }

  function toggle(previewUrl: string) {
    const wasPlaying = playing;
    stop();
    if (wasPlaying !== previewUrl) play(previewUrl);
  }

  return { playing, toggle };
}
