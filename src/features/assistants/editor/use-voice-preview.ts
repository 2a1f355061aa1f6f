import { useEffect, useRef, useState } from "react";
import { toast } from "../../../lib/toast";
import { MESSAGES } from "../../../../convex/catalog/messages";
import type { VOICES, VoiceId } from "../../../../convex/catalog/voices";

type Voice = Pick<(typeof VOICES)[number], "id" | "previewUrl">;

type VoicePreview = { playing: VoiceId | null; toggle: (voice: Voice) => void };

/** One voice at a time is heard; it ends by itself, by another press, and with the form. */
export function useVoicePreview(): VoicePreview {
  const [playing, setPlaying] = useState<VoiceId | null>(null);
  const audio = useRef<HTMLAudioElement | null>(null);

  useEffect(() => () => audio.current?.pause(), []);

  function stop() {
    audio.current?.pause();
    audio.current = null;
    setPlaying(null);
  }

  function play({ id, previewUrl }: Voice) {
    const own = new Audio(previewUrl);
    audio.current = own;
    setPlaying(id);
    // What an audio has to say once another has taken its place concerns nobody.
    const whileCurrent = (act: () => void) => () => {
      if (audio.current === own) act();
    };
    const failWith = (message: string) =>
      whileCurrent(() => {
        stop();
        toast.error(message);
      });
    own.addEventListener("ended", whileCurrent(stop));
    own.addEventListener("error", failWith(MESSAGES.voicePreviewLoadFailed));
    own.play().catch((error: unknown) => {
      // A file that cannot be loaded says so in its own event as well.
      const isLoadFailure = error instanceof DOMException && error.name === "NotSupportedError";
      if (!isLoadFailure) failWith(MESSAGES.voicePreviewPlayFailed)();
    });
  }

  function toggle(voice: Voice) {
    const wasPlaying = playing;
    stop();
    if (wasPlaying !== voice.id) play(voice);
  }

  return { playing, toggle };
}
