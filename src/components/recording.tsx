import { ExternalLink } from "lucide-react";
import type { RefObject } from "react";
import type { CallDetails } from "../lib/shown-calls";
import { toCaptions } from "./captions";

type RecordingProps = {
  details: CallDetails;
  audio: RefObject<HTMLAudioElement | null>;
  /** Links last an hour: there may be another one. */
  onUnplayable: () => void;
};

export function Recording({ details, audio, onUnplayable }: RecordingProps) {
  const { recordingUrl, isRecordingPending, messages } = details;
  if (recordingUrl === null) {
    return (
      <p className="text-muted">
        {isRecordingPending ? "The recording is being prepared." : "There is no recording."}
      </p>
    );
  }

  /** As a file of the page's own, since the content security policy lets in no text as an address. */
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
        aria-label="Recording of the call"
        className="w-full"
      >
        <track kind="captions" label="Transcript" ref={addCaptions} />
      </audio>
      <a
        href={recordingUrl}
        target="_blank"
        rel="noreferrer"
        className="inline-flex w-fit items-center gap-2 rounded-control font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        Open recording
        <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </div>
  );
}
