import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button";
import call from "./example-call.json";
import { EXAMPLE_CALL } from "./texts";

const AUDIO = "/example-talk.webm";

/** Plays at once, because it is loaded when a visitor presses "Listen to a call". */
export function ExampleCall() {
  const audio = useRef<HTMLAudioElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const line = call.lines.findLast(({ atSeconds }) => atSeconds <= seconds);
  const Icon = isPlaying ? Pause : Play;

  // The button that was pressed is gone.
  useEffect(() => button.current?.focus(), []);

  function toggle() {
    if (isPlaying) audio.current?.pause();
    else audio.current?.play().catch(() => setHasFailed(true));
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions and the full transcript are below. */}
      <audio
        ref={audio}
        src={AUDIO}
        autoPlay
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={() => setHasFailed(true)}
        onTimeUpdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button ref={button} variant="secondary" onClick={toggle}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {isPlaying ? EXAMPLE_CALL.pause : EXAMPLE_CALL.play}
        </Button>
        <progress
          aria-label={EXAMPLE_CALL.progress}
          max={call.seconds}
          value={Math.min(seconds, call.seconds)}
          className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
        <span className="text-small text-faint tabular-nums">
          {EXAMPLE_CALL.length(call.seconds)}
        </span>
      </div>
      {/* As high as the longest line, so that nothing moves. Screen readers get the transcript below. */}
      <p aria-hidden className="min-h-30 text-lead sm:min-h-24">
        <span className="block text-small text-faint">{line?.who}</span>
        {line?.text}
      </p>
      {hasFailed && (
        <p role="alert" className="text-bad">
          {EXAMPLE_CALL.playFailed}
        </p>
      )}
      <details>
        <summary className="text-muted">{EXAMPLE_CALL.transcript}</summary>
        <dl className="mt-3 grid gap-2">
          {call.lines.map(({ who, text, atSeconds }) => (
            <div key={atSeconds}>
              <dt className="text-small text-faint">{who}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
