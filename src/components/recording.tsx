import { ExternalLink } from "lucide-react";
import type { RefObject } from "react";
import type { CallDetails } from "../lib/shown-calls";
import { toCaptions } from "./captions";
import { NEW_TAB, RECORDING } from "./texts";

type RecordingProps = {
  details: CallDetails;
  audio: RefObject<HTMLAudioElement | null>;
  /** The link may have expired: recording links are valid for an hour. */
  onUnplayable: () => void;
};

export function Recording({ details, audio, onUnplayable }: RecordingProps) {
  const { recordingUrl, isRecordingPending, messages } = details;
  if (recordingUrl === null) {
    return <p className="text-muted">{isRecordingPending ? RECORDING.pending : RECORDING.none}</p>;
  }

  /** A blob URL, because the content security policy does not allow `data:` URLs. */
  function addCaptions(track: HTMLTrackElement | null) {
    if (track === null) return;
    const address = URL.createObjectURL(new Blob([toCaptions(messages)], { type: "text/vtt" }));
    track.src = address;
    return () => {
      URL.revokeObjectURL(address);
    };
  }

  return (
    <div className="grid gap-2">
      <audio
        ref={audio}
        src={recordingUrl}
        controls
        preload="none"
        onError={onUnplayable}
        aria-label={RECORDING.label}
        className="w-full"
      >
        <track kind="captions" label={RECORDING.captions} ref={addCaptions} />
      </audio>
      <a
        href={recordingUrl}
        target="_blank"
        rel="noreferrer"
        className="inline-flex w-fit items-center gap-2 rounded-control font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        {RECORDING.open}
        <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        <span className="sr-only">{NEW_TAB}</span>
      </a>
    </div>
  );
}
