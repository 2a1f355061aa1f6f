import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/button";
import talk from "./example-talk.json";

const AUDIO = "/example-talk.webm";

/** Plays as soon as it is there: whoever sees it has just pressed. */
export function ExampleTalk() {
  const audio = useRef<HTMLAudioElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const line = talk.lines.findLast(({ atSeconds }) => atSeconds <= seconds);
  const Icon = isPlaying ? Pause : Play;

  // The one that was pressed is gone.
  useEffect(() => button.current?.focus(), []);

  function toggle() {
    if (isPlaying) audio.current?.pause();
    else audio.current?.play().catch(() => setHasFailed(true));
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- They stand below it, and all of it as text. */}
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
        <Button ref={button} variant="primary" onClick={toggle}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {isPlaying ? "Pause" : "Play"}
        </Button>
        <progress
          aria-label="How much was heard"
          max={talk.seconds}
          value={Math.min(seconds, talk.seconds)}
          className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
        <span className="text-small text-faint tabular-nums">{talk.seconds} s</span>
      </div>
      {/* As high as the longest line, so that nothing moves; who hears a screen reader has all of it below. */}
      <p aria-hidden className="min-h-30 text-lead text-pretty sm:min-h-24">
        <span className="block text-small text-faint">{line?.who}</span>
        {line?.text}
      </p>
      {hasFailed && (
        <p role="alert" className="text-bad">
          This browser cannot play it. All that is said stands below.
        </p>
      )}
      <details>
        <summary className="cursor-pointer text-muted">Read all of it</summary>
        <dl className="mt-3 grid gap-2">
          {talk.lines.map(({ who, text, atSeconds }) => (
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
