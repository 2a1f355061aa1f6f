import type { Clock } from "@hark/stand-in-kit/clock";

export interface SilenceWatch {
  /** Restarts the timer, because speech was detected. */
  touch(): void;
  close(): void;
}

export interface SilenceWatchOptions {
  clock: Clock;
  seconds: number;
  /** While this is true, the visitor or the assistant speaks or is about to, so the timer waits. */
  isBusy: () => boolean;
  onSilence: () => void;
}

/** Calls `onSilence` after this much silence. */
export function watchSilence({
  clock,
  seconds,
  isBusy,
  onSilence,
}: SilenceWatchOptions): SilenceWatch {
  let cancel: () => void = () => undefined;
  let isClosed = false;
  const watch: SilenceWatch = {
    touch() {
      cancel();
      if (isClosed) return;
      cancel = clock.schedule(clock.now() + 1000 * seconds, () => {
        if (isBusy()) watch.touch();
        else onSilence();
      });
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
  watch.touch();
  return watch;
}
