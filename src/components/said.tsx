import { useRef } from "react";
import type { CallDetails } from "../lib/shown-calls";
import { Recording } from "./recording";
import { RehearseCall } from "./rehearse/rehearse-call";
import { Transcript } from "./transcript";

type SaidProps = { details: CallDetails; onUnplayable: () => void };

/** The transcript and the recording of a call. Each line can start the recording. Typed conversations have none. */
export function Said({ details, onUnplayable }: SaidProps) {
  const audio = useRef<HTMLAudioElement>(null);

  function playFrom(seconds: number) {
    if (audio.current === null) return;
    audio.current.currentTime = seconds;
    void audio.current.play();
  }

  return (
    <>
      <Transcript details={details} onPlayFrom={playFrom} />
      {details.channel === "voice" && (
        <Recording details={details} audio={audio} onUnplayable={onUnplayable} />
      )}
      <RehearseCall details={details} />
    </>
  );
}
